// Article 50 of the AI Act in the words of a page: what brings a duty about, and what shows that it is met.
import type { Finding } from '../claim.ts'
import type { AssertionState } from '../types.ts'
import type { Statement } from './statements.ts'

interface Sign {
  predicate: string
  text: string
  pattern: RegExp
  /** Must stand in the same sentence too. */
  and?: RegExp
  /** An explicit no is as good as a notice. */
  deniedIsGood?: boolean
  /** A denial says nothing here. */
  affirmedOnly?: boolean
  state?: AssertionState
}

const AI = /\bai\b|\bartificial intelligence\b|\bchat ?bots?\b|\bgenerative\b|\blanguage models?\b|\bllms?\b/
const TOLD = /\b(?:label|disclos|notice|notif|told|tell|inform|indicat|identif|mark(?:ed|s|ing)\b|consent)/

const SIGNS: readonly Sign[] = [
  {
    predicate: 'ai_interacts_with_people',
    text: 'An AI deals with people',
    pattern:
      /\b(?:ai|virtual|digital|conversational)[\s-](?:powered[\s-])?(?:assistants?|agents?|chat ?bots?|bots?)\b|\bchat ?bots?\b|\bvoice (?:agents?|assistants?)\b/,
    affirmedOnly: true,
  },
  {
    predicate: 'ai_generates_content',
    text: 'An AI generates content',
    pattern:
      /\bgenerat(?:es?|ed|ing|ion of)\b[^.;]{0,60}\b(?:texts?|images?|audio|videos?|content|summar(?:y|ies)|replies|responses|drafts?|speech|music|articles?|pictures?)\b|\b(?:images?|videos?|audio|text|speech) generation\b|\bai[\s-]generated\b/,
    and: AI,
    affirmedOnly: true,
  },
  {
    predicate: 'ai_interaction_disclosure',
    text: 'People are told that they deal with an AI',
    pattern:
      /\b(?:interacting|chatting|talking|speaking|dealing) with (?:an? )?(?:ai|bot|chat ?bot|virtual|artificial)\b|\b(?:labell?ed|identified|disclosed|identifies itself|introduces itself) as (?:an? )?(?:ai|bot|chat ?bot)\b/,
  },
  {
    predicate: 'ai_output_marking',
    text: 'Output is marked in a machine-readable way',
    pattern:
      /\bc2pa\b|\bcontent credentials\b|\bsynthid\b|\bwatermark(?:s|ed|ing)?\b|\bmachine-readable (?:mark|label|metadata)/,
  },
  {
    predicate: 'ai_emotion_notice',
    text: 'Emotion recognition and biometric categorisation: told of, or not used',
    pattern: /\bemotion recognition\b|\bbiometric categori[sz]ation\b/,
    and: /\b(?:not|never|no|don't|doesn't|without|label|disclos|notice|notif|told|tell|inform|consent)/,
    deniedIsGood: true,
  },
  {
    predicate: 'ai_emotion_or_biometric',
    text: 'Emotions are recognised or people categorised by biometrics',
    pattern: /\bemotion recognition\b|\bbiometric categori[sz]ation\b/,
    affirmedOnly: true,
  },
  {
    predicate: 'ai_deep_fake_disclosure',
    text: 'Deep fakes are disclosed',
    pattern: /\bdeep ?fakes?\b/,
    and: TOLD,
  },
  {
    predicate: 'ai_deep_fake_or_public_text',
    text: 'Deep fakes can be made',
    pattern: /\b(?:creat|generat|produc|mak)\w*\b[^.;]{0,40}\bdeep ?fakes?\b/,
    affirmedOnly: true,
  },
  {
    predicate: 'ai_disclosure_accessible',
    text: 'The information is clear and there at the first exposure',
    pattern:
      /\b(?:at|before|from) the (?:start|beginning|outset)\b|\bfirst (?:interaction|exposure|message|contact|use)\b|\bclear(?:ly)? (?:label|visible|mark|and distinguish)|\bscreen[\s-]readers?\b|\baccessib(?:le|ility)\b/,
    and: TOLD,
    affirmedOnly: true,
  },
  {
    predicate: 'ai_act_intent',
    text: 'The vendor prepares for the AI Act',
    pattern:
      /\b(?:prepar\w+|working (?:on|towards?)|plan(?:s|ning)?|on track|roadmap|assessing)\b[^.;]{0,80}\b(?:ai act|article 50)\b|\b(?:ai act|article 50)\b[^.;]{0,60}\b(?:prepar\w+|readiness|roadmap|plan(?:s|ned|ning)?)\b/,
    affirmedOnly: true,
    state: 'in_progress',
  },
]

export function articleFindings(statements: readonly Statement[]): Finding[] {
  return SIGNS.flatMap((sign) => {
    const about = statements.filter(({ view, block }) => {
      if (block.footer || !sign.pattern.test(view) || (sign.and && !sign.and.test(view))) return false
      return sign.predicate !== 'ai_disclosure_accessible' || AI.test(view)
    })
    const affirming = about.find(({ view }) => !isDenied(view, sign.pattern))
    const found = affirming ?? (sign.affirmedOnly ? undefined : about[0])
    return found ? [findingOf(found, sign, !affirming && !sign.deniedIsGood)] : []
  })
}

/** "You chat with an AI, not with a person" denies nothing: only what stands before counts, in the same clause. */
function isDenied(view: string, pattern: RegExp): boolean {
  const before = view.slice(0, view.search(pattern))
  return /\b(?:not|never|no|don't|doesn't|won't|without|nor|neither|cannot|prohibit\w*|forbid\w*|may not)\b[^.;,]{0,60}$/.test(
    before,
  )
}

function findingOf({ block, start, end }: Statement, sign: Sign, denied: boolean): Finding {
  return {
    category: 'ai_act',
    predicate: sign.predicate,
    value: denied ? 'no' : 'stated',
    state: denied ? 'negated' : (sign.state ?? 'affirmed'),
    text: denied ? `Denied: ${sign.text}` : sign.text,
    block,
    start,
    end,
    rule: `ai/${sign.predicate.replaceAll('_', '-')}`,
  }
}
