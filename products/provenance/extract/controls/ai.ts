// What a page says about AI: that there is some, whether customer data trains it, and what Article 50 of the AI Act asks.
import type { Finding } from '../claim.ts'
import { matchable } from '../read/characters.ts'
import type { AssertionState, DocumentContext, ReadDocument } from '../types.ts'
import type { Statement } from './statements.ts'

const ABOUT =
  /\bai\b|artificial intelligence|machine learning|\bml\b|\bllms?\b|language models?|\btrain(?:s|ed|ing)?\b|generative|watermark|c2pa|content credentials|synthid|deep ?fake|emotion recognition|biometric/
const AI =
  /\bai\b|\bartificial intelligence\b|\bmachine learning\b|\bml\b|\bllms?\b|\blanguage models?\b|\bgenerative\b/
const FEATURE =
  /\b(?:use[sd]?|using|power(?:s|ed)|leverag\w+|model(?:s)?|generat\w+|features?|assistants?|provid\w+|prompts?|outputs?|inference)\b/
const TRAINS = /\b(?:train(?:s|ed|ing)?|fine-?tun\w+)\b/
const CUSTOMER_DATA =
  /\b(?:your|customers?'?s?|users?'?|client)\s+(?:[\w-]+ ){0,3}?(?:data|content|inputs?|prompts?|information|code|files|messages|conversations)\b|\bdata\b[^.]{0,40}\b(?:never|not) used to train\b|\b(?:inputs|outputs|prompts)\b/
const NOT = /\b(?:not|never|no|don't|doesn't|won't|without|nor|neither)\b/
const OPT_IN =
  /\bopt(?:s|ed)?[\s-]?in\b|\bunless (?:you|the customer)\b|\bexplicit(?:ly)? (?:consent|permission|agree|opt)|\bwith(?:out)? your (?:explicit )?(?:consent|permission)\b/
const OPT_OUT = /\bopt(?:s|ed|ing)?[\s-]?out\b/
const LEAST_SENTENCES = 3

/** Article 50 duties, with the words that support each (decisions, AI Act table). */
const DUTIES: readonly [predicate: string, pattern: RegExp][] = [
  [
    'article_50_1',
    /\b(?:interacting|chatting|talking|speaking) with (?:an? )?(?:ai|bot|chatbot|virtual)\b|\b(?:labell?ed|identified|disclosed) as (?:an )?ai\b/,
  ],
  [
    'article_50_2',
    /\bc2pa\b|\bcontent credentials\b|\bsynthid\b|\bwatermark(?:s|ed|ing)?\b|\bmachine-readable (?:mark|label|metadata)/,
  ],
  ['article_50_3', /\bemotion recognition\b|\bbiometric categori[sz]ation\b/],
  ['article_50_4', /\bdeep ?fakes?\b/],
]

export function aiFindings(document: ReadDocument, { kind }: DocumentContext, all: readonly Statement[]): Finding[] {
  const statements = all.filter(({ view }) => ABOUT.test(view))
  const training = trainingOf(statements)
  const page = /\bai\b|copilot|artificial intelligence|\bllm|machine learning|model card/.test(
    matchable(`${kind} / ${document.title} / ${document.blocks[0]?.text ?? ''}`).replaceAll('-', ' '),
  )
  const features = statements.filter(({ view }) => AI.test(view) && FEATURE.test(view) && !/\beu ai act\b/.test(view))
  const enough = page ? 1 : LEAST_SENTENCES
  const shown = training?.statement ?? features[0]
  const present = shown && (training || (features.length >= enough && (page || /\bai\b/.test(shown.heading))))
  return [
    ...(present ? [findingOf(shown, 'ai_transparency', 'ai_present', 'yes', 'affirmed', 'AI is spoken of')] : []),
    ...(training
      ? [
          findingOf(
            training.statement,
            'ai_training',
            'trains_on_customer_data',
            training.value,
            training.value === 'no' ? 'negated' : 'affirmed',
            `Trains on customer data: ${training.value.replace('_', ' ')}`,
          ),
        ]
      : []),
    ...dutiesOf(statements),
  ]
}

function trainingOf(statements: readonly Statement[]): { statement: Statement; value: string } | undefined {
  for (const statement of statements) {
    const { view } = statement
    if (
      !TRAINS.test(view) ||
      !CUSTOMER_DATA.test(view) ||
      /\b(?:employee|staff|security|awareness) training\b|\btraining data\b/.test(view)
    )
      continue
    if (!/\bmodels?\b|\bai\b|\bml\b|\bllms?\b|\btrain on\b/.test(view)) continue
    if (OPT_OUT.test(view)) return { statement, value: 'opt_out' }
    if (OPT_IN.test(view)) return { statement, value: 'opt_in' }
    if (NOT.test(view)) return { statement, value: 'no' }
    if (statement.subject() === 'own' && /\bwe (?:may )?(?:use|train)\b/.test(view)) return { statement, value: 'yes' }
  }
  return undefined
}

function dutiesOf(statements: readonly Statement[]): Finding[] {
  return DUTIES.flatMap(([predicate, pattern]) => {
    const statement = statements.find(({ view }) => pattern.test(view))
    if (!statement) return []
    const denied = NOT.test(statement.view)
    const none = predicate === 'article_50_3' && denied
    return [
      findingOf(
        statement,
        'ai_act',
        predicate,
        none ? 'not_used' : denied ? 'no' : 'stated',
        denied && !none ? 'negated' : 'affirmed',
        `Article 50 evidence: ${predicate}`,
      ),
    ]
  })
}

function findingOf(
  { block, start, end }: Statement,
  category: string,
  predicate: string,
  value: string,
  state: AssertionState,
  text: string,
): Finding {
  return { category, predicate, value, state, text, block, start, end, rule: `ai/${predicate.replaceAll('_', '-')}` }
}
