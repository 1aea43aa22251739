// What a page says about AI: that the vendor uses it, where, or that it uses none.
import type { Finding } from '../claim.ts'
import { has, isNegated, type Modality } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Hit } from '../cues/hits.ts'
import { matchable } from '../read/characters.ts'
import type { AssertionState, Block, DocumentContext, ReadDocument } from '../types.ts'
import type { Statement } from './statements.ts'

const ABOUT =
  /\b(?:ai|ml|llms?|train(?:s|ed|ing)?)\b|art(?:ificial intelligence|icle 50)|machine learning|language model|generative|watermark|c(?:2pa|ontent credentials|hat ?bot|opilot)|synthid|deep ?fake|emotion recognition|biometric/
const AI =
  /\bai\b|\bartificial intelligence\b|\bmachine learning\b|\bml\b|\bllms?\b|\blanguage models?\b|\bgenerative\b/
const FEATURE =
  /\b(?:use[sd]?|using|power(?:s|ed)|leverag\w+|model(?:s)?|generat\w+|features?|assistants?|provid\w+|prompts?|outputs?|inference)\b/
const TRAINS = /\b(?:train(?:s|ed|ing)?|fine-?tun\w+)\b/
const NOT = /\b(?:not|never|no|don't|doesn't|won't|without|nor|neither)\b/
/** The sentence must deny all use of AI: "we do not use AI to decide about people" denies only one use. */
const NONE =
  /\b(?:do(?:es)? not|don't|doesn't|never|no)\b[^.;,]{0,40}\b(?:ai|artificial intelligence|machine learning)\b(?:[\s-](?:systems?|features?|functionality|functions|models?|components?|tools?|technolog(?:y|ies)))?(?: (?:in|within|as part of|inside|anywhere in) (?:our|the|its|any|this)[^.;,]{0,40})?[.!]?$/
const LEAST_SENTENCES = 3
const MOST_FEATURES = 5

export function aiFindings(
  document: ReadDocument,
  { kind }: DocumentContext,
  { all, reading, trains }: { all: readonly Statement[]; reading: Reading; trains: boolean },
): Finding[] {
  const english = all.filter((one) => reading.languageOf(one.block) === 'en' && ABOUT.test(one.view))
  const none = english.find(({ view }) => NONE.test(view) && !TRAINS.test(view))
  const told = [...english.filter((one) => one !== none && isFeature(one)), ...foreignFeatures(all, reading)]
  const features = told.sort((one, other) => one.start - other.start)
  const page = isAboutAi(document, kind, reading)
  const enough = page ? 1 : LEAST_SENTENCES
  const shown = features[0] ?? (trains ? all.find((one) => isAbout(one, reading)) : undefined)
  const present =
    shown && (trains || (features.length >= enough && (page || AI.test(shown.heading) || isUnderAi(shown, reading))))
  return [
    ...(none ? [findingOf(none, 'ai_transparency', 'no_ai', 'no', 'affirmed', 'No AI is used')] : []),
    ...(present ? [findingOf(shown, 'ai_transparency', 'ai_present', 'yes', 'affirmed', 'AI is mentioned')] : []),
    ...(present ? advertised(features) : []),
  ]
}

const isFeature = ({ view }: Statement): boolean => AI.test(view) && FEATURE.test(view) && !/\beu ai act\b/.test(view)

const isAbout = ({ view, block, start, end }: Statement, reading: Reading): boolean =>
  reading.languageOf(block) === 'en' ? ABOUT.test(view) : reading.scan(block)?.hits.has('train', start, end) === true

const SILENT: ReadonlySet<Modality> = new Set(['question', 'plan', 'definition', 'advice', 'training'])

/** In other languages, cues replace patterns. A denied feature does not count, nor does "AI" in the vendor's name. */
function foreignFeatures(all: readonly Statement[], reading: Reading): Statement[] {
  return all.filter(({ block, start, end }) => {
    const language = reading.languageOf(block)
    const hits = language && language !== 'en' ? reading.scan(block)?.hits : undefined
    if (!hits?.has('ai', start, end) || hits.has('ai_act', start, end)) return false
    return reading.clausesOf(block).some((clause) => {
      if (clause.start < start || clause.end > end || isNegated(clause) || SILENT.has(clause.modality)) return false
      return namesAi(reading, hits.all('ai', clause.start, clause.end), reading.view) && has(clause, 'ai_at_work')
    })
  })
}

const namesAi = ({ own }: Reading, hits: readonly Hit[], view: string): boolean =>
  hits.some(({ start, end }) =>
    own.every((name) => {
      const at = name.indexOf(view.slice(start, end))
      return at < 0 || name.length === end - start || !view.startsWith(name, start - at)
    }),
  )

function isAboutAi({ title, blocks }: ReadDocument, kind: string, reading: Reading): boolean {
  const [first] = blocks
  const isOpening = first && (first.kind === 'heading' || reading.languageOf(first) === 'en')
  const opening = isOpening ? first.text : ''
  if (ABOUT_AI.test(matchable(`${kind} / ${title} / ${opening}`).replaceAll('-', ' '))) return true
  return first !== undefined && isOfAi(`${title} / ${first.kind === 'heading' ? opening : ''}`, first, reading)
}

const ABOUT_AI = /\bai\b|copilot|artificial intelligence|\bllm|machine learning|model card/

/** Whether a heading or title in a language other than English is about AI. */
function isOfAi(text: string, block: Block, reading: Reading): boolean {
  const language = reading.languageOf(block)
  if (!language || language === 'en') return false
  const { hits, view } = reading.scanBeside(text, language)
  return namesAi(reading, hits.all('ai'), view)
}

const isUnderAi = ({ block }: Statement, reading: Reading): boolean => isOfAi(block.path.at(-1) ?? '', block, reading)

/** One finding per block that states it, up to the number that a reader needs. */
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
