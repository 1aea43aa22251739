// Assigns a length of time to a term, by its verb, by who acts, and by its topic.
import { type Amount, daysOf } from '../clauses/amounts.ts'
import { isNegated } from '../clauses/clause.ts'
import type { Around } from './around.ts'
import { lengthOf, type TermName } from './term.ts'

interface Bound {
  name: TermName
  value: string
}

/** A longer period is not a breach notice. */
const MOST_BREACH_DAYS = 7
const MOST_DAYS = 366 * 2
const NEAR = 160
const SILENT: ReadonlySet<string> = new Set(['question'])

export function boundTo(around: Around, amount: Amount): Bound | undefined {
  const days = daysOf(amount)
  if (days === undefined || days <= 0 || SILENT.has(around.clause.modality)) return undefined
  return serviceLevel(around, amount) ?? (isOthers(around, amount) ? undefined : agreed(around, amount, days))
}

function serviceLevel(around: Around, amount: Amount): Bound | undefined {
  if (around.actor === 'other') return undefined
  const value = lengthOf(amount)
  // "Announced 7 days ahead" below a heading that is only about maintenance.
  const isHeaded = around.page.isServiceLevel && amount.verb !== 'response' && !around.isAbout('support')
  const reach = isHeaded ? 4 : 2
  if (around.isAbout('maintenance', 'subprocessor', 'breach') && (around.far('maintenance') ?? 4) < reach) {
    if (isNotice(around, amount)) return { name: 'maintenance_notice', value }
    const isShort = amount.unit === 'hour' || amount.unit === 'minute'
    if (isShort && around.has('limit')) return { name: 'maintenance_limit', value }
  }
  const isCredit = around.far('credit') !== undefined
  const isClaim = around.has('claim') && isCredit && amount.unit !== 'hour' && amount.unit !== 'minute'
  if (isClaim && around.isAbout('claim', 'retain', 'delete')) return { name: 'claim_window', value }
  return responds(around, amount) ? { name: 'response_time', value } : undefined
}

/** Response times of support, as opposed to answers to data subjects. */
function responds(around: Around, { verb, unit }: Amount): boolean {
  if (verb === undefined && unit !== 'month' && unit !== 'year' && isMostUrgent(around)) return true
  if (verb !== 'response' || unit === 'month' || unit === 'year') return false
  if (around.inSentence('person_request') || around.actor === 'customer') return false
  // On other pages, this is about the handling of incidents, not of tickets.
  if (!around.page.isServiceLevel && isOfSecurity(around) && !around.inSentence('response_time')) return false
  return around.inSentence('response_time') || around.far('support') !== undefined
}

const ANY_INCIDENT = /^(?:incident\w*|incidenc\w+|vorf[aä]lle?n?|incidente\w*|インシデント)$/u

/** "Security incidents", as opposed to incidents of any kind. */
const isOfSecurity = ({ clause, reading }: Around): boolean =>
  clause.hits
    .all('breach', clause.sentence.start, clause.sentence.end)
    .some(({ start, end }) => !ANY_INCIDENT.test(reading.view.slice(start, end)))

/** "Critical issues: 1 hour", the first in a list of response times. */
function isMostUrgent(around: Around): boolean {
  const { clause, page } = around
  const { block } = clause
  const isFirst = page.before?.group !== block.group
  if (block.kind !== 'item' || !isFirst || !page.isServiceLevel || around.has('verb')) return false
  return around.isAbove('response_time') && around.has('support')
}

/** Periods of audits, remedies, certificates and data subject requests belong to no term. */
function isOthers(around: Around, amount: Amount): boolean {
  const { verb } = amount
  if (verb === 'audit') return true
  const { subject } = around.clause
  if (around.has('other_period', subject.start, subject.end)) return true
  if (verb === 'retain') return false
  if (around.near('audit', amount, NEAR) && !around.near('subprocessor', amount, NEAR)) return true
  return around.near('other_period', amount, NEAR / 4)
}

function agreed(around: Around, amount: Amount, days: number): Bound | undefined {
  const rounded = String(Math.round(days))
  if (isDays(amount) && objects(around, amount)) return { name: 'objection_days', value: rounded }
  if (tellsOfBreach(around, amount, days)) return { name: 'breach_notice_hours', value: String(Math.round(days * 24)) }
  if (isDays(amount) && tellsOfSubprocessor(around, amount)) return { name: 'subprocessor_notice_days', value: rounded }
  if (days < MOST_DAYS && isDays(amount) && deletesAtTheEnd(around, amount))
    return { name: 'deletion_days', value: rounded }
  return keeps(around, amount) ? { name: 'retention_period', value: lengthOf(amount) } : undefined
}

/** "Invoices: ten years" in a list of retention periods. */
const isLabelled = (around: Around): boolean =>
  around.clause.block.kind === 'item' && !around.has('verb') && (around.isAbove('retention') || around.isLead('retain'))

/** The customer chooses the value, unless a default is named. */
export const isChosen = (around: Around): boolean => {
  const { hits, sentence } = around.clause
  const choice = hits
    .all('configurable', sentence.start, sentence.end)
    .some(({ start, end }) => !isExample(around, start, end))
  return choice && !around.inSentence('default')
}

/** "Metadata (e.g. names)" gives an example of the data, not of the period. */
const isExample = ({ reading, clause }: Around, start: number, end: number): boolean =>
  /^(?:e\.g\.|z\.b\.|zum beispiel|par exemple|por ejemplo|por exemplo|ad esempio|bijvoorbeeld|例えば)$/.test(
    reading.view.slice(start, end),
  ) && !clause.hits.has('unit', end, end + 20)

const IMPERATIVE = /^(?:[^,]{0,40}, )?(?:please )?(?:retain|keep|store|delete|remove|save|hold)\s/

/** "For compliance, keep records for 6 years" is an instruction to the reader. */
const isInstruction = ({ clause, view }: Around): boolean =>
  clause.language === 'en' && clause.holder === 'nobody' && IMPERATIVE.test(view)

const isDays = ({ unit }: Amount): boolean => unit !== 'minute' && unit !== 'hour' && unit !== 'year'

/** A notice before an event: "30 days in advance", or "before engaging X, we inform you 30 days …". */
function isNotice(around: Around, { isAhead, verb }: Amount): boolean {
  return isAhead || (verb === 'notify' && around.inSentence('before'))
}

function objects(around: Around, amount: Amount): boolean {
  if (amount.isAhead || !around.inSentence('object')) return false
  const { subject } = around.clause
  const isSubject = around.has('object', subject.start, subject.end) || around.inSentence('customer')
  if (around.actor === 'other' && !isSubject) return false
  const { verb } = amount
  const isSent = verb === 'claim' && around.has('object')
  const says = verb === 'object' || isSent || (verb === 'notify' && around.clause.holder === 'customer')
  return says && around.far('subprocessor') !== undefined
}

function tellsOfBreach(around: Around, { verb, isAhead }: Amount, days: number): boolean {
  if (verb !== 'notify' || isAhead || days > MOST_BREACH_DAYS) return false
  if (around.actor === 'customer' || around.actor === 'other' || around.actor === 'employee') return false
  // Authorities are notified by the controller.
  if (around.inSentence('authority') && !(around.actor === 'vendor' && around.has('customer'))) return false
  return around.isAbout('breach', 'subprocessor') || (around.has('breach') && isTheProcessor(around))
}

/** "Le sous-traitant notifie": some languages use one word for processors and sub-processors. */
function isTheProcessor({ clause, actor }: Around): boolean {
  const { hits, subject, end } = clause
  return (
    actor === 'vendor' && hits.has('party', subject.start, subject.end) && !hits.has('subprocessor', subject.end, end)
  )
}

function tellsOfSubprocessor(around: Around, amount: Amount): boolean {
  if (amount.verb !== 'notify' || !isNotice(around, amount)) return false
  if (around.actor === 'customer' || isOthersDeed(around) || around.inSentence('breach')) return false
  return around.isAbout('subprocessor', 'maintenance') && !isNegated(around.clause)
}

/** "Before engaging a sub-processor, Acme will …" is about Acme, and so is "new sub-processors are announced". */
function isOthersDeed(around: Around): boolean {
  const { clause, actor } = around
  if (actor !== 'other') return false
  if (around.has('subprocessor', clause.subject.start, clause.subject.end) && clause.modality !== 'duty') return false
  return !clause.namesVendor && !around.has('own')
}

function deletesAtTheEnd(around: Around, amount: Amount): boolean {
  const { verb } = amount
  if (isAlternative(around, amount)) return false
  const isDeleted = verb === 'delete' || (verb === undefined && around.isOpen() && around.isNext('delete'))
  if (!isDeleted || around.actor === 'customer' || around.has('no_deletion') || around.has('breach')) return false
  return around.far('ending') !== undefined && around.far('ending') !== 4
}

/** "12 months after cancellation, or deletion on request": the period does not belong to the deletion. */
function isAlternative({ clause: { hits, start, end } }: Around, amount: Amount): boolean {
  const deletion = hits.first('delete', amount.end, end)
  if (!deletion || hits.has('delete', start, amount.start) || hits.has('verb', start, deletion.start)) return false
  return hits.has('break', amount.end, deletion.start)
}

/** "Logs are kept for 90 days", "recordings are deleted after 30 days". */
function keeps(around: Around, amount: Amount): boolean {
  const { clause, actor } = around
  if (clause.modality === 'advice' || actor === 'customer' || actor === 'other') return false
  if (around.inSentence('advice') || around.inSentence('recommend')) return false
  if (isChosen(around) || isInstruction(around)) return false
  if (amount.verb === 'delete') return isOver(amount) && !provesDeletion(around)
  const isKept = amount.verb === 'retain' || (amount.verb === undefined && around.isAbove('retention'))
  return (isKept || isLabelled(around)) && (!isDeniedBefore(around, amount) || around.has('limit'))
}

/** "After 30 days", "after 30 days at the latest"; not "within 30 days", whose start is unknown. */
const isOver = ({ isAfter, isWithin, isLatest }: Amount): boolean => isAfter && (!isWithin || isLatest)

/** "Logs are deleted" deletes logs; "logs of the deletion are kept" does not. */
function provesDeletion(around: Around): boolean {
  const { clause } = around
  const proof = clause.hits.last('no_deletion', clause.start, clause.end)
  return proof !== undefined && !(around.has('thing', proof.start, proof.end) && proof.end <= clause.subject.end + 1)
}

/** "Kept for 30 days, and not shared": a negation after the period is about something else, except in Japanese. */
const isDeniedBefore = ({ clause }: Around, { end }: Amount): boolean =>
  isNegated(clause) && (clause.language === 'ja' || clause.negatedAt < end)
