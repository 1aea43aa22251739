// Lengths of time and percentages, each with the verb it belongs to: "notify 30 days", "object within 15 days".
import type { Hits } from '../cues/hits.ts'
import type { Cue } from '../cues/names.ts'
import type { Scanned } from './scanned.ts'
import type { Range } from './sentences.ts'

const TERM_VERBS = ['notify', 'object', 'delete', 'retain', 'audit', 'claim', 'response', 'maintenance'] as const
type TermVerb = (typeof TERM_VERBS)[number]
export type Unit = 'minute' | 'hour' | 'day' | 'businessDay' | 'week' | 'month' | 'year' | '%'

export interface Amount extends Range {
  value: number
  unit: Unit
  /** Undefined if there is none in the clause or its sentence. */
  verb: TermVerb | undefined
  /** "30 days in advance": before an event. */
  isAhead: boolean
  /** "after 30 days", "30 days after": once the time is over. */
  isAfter: boolean
  /** "within 30 days". */
  isWithin: boolean
  /** "after 30 days at the latest". */
  isLatest: boolean
}

const FIGURES = /(\d{1,4}(?:[.,]\d{1,3})?)\+?\s*(?:\(\s*[\p{L}-]{2,20}\s*\)\s*)?[-\s]*(?:[\p{L}]{1,14}\s+)?$/u
const IN_BRACKETS = /\(\s*(\d{1,4})\s*\)\s*(?:[\p{L}]{1,14}\s+)?$/u
const PERCENT =
  /(\d{1,3}(?:[.,]\d{1,4})?)\s?(?:[%％]|(?:per\s?cent|prozent|pour cent|por ciento|por cento|per cento|procent)(?!\p{L})|パーセント)/gu
const REACH = 44
const UNBOUND = { verb: undefined, isAhead: false, isAfter: false, isWithin: false, isLatest: false }

export function amountsIn(scanned: Scanned, clause: Range, sentence: Range): Amount[] {
  const { view, hits } = scanned
  const amounts: Amount[] = []
  for (const unit of hits.all('unit', clause.start, clause.end)) {
    const found = numberBefore(scanned, clause.start, unit.start)
    if (!found) continue
    const place = { start: found.start, end: unit.end }
    const isAhead = standsAhead(place, sentence, hits)
    const verb = verbOf(place, clause, scanned, isAhead) ?? verbOf(place, sentence, scanned, isAhead)
    const isAfter = standsAfter(place, sentence, scanned)
    const isWithin = standsWithin(place, sentence, scanned)
    const isLatest = isAfter && isWithin && standsLatest(place, sentence, scanned)
    amounts.push({ ...place, value: found.value, unit: unit.value as Unit, verb, isAhead, isAfter, isWithin, isLatest })
  }
  for (const match of view.slice(clause.start, clause.end).matchAll(PERCENT)) {
    const start = clause.start + match.index
    amounts.push({ start, end: start + match[0].length, value: toNumber(match[1]), unit: '%', ...UNBOUND })
  }
  return amounts.sort((one, other) => one.start - other.start)
}

function numberBefore(
  { view, hits, language }: Scanned,
  from: number,
  unit: number,
): { value: number; start: number } | undefined {
  const start = Math.max(from, unit - REACH)
  const before = view.slice(start, unit)
  const figures = IN_BRACKETS.exec(before) ?? FIGURES.exec(before)
  if (figures) return { value: toNumber(figures[1]), start: start + figures.index }
  const word = hits.last('number', from, unit)
  const between = word ? view.slice(word.end, unit) : ''
  const isNear = language === 'ja' ? between === '' : /^[\s-]*(?:\p{L}{1,14}\s+)?$/u.test(between)
  return word && isNear ? { value: Number(word.value), start: word.start } : undefined
}

/** Handles both decimal signs: "1.000" and "99,95". */
function toNumber(figures = ''): number {
  return Number(
    /^\d{1,3}[.,]\d{3}$/.test(figures) && !/^(?:0|99|100)[.,]/.test(figures)
      ? figures.replace(/[.,]/, '')
      : figures.replace(',', '.'),
  )
}

/**
 * The nearest verb. A verb after the number that follows "after", "of" or "from" only says when the period starts:
 * "object within 15 days of such notice" is about objecting.
 */
function verbOf(place: Range, around: Range, { hits, language }: Scanned, isAhead: boolean): TermVerb | undefined {
  let best: { verb: TermVerb | undefined; far: number } = { verb: undefined, far: Number.POSITIVE_INFINITY }
  // "通知から30日以内に": in a language with final verbs, the start of the period comes before the number.
  const isVerbLast = language === 'ja'
  for (const verb of TERM_VERBS) {
    // "30 days in advance, so that Customer may object": a period before an event is not a period for objecting.
    if (verb === 'object' && isAhead) continue
    for (const hit of hits.all(verb as Cue, around.start, around.end)) {
      const isBehind = hit.start >= place.end
      let far = isBehind ? hit.start - place.end : Math.max(0, place.start - hit.end)
      const between = isBehind ? [place.end, hit.start] : [hit.end, place.start]
      if (isBehind !== isVerbLast && hits.has('anchor', between[0], between[1])) far += 200
      if (far < best.far) best = { verb, far }
    }
  }
  return best.verb
}

const AHEAD = 26
const LEAD_TIME = 24
const AFTER = 26
const AT_ONCE = 8

/** "30 days in advance", "with a lead time of 30 days". */
function standsAhead(place: Range, around: Range, hits: Hits): boolean {
  const to = Math.min(around.end, place.end + AHEAD)
  const hit = [hits.first('ahead', place.end, to), hits.first('before', place.end, to)].find(
    (one) => one && !hits.has('anchor', place.end, one.start),
  )
  if (hit) return true
  return hits.has('notice_period', Math.max(around.start, place.start - LEAD_TIME), place.start)
}

/** "after 30 days", "older than 30 days". In Japanese the word follows the number. */
function standsAfter(place: Range, around: Range, { hits, language }: Scanned): boolean {
  if (language === 'ja') return hits.has('after', place.end, Math.min(around.end, place.end + AT_ONCE))
  const next = hits.first('after', place.end, around.end)
  if (next && next.start - place.end < 3) return true
  return hits.has('after', Math.max(around.start, place.start - AFTER), place.start)
}

function standsWithin(place: Range, around: Range, { hits, language }: Scanned): boolean {
  if (language === 'ja') return hits.has('within', place.end - 2, Math.min(around.end, place.end + AT_ONCE))
  return hits.has('within', Math.max(around.start, place.start - LEAD_TIME), place.start)
}

/** "Spätestens nach": both words next to each other before the period. */
function standsLatest(place: Range, around: Range, { hits, language }: Scanned): boolean {
  if (language === 'ja') return false
  const from = Math.max(around.start, place.start - LEAD_TIME)
  const after = hits.last('after', from, place.start)
  const within = hits.last('within', from, place.start)
  return after !== undefined && within !== undefined && after.end > within.start && after.start - within.end <= 1
}

const DAYS: Readonly<Record<Unit, number | undefined>> = {
  ...{ minute: 1 / 1440, hour: 1 / 24, day: 1, businessDay: 1, week: 7, month: 30, year: 365 },
  '%': undefined,
}
export const daysOf = ({ unit, value }: Amount): number | undefined => {
  const factor = DAYS[unit]
  return factor === undefined ? undefined : value * factor
}
