// Data locations: clauses about the storage of customer data, and text under a heading about it. Ignores offices,
// suppliers and staff, and everything that may, must or will be the case.
import type { Finding } from '../claim.ts'
import { type Clause, has, inSentence, isNegated } from '../clauses/clause.ts'
import { opensWith } from '../clauses/pieces.ts'
import type { Reading } from '../clauses/reading.ts'
import type { Scanned } from '../clauses/scanned.ts'
import type { Range } from '../clauses/sentences.ts'
import type { Cue } from '../cues/names.ts'
import { type Place, placesAt } from '../language/places.ts'
import type { Block, DocumentContext } from '../types.ts'
import { isFact } from './facts.ts'
import { byColumn } from './place-columns.ts'
import {
  besideSite,
  byNationality,
  isAnybodys,
  isDemanded,
  isExample,
  isNoAdjective,
  isOfPeople,
  isStrangers,
  isWithin,
  namedSubject,
} from './whereabouts.ts'

interface Kept {
  place: string
  planned: boolean
  block: Block
  start: number
  end: number
}

const LONGEST_LISTED = 160
const QUESTION = /[?？]\s*$|ますか|ですか/u

export function residencyFindings({ kind }: DocumentContext, reading: Reading): Finding[] {
  if (/sub-?processor|processors/.test(kind)) return []
  const found = new Map<string, Kept>()
  let header: Block | undefined
  for (const block of reading.blocks) {
    if (block.kind !== 'row') header = undefined
    for (const kept of keptIn(reading, block, header)) {
      const key = `${kept.place} ${kept.planned}`
      if (!found.has(key) && kept.place !== 'Worldwide') found.set(key, kept)
    }
    if (block.kind === 'row' && header?.group !== block.group) header = block
  }
  return [...found.values()].filter(({ place, planned }) => !planned || !found.has(`${place} false`)).map(findingOf)
}

function keptIn(reading: Reading, block: Block, header: Block | undefined): Kept[] {
  const scanned = block.kind === 'heading' || block.kind === 'badge' ? undefined : reading.scan(block)
  if (!scanned || isOfOthers(reading, block, scanned)) return []
  const answered =
    block.kind === 'row' ? answerInRow(reading, scanned, block, header) : answerTo(reading, scanned, block)
  if (answered) return answered
  const listed =
    block.text.length < LONGEST_LISTED && isUnderPlaces(reading, scanned, block) ? inList(scanned, block) : []
  return listed.length > 0 ? listed : reading.clausesOf(block).flatMap((clause) => inClause(scanned, clause))
}

/** Rows and items under a heading, a lead or a header about suppliers, offices or transfers. */
function isOfOthers(reading: Reading, block: Block, { language }: Scanned): boolean {
  const nearest = reading.scanBeside(block.path.at(-1) ?? '', language).hits
  if (nearest.any(['subprocessor', 'suppliers', 'abroad']) || (nearest.has('office') && !nearest.has('place_heading')))
    return true
  return (
    block.kind !== 'paragraph' &&
    reading.scanBeside(block.lead, language).hits.any(['subprocessor', 'suppliers', 'office'])
  )
}

/** "Where is data stored?" in one cell or before a colon, and a place in the next cell. */
function answerInRow(reading: Reading, scanned: Scanned, block: Block, header?: Block): Kept[] | undefined {
  const [first, ...rest] = block.cells
  if (!first || rest.length === 0) return undefined
  if (!asksWhere(scanned, first, first.text) && !(rest.length === 1 && isTopic(scanned, first))) {
    const places = header ? byColumn(reading, scanned, block, header) : []
    const planned = scanned.hits.has('plan', block.start, block.end)
    return places.length > 0 && !scanned.hits.has('negation', block.start, block.end)
      ? kept(block, block, places, planned)
      : undefined
  }
  return rest.flatMap(({ start, end }) => kept(block, block, placesAt(scanned.text, start, end)))
}

/** "Data centre" and nothing else. */
function isTopic({ hits, text }: Scanned, { start, end }: Range): boolean {
  const topic = hits.first('place_topic', start, end)
  return topic !== undefined && topic.end - topic.start >= text.slice(start, end).trim().length - 2
}

function answerTo(reading: Reading, scanned: Scanned, block: Block): Kept[] | undefined {
  if (block.question === '' || block.text.length >= LONGEST_LISTED) return undefined
  const question = reading.scanBeside(block.question, scanned.language)
  if (!asksWhere(question, { start: 0, end: question.view.length }, block.question)) return undefined
  const places = placesAt(scanned.text, block.start, block.end)
  const isSaid = reading.clausesOf(block).every(({ modality, negatedAt }) => modality === 'fact' && negatedAt < 0)
  return places.length > 0 && isSaid ? kept(block, { start: block.questionStart, end: block.end }, places) : undefined
}

function asksWhere({ hits }: Scanned, { start, end }: Range, text: string): boolean {
  if (hits.any(['office', 'subprocessor', 'abroad'], start, end)) return false
  if (hits.has('place_heading', start, end)) return true
  const isWhere = hits.all('label', start, end).some(({ value }) => value === 'location')
  const isKept = hits.any(['stored', 'processed'], start, end) || isWhere
  return QUESTION.test(text) && isKept && hits.has('data_thing', start, end)
}

/** "Data residency" as heading of "Frankfurt, Germany". */
function isUnderPlaces(reading: Reading, scanned: Scanned, block: Block): boolean {
  if (block.kind === 'paragraph' && block.text.length > LONGEST_LISTED / 2) return false
  const above = [block.path.at(-1) ?? '', ...(block.kind === 'paragraph' ? [] : [lastSentence(block.lead)])]
  return above.some((text) => {
    const { hits } = reading.scanBeside(text, scanned.language)
    if (hits.any(['office', 'subprocessor', 'abroad', 'negation', 'plan'])) return false
    return hits.has('place_heading') || (hits.has('place_topic') && isBare(scanned, block))
  })
}

const BARE_WORDS = 2
const BARE_LENGTH = 60
const PLAIN: readonly Cue[] = ['site', 'stored', 'data_thing', 'place_topic', 'preposition', 'label']

/** "Primary site: Stockholm": a place and hardly anything else. */
function isBare({ text, hits, language }: Scanned, { start, end }: Range): boolean {
  if (end - start > BARE_LENGTH || hits.any(['verb', 'support', 'customer'], start, end)) return false
  const known: Range[] = [...placesAt(text, start, end), ...PLAIN.flatMap((cue) => hits.all(cue, start, end))]
  const isKnown = (at: number): boolean => known.some((range) => at >= range.start && at < range.end)
  const words = [...text.slice(start, end).matchAll(language === 'ja' ? /[\p{L}ー]{1,4}/gu : /\p{L}{2,}/gu)]
  return words.filter(({ index }) => !isKnown(start + index)).length <= BARE_WORDS
}

const lastSentence = (text: string): string => text.split(/(?<=[.!?。])\s*/).at(-1) ?? ''

const NO_PLACES: readonly Cue[] = ['negation', 'duty', 'possibility', 'office', 'abroad', 'subprocessor']

function inList(scanned: Scanned, block: Block): Kept[] {
  const { hits } = scanned
  if (hits.any(NO_PLACES, block.start, block.end) || isAddress(scanned, block)) return []
  const planned = hits.has('plan', block.start, block.end)
  return kept(block, block, placesAt(scanned.text, block.start, block.end), planned)
}

const STREET = /\b\d{5}\b|\b(?:street|avenue|rue|calle|rua|stra(?:ß|ss)e|weg|straat)\b|\wstr\.|\wstra(?:ß|ss)e\b/iu

/** "Operated by Acme B.V., Amsterdam" and postal addresses name companies, not data locations. */
function isAddress({ hits, view }: Scanned, { start, end }: Range): boolean {
  const operator = hits.first('run_by', start, end)
  return (operator !== undefined && operator.start <= start + 2) || STREET.test(view.slice(start, end))
}

function inClause(scanned: Scanned, clause: Clause): Kept[] {
  const speaks =
    has(clause, 'stored') ||
    has(clause, 'processed') ||
    has(clause, 'site') ||
    has(clause, 'choose_place') ||
    has(clause, 'place_heading')
  if (!speaks || !isMeant(clause, scanned.view) || isDemanded(scanned, clause)) return []
  // "Choose between data centres in Spain and in Italy": the whole sentence is one choice.
  const isChoice = isChosen(clause)
  const { start, end } = isChoice ? clause.sentence : clause
  const all = [...placesAt(scanned.text, start, end), ...byNationality(clause)]
  const places = all.filter(
    (place) => isNoAdjective(scanned, place) && !isOfPeople(scanned, clause, place) && !isExample(scanned, place),
  )
  if (places.length === 0 || !(isChoice || isOfData(scanned, clause, places[0] as Place))) return []
  return kept(
    clause.block,
    clause.sentence,
    places,
    !isFact(clause, scanned.view, ORDINARY) && clause.modality === 'plan',
  )
}

/** Not a plan: "It runs in Spain", and in privacy policies even "will be stored in Spain". */
const ORDINARY =
  /^(?:project|läuft|laufend|befindet sich|will be(?= (?:\p{L}+ly )?(?:stored|hosted|kept|held|saved|processed|located))(?![^.]*\b20\d\d))/u

function isChosen(clause: Clause): boolean {
  const hasThing = inSentence(clause, 'site') || inSentence(clause, 'data_thing')
  return inSentence(clause, 'choose_place') && hasThing && clause.holder === 'customer' && clause.modality !== 'duty'
}

/** "Even if servers are in Spain", "for example, if a company stores …, it keeps …". */
const isSupposed = ({ hits, sentence, start, end }: Clause): boolean =>
  opensWith('supposed', { start, end }, hits) || opensWith('supposed', sentence, hits)

function isMeant(clause: Clause, view: string): boolean {
  if (isNegated(clause) || isSupposed(clause)) return false
  if (isChosen(clause)) return clause.modality !== 'advice' && clause.modality !== 'training'
  const isOffered = has(clause, 'choose_place') && (has(clause, 'data_thing') || has(clause, 'site'))
  if (clause.modality === 'possibility' || clause.modality === 'condition') return isOffered
  return clause.modality === 'plan' || isFact(clause, view, ORDINARY)
}

/** True if data, or a facility that holds it, is at the place, and the subject is not an office, a supplier or staff. */
function isOfData(scanned: Scanned, clause: Clause, place: Place): boolean {
  const { hits, view } = scanned
  const subject = namedSubject(scanned, clause)
  const behind = clause.language === 'ja' ? clause.end : place.start
  if (hits.has('abroad', clause.start, behind) || isOfSuppliers(hits, clause, place)) return false
  if (isStrangers(scanned, clause) || isAnybodys(scanned, clause, place)) return false
  const about = (cue: Parameters<typeof hits.has>[0]): boolean => hits.has(cue, subject.start, subject.end)
  const isData = about('data_thing') || about('site')
  if (about('suppliers')) return false
  if (!isData && (clause.holder === 'employee' || clause.holder === 'other')) return false
  if (clause.holder === 'customer' && !isData && !has(clause, 'choose_place') && !isKeptFor(hits, clause)) return false
  if (about('office') && !about('data_thing') && !isKeptFor(hits, clause)) return false
  // "From our office in Paris": the office is nearer to the place.
  const near = hits.last('office', clause.start, place.start)
  const thing = [
    hits.last('data_thing', clause.start, place.start),
    hits.last('site', clause.start, place.start),
    hits.last('stored', clause.start, place.start),
  ]
  const isNearer = thing.every((one) => one === undefined || (near !== undefined && one.start < near.start))
  if (near && isNearer) return false
  const isKept = has(clause, 'stored')
  if (isKept && has(clause, 'data_thing')) return true
  // "Acme is hosted in Ireland", "The place of storage is Spain".
  if (has(clause, 'hosted') && (clause.holder === 'vendor' || isBadge(hits, clause))) return true
  const heading = hits.first('place_heading', clause.start, clause.end)
  if (heading && heading.start < subject.end) return true
  if (has(clause, 'processed') && has(clause, 'data_thing') && isWithin(view, place)) return true
  if (has(clause, 'choose_place') && (has(clause, 'data_thing') || has(clause, 'site'))) return true
  return has(clause, 'site') && (isKept || besideSite(hits, view, place))
}

const BADGE = 60
const BEFORE_HOSTED = 16

/** "Made and hosted in Norway": with no other words, this is about the vendor. */
function isBadge(hits: Scanned['hits'], { start, block, holder }: Clause): boolean {
  const hosted = hits.first('hosted', start, start + BEFORE_HOSTED + 12)
  return (
    hosted !== undefined &&
    holder === 'nobody' &&
    block.end - block.start < BADGE &&
    hosted.start - start <= BEFORE_HOSTED
  )
}

/** "Customers in Asia have their data stored in Japan": it is the vendor who stores it. */
function isKeptFor(hits: Scanned['hits'], { start, end }: Clause): boolean {
  const theirs = hits.first('their_data', start, end)
  return theirs !== undefined && hits.has('stored', theirs.end, end) && !hits.has('stored', start, theirs.start)
}

/**
 * "Our sub-processors store data in India", "shared with sub-processors located in India"; not "stored by our host in
 * Spain".
 */
function isOfSuppliers(hits: Scanned['hits'], { start, end, subject }: Clause, place: Place): boolean {
  const supplier = hits.last('subprocessor', start, place.start) ?? hits.last('subprocessor', start, end)
  if (!supplier) return false
  const isSubject = supplier.start < subject.end || !hits.has('data_thing', start, supplier.start)
  return isSubject || hits.has('stored', supplier.end, place.start)
}

const kept = (block: Block, { start, end }: Range, places: readonly Place[], planned = false): Kept[] =>
  places.map(({ name }) => ({ place: name, planned, block, start, end }))

function findingOf({ place, planned, block, start, end }: Kept): Finding {
  return {
    category: 'data_residency',
    predicate: 'hosts_data_in',
    value: place,
    state: planned ? 'in_progress' : 'affirmed',
    text: planned ? `Planned data region: ${place}` : `Data is stored in: ${place}`,
    block,
    start,
    end,
    rule: planned ? 'residency/planned' : 'residency/kept',
    details: { location: place },
  }
}
