// The way of evidence through its review, and when its file may be handed out. Pure: facts in, verdict out.
import type { Role } from '@veritrace/contract/endpoint'
import type { VerbOf } from '@veritrace/contract/event-types'
import type { Evidence, EvidencePatch, ReviewStatus } from '@veritrace/contract/provenance/evidence'

interface Transition {
  /** The least role that may ask for it; null where it only follows from something else. */
  least: Role | null
  /** Its name in the audit log. */
  action: VerbOf<'evidence'>
}
export interface Step extends Transition {
  least: Role
}

/** From, to, who, and what it is called. Every other pair is refused. */
export const TRANSITIONS: Readonly<Record<ReviewStatus, Readonly<Partial<Record<ReviewStatus, Transition>>>>> = {
  pending: { in_review: { least: 'reviewer', action: 'submit' } },
  in_review: {
    approved: { least: 'reviewer', action: 'approve' },
    rejected: { least: 'reviewer', action: 'reject' },
    changes_requested: { least: 'reviewer', action: 'request_changes' },
  },
  // A new file arrives.
  changes_requested: { pending: { least: null, action: 'replace_file' } },
  approved: {
    // The clock.
    expired: { least: null, action: 'expire' },
    // What replaces it was approved.
    superseded: { least: null, action: 'supersede' },
  },
  rejected: {},
  expired: {},
  superseded: {},
}

const isAskable = (step: Transition): step is Step => step.least !== null

/** The step that a caller asks for, or undefined where the state does not allow it. */
export function stepOf(from: ReviewStatus, to: ReviewStatus): Step | undefined {
  const step = TRANSITIONS[from][to]
  return step && isAskable(step) ? step : undefined
}

export const allowedFrom = (from: ReviewStatus): string[] =>
  Object.entries(TRANSITIONS[from])
    .filter(([, step]) => isAskable(step))
    .map(([to]) => to)

const VERDICTS: readonly ReviewStatus[] = ['approved', 'rejected', 'changes_requested']
export const isVerdict = (status: ReviewStatus | undefined): boolean =>
  status !== undefined && VERDICTS.includes(status)

/** What a reviewer has read must stay as it was read. */
export const isWritable = (status: ReviewStatus): boolean => status === 'pending' || status === 'changes_requested'
/** A file comes where there is none, or where the reviewer asked for another. */
export const takesFile = (row: Pick<Evidence, 'review_status' | 'upload_status'>): boolean =>
  row.review_status === 'changes_requested' || (row.review_status === 'pending' && row.upload_status !== 'uploaded')

const WORDS = [
  'title',
  'kind',
  'description',
  'issued_at',
  'valid_from',
  'valid_until',
  'issuer',
  'scope',
  'period_start',
  'period_end',
  'collection_procedure',
] as const
export const hasWords = (patch: EvidencePatch): boolean => WORDS.some((word) => patch[word] !== undefined)

/** Everything that is neither a step of the review nor asked of a reviewer. */
export const isHandling = (patch: EvidencePatch): boolean => {
  const { review_status, review_reason, ...rest } = patch
  return Object.keys(rest).length > 0
}

type ServeProblem = 'evidence_not_uploaded' | 'evidence_not_scanned' | 'evidence_infected'

/** Why the file may not leave, or be vouched for; undefined where it may. */
export function serveProblem({
  upload_status,
  scan_status,
}: Pick<Evidence, 'upload_status' | 'scan_status'>): ServeProblem | undefined {
  if (upload_status !== 'uploaded') return 'evidence_not_uploaded'
  if (scan_status === 'infected') return 'evidence_infected'
  return scan_status === 'pending' ? 'evidence_not_scanned' : undefined
}

interface Dates {
  issued_at?: Date | null | undefined
  valid_from?: Date | null | undefined
  valid_until?: Date | null | undefined
  period_start?: Date | null | undefined
  period_end?: Date | null | undefined
}
interface FieldProblem {
  path: string
  message: string
}

export function dateProblems(dates: Dates): FieldProblem[] {
  const pairs = [
    ['valid_from', 'valid_until'],
    ['issued_at', 'valid_until'],
    ['period_start', 'period_end'],
  ] as const
  return pairs.flatMap(([from, to]) => {
    const [start, end] = [dates[from], dates[to]]
    return start && end && start > end ? [{ path: to, message: `must not be before ${from}` }] : []
  })
}

/** When it is to be renewed where nobody said: at its end, or a year after its issue. */
export function renewalDue({ valid_until, issued_at }: Dates): Date | null {
  if (valid_until) return valid_until
  if (!issued_at) return null
  const due = new Date(issued_at)
  due.setUTCFullYear(due.getUTCFullYear() + 1)
  return due
}

/** The day of renewal follows the dates that it came from, unless someone has chosen another. */
export function renewalAfter(before: Renewed, dates: Dates & Partial<Renewed>): Partial<Renewed> {
  const isChosen = before.renewal_due_at?.getTime() !== renewalDue(before)?.getTime()
  return isChosen || dates.renewal_due_at !== undefined ? {} : { renewal_due_at: renewalDue({ ...before, ...dates }) }
}
interface Renewed extends Dates {
  renewal_due_at: Date | null
}

export const hasEnded = ({ valid_until }: Dates, now: Date): boolean => Boolean(valid_until && valid_until <= now)

/** Cold objects stand under a prefix of their own, for which a bucket may have a cheaper class. */
export const keyPrefix = (tenant: string, tier: 'hot' | 'cold'): string =>
  `${tier === 'cold' ? 'cold/' : ''}evidence/${tenant}/`
