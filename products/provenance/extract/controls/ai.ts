// What a page says about AI: that there is some, where it is at work, or that there is none.
import type { Finding } from '../claim.ts'
import { matchable } from '../read/characters.ts'
import type { AssertionState, DocumentContext, ReadDocument } from '../types.ts'
import type { Statement } from './statements.ts'

const ABOUT =
  /\b(?:ai|ml|llms?|train(?:s|ed|ing)?)\b|art(?:ificial intelligence|icle 50)|machine learning|language model|generative|watermark|c(?:2pa|ontent credentials|hat ?bot|opilot)|synthid|deep ?fake|emotion recognition|biometric/
const AI =
  /\bai\b|\bartificial intelligence\b|\bmachine learning\b|\bml\b|\bllms?\b|\blanguage models?\b|\bgenerative\b/
const FEATURE =
  /\b(?:use[sd]?|using|power(?:s|ed)|leverag\w+|model(?:s)?|generat\w+|features?|assistants?|provid\w+|prompts?|outputs?|inference)\b/
const TRAINS = /\b(?:train(?:s|ed|ing)?|fine-?tun\w+)\b/
const NOT = /\b(?:not|never|no|don't|doesn't|won't|without|nor|neither)\b/
/** The whole sentence denies it: "we do not use AI to decide about people" denies only a use. */
const NONE =
  /\b(?:do(?:es)? not|don't|doesn't|never|no)\b[^.;,]{0,40}\b(?:ai|artificial intelligence|machine learning)\b(?:[\s-](?:systems?|features?|functionality|functions|models?|components?|tools?|technolog(?:y|ies)))?(?: (?:in|within|as part of|inside|anywhere in) (?:our|the|its|any|this)[^.;,]{0,40})?[.!]?$/
const LEAST_SENTENCES = 3
const MOST_FEATURES = 5

export function aiFindings(
  document: ReadDocument,
  { kind }: DocumentContext,
  all: readonly Statement[],
  trains: boolean,
): Finding[] {
  const statements = all.filter(({ view }) => ABOUT.test(view))
  const page = /\bai\b|copilot|artificial intelligence|\bllm|machine learning|model card/.test(
    matchable(`${kind} / ${document.title} / ${document.blocks[0]?.text ?? ''}`).replaceAll('-', ' '),
  )
  const none = statements.find(({ view }) => NONE.test(view) && !TRAINS.test(view))
  const features = statements.filter(
    (one) => AI.test(one.view) && FEATURE.test(one.view) && !/\beu ai act\b/.test(one.view) && one !== none,
  )
  const enough = page ? 1 : LEAST_SENTENCES
  const shown = features[0] ?? (trains ? statements[0] : undefined)
  const present = shown && (trains || (features.length >= enough && (page || /\bai\b/.test(shown.heading))))
  return [
    ...(none ? [findingOf(none, 'ai_transparency', 'no_ai', 'no', 'affirmed', 'No AI is in use')] : []),
    ...(present ? [findingOf(shown, 'ai_transparency', 'ai_present', 'yes', 'affirmed', 'AI is spoken of')] : []),
    ...(present ? advertised(features) : []),
  ]
}

/** One for each block that says so, as far as a reader needs it. */
function advertised(features: readonly Statement[]): Finding[] {
  const stated = features.filter(({ view, subject }) => !NOT.test(view) && !TRAINS.test(view) && subject() !== 'other')
  const blocks = [...Map.groupBy(stated, ({ block }) => block.start).values()].map(([first]) => first as Statement)
  return blocks
    .slice(0, MOST_FEATURES)
    .map((one) => findingOf(one, 'ai_transparency', 'ai_feature', 'yes', 'affirmed', 'AI is part of the product'))
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
