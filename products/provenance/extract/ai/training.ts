// Whether models are trained on customer data: who trains, on whose data, and under which condition.
import { answerIn } from '../certifications/answers.ts'
import type { Finding } from '../claim.ts'
import { type Clause, isNegated } from '../clauses/clause.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Range } from '../clauses/sentences.ts'
import type { Hit, Hits } from '../cues/hits.ts'
import type { Cue } from '../cues/names.ts'
import { Around, type Page } from '../terms/around.ts'
import type { Block } from '../types.ts'

type Training = 'yes' | 'no' | 'opt_out' | 'opt_in' | 'depends'

interface Said extends Range {
  value: Training
  block: Block
  /** "We run on X. X does not train on your data": counts only if the vendor says nothing about itself. */
  isOfSupplier?: boolean
}

const NOWHERE: Omit<Page, 'before' | 'next'> = { isAgreement: false, isServiceLevel: false }

export function trainingFinding(reading: Reading): Finding | undefined {
  const all = reading.blocks.flatMap((block, at) => {
    const page = { ...NOWHERE, before: reading.blocks[at - 1], next: reading.blocks[at + 1] }
    return saidIn(reading, block, page)
  })
  const own = all.filter(({ isOfSupplier }) => !isOfSupplier)
  const said = own.length > 0 ? own : all
  const value = decided(said.map((one) => one.value))
  const shown = said.find((one) => one.value === value) ?? said[0]
  if (!value || !shown) return undefined
  return {
    ...{ category: 'ai_training', predicate: 'trains_on_customer_data', value, state: 'affirmed' },
    text: `Trains on customer data: ${value.replace('_', ' ')}`,
    ...{ block: shown.block, start: shown.start, end: shown.end, rule: 'ai/trains-on-customer-data' },
    binding: shown.isOfSupplier ? 'heading' : 'clause',
  }
}

/** A page may cover several plans and settings with different answers. */
function decided(values: readonly Training[]): Training | undefined {
  const kinds = new Set(values)
  if (kinds.size <= 1) return values[0]
  if (kinds.has('depends')) return 'depends'
  if (kinds.has('no')) return kinds.size === 2 && kinds.has('opt_in') ? 'opt_in' : 'depends'
  return kinds.has('opt_out') ? 'opt_out' : 'opt_in'
}

function saidIn(reading: Reading, block: Block, page: Page): Said[] {
  const scanned = reading.scan(block)
  if (!scanned || block.kind === 'heading') return []
  const asked = answered(reading, scanned, block)
  if (asked) return [asked]
  if (!scanned.hits.any(['train', 'improve'])) return []
  return reading.clausesOf(block).flatMap((clause) => {
    const around = new Around(clause, reading, page)
    const { start, end } = clause.sentence
    const value = trains(around)
    if (value) return [{ value, block, start, end }]
    return isDeniedBySupplier(around) ? [{ value: 'no' as const, block, start, end, isOfSupplier: true }] : []
  })
}

/** "Do you train on our data? No.": the question may be a heading, the previous sentence or the cell to the left. */
function answered(reading: Reading, scanned: Scanned, block: Block): Said | undefined {
  const { question, questionStart, cells } = block
  const [first, second] = cells
  if (first && second && cells.length === 2 && asks(scanned.hits, first)) return answer(scanned, second, block, block)
  const sentences = reading.sentencesOf(block)
  const [opening, next] = sentences
  if (question !== '' && opening) {
    const { hits, view } = reading.scanBeside(question, scanned.language)
    const place = { start: questionStart, end: opening.end }
    if (asks(hits, { start: 0, end: view.length })) return answer(scanned, opening, block, place)
  }
  const isQuestion = opening && /[?？]$/.test(reading.view.slice(opening.start, opening.end))
  if (!isQuestion || !next || !asks(scanned.hits, opening)) return undefined
  return answer(scanned, next, block, { start: opening.start, end: next.end })
}

const asks = (hits: Hits, { start, end }: Range): boolean =>
  hits.has('train', start, end) &&
  hits.any(['model', 'their_data'], start, end) &&
  !hits.any(['employee', 'other'], start, end)

function answer(scanned: Scanned, said: Range, block: Block, { start, end }: Range): Said | undefined {
  const { hits } = scanned
  const is = (cue: Cue): boolean => hits.has(cue, said.start, said.end)
  const value = answerIn(scanned, said)
  if (value !== 'yes' && value !== 'no') return undefined
  const choice = is('opt_out') ? 'opt_out' : is('opt_in') ? 'opt_in' : undefined
  const isOpen = is('unless') || is('by_plan') || is('condition')
  if (!choice && isOpen) return undefined
  return { value: choice ?? value, block, start, end }
}

const SILENT: ReadonlySet<string> = new Set(['question', 'definition', 'advice'])

function trains(around: Around): Training | undefined {
  const { clause } = around
  const trained = trainingIn(around)
  if (!trained || SILENT.has(clause.modality) || !isAboutTheirData(around)) return undefined
  if (isByOthers(around, trained)) return undefined
  const isDenied = isNegated(clause) || around.has('excluded')
  const choice = choiceIn(around)
  if (choice) return choice
  if (around.inSentence('by_plan') && !around.inSentence('all_plans')) return 'depends'
  if (around.inSentence('unless')) return undefined
  const isIf = isConditional(around)
  if (isDenied) return isIf ? undefined : 'no'
  if (around.inSentence('other_data') || !isPlainlyOwn(around)) return undefined
  return isIf ? 'depends' : 'yes'
}

/** A supplier that does not train on customer data, in a text about the vendor's own features. */
function isDeniedBySupplier(around: Around): boolean {
  const { clause, actor } = around
  if (actor !== 'other' || SILENT.has(clause.modality) || !isNegated(clause)) return false
  if (!trainingIn(around) || !around.inSentence('their_data') || around.inSentence('unless')) return false
  return !isConditional(around) && around.namesVendorNear()
}

const NEAR = 60

/** "Train", or "improve" in the context of a model: services are improved in many other ways. */
function trainingIn(around: Around): Hit | undefined {
  const { hits, start, end } = around.clause
  const isModelled = around.inSentence('model') || around.isAbove('model')
  const hit = isModelled ? hits.first('train', start, end) : undefined
  const improved = hits.all('improve', start, end).find((one) => around.near('model_word', one, NEAR))
  return hit ?? improved
}

/** "If the customer consents, data is used for training" is about the customer's data. */
const isAboutTheirData = (around: Around): boolean =>
  around.inSentence('their_data') || (around.inSentence('opt_in') && around.inSentence('thing'))

/** True for suppliers, employees, and customers who may not train on what they receive. */
function isByOthers(around: Around, trained: Hit): boolean {
  const { clause, actor } = around
  if (actor === 'employee' || actor === 'other' || isAgent(clause)) return true
  const isChoice = around.inSentence('opt_out') || around.inSentence('opt_in')
  if (actor === 'customer' && !isChoice) return true
  return clause.hits.any(['other', 'subprocessor', 'employee'], clause.subject.end, trained.start) && !isOwn(around)
}

/** "May be used by the provider for training": someone other than the vendor. */
function isAgent({ hits, subject, end, block, start }: Clause): boolean {
  const agent = hits.first('facility', subject.end, end) ?? hits.first('other', subject.end, end)
  return agent !== undefined && BY.test(block.text.slice(Math.max(0, start - block.start), agent.start - block.start))
}

const BY =
  /(?<!\p{L})(?:by|von|durch|par|por|pelo|pela|da|dal|dalla|door) (?:(?:the|your|our|a|an|its|dem|der|den|unseren?|le|la|nos|el|nuestros|o|os|nossos|i|nostri|de|het|onze) )?$/iu

const isOwn = ({ clause, actor }: Around): boolean => actor === 'vendor' || clause.namesVendor || actor === 'nobody'

/** A "yes" is an accusation, so it needs the vendor or its data as subject, and no negation in the sentence. */
function isPlainlyOwn(around: Around): boolean {
  const { clause } = around
  const { subject } = clause
  const isData = around.has('their_data', subject.start, subject.end) && around.has('use')
  return (around.actor === 'vendor' || isData) && !sentenceOf(around).some(isNegated)
}

const sentenceOf = ({ clause, reading }: Around): Clause[] =>
  reading.clausesOf(clause.block).filter((one) => one.sentence.start === clause.sentence.start)

/** In the same sentence or the next: "You can opt out at any time." */
function choiceIn(around: Around): 'opt_out' | 'opt_in' | undefined {
  if (around.inSentence('opt_out')) return 'opt_out'
  if (around.inSentence('opt_in')) return 'opt_in'
  if (isNegated(around.clause)) return undefined
  const { block, sentence } = around.clause
  const isLater = (cue: Cue): boolean => around.has(cue, sentence.end, block.end) || around.isNext(cue)
  return isLater('opt_out') ? 'opt_out' : isLater('opt_in') ? 'opt_in' : undefined
}

/** "When you use our assistant" is not a real condition: every user meets it. */
const isConditional = (around: Around): boolean =>
  sentenceOf(around).some((one) => one.modality === 'condition' && !isMereUse(one))

const isMereUse = ({ hits, start, end, namesVendor }: Clause): boolean =>
  hits.has('use', start, end) && (namesVendor || hits.any(['own_thing', 'ai', 'own', 'assistant'], start, end))
