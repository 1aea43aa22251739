// The review workflow of evidence, and when its file may be downloaded. Pure functions.
import type { Role } from '@veritrace/contract/endpoint'
import type { VerbOf } from '@veritrace/contract/event-types'
import type { Evidence, EvidencePatch, ReviewStatus } from '@veritrace/contract/provenance/evidence'

interface Transition {
  /** The least role that may request it; null if it only happens automatically. */
  least: Role | null
  /** Its name in the audit log. */
  action: VerbOf<'evidence'>
}
export interface Step extends Transition {
  least: Role
}

/** By current and next status: the least role and the audit action. All other combinations are rejected. */
export const TRANSITIONS: Readonly<Record<ReviewStatus, Readonly<Partial<Record<ReviewStatus, Transition>>>>> = {
  pending: { in_review: { least: 'reviewer', action: 'submit' } },
  in_review: {
    approved: { least: 'reviewer', action: 'approve' },
    rejected: { least: 'reviewer', action: 'reject' },
    changes_requested: { least: 'reviewer', action: 'request_changes' },
  },
  // Happens when a new file is uploaded.
  changes_requested: { pending: { least: null, action: 'replace_file' } },
  approved: {
    // Happens when the valid_until date passes.
    expired: { least: null, action: 'expire' },
    // Happens when the replacement is approved.
    superseded: { least: null, action: 'supersede' },
  },
  rejected: {},
  expired: {},
  superseded: {},
}

const isAskable = (step: Transition): step is Step => step.least !== null

/** The step that a caller requests; undefined if the current status does not allow it. */
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

/** What a reviewer has read must not change. */
export const isWritable = (status: ReviewStatus): boolean => status === 'pending' || status === 'changes_requested'
/** Accepts a file if none has arrived, or if a reviewer requested changes. */
export const takesFile = (row: Pick<Evidence, 'review_status' | 'upload_status'>): boolean =>
  row.review_status === 'changes_requested' || (row.review_status === 'pending' && row.upload_status !== 'uploaded')

const DETAILS = [
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
export const hasDetails = (patch: EvidencePatch): boolean => DETAILS.some((field) => patch[field] !== undefined)

/** True if the patch changes anything besides the review fields. */
export const isHandling = (patch: EvidencePatch): boolean => {
  const { review_status, review_reason, ...rest } = patch
  return Object.keys(rest).length > 0
}

type ServeProblem = 'evidence_not_uploaded' | 'evidence_not_scanned' | 'evidence_infected'

/** Why the file may be neither downloaded nor approved; undefined if it may. */
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

/** The default renewal date: the expiry, or a year after the issue. */
export function renewalDue({ valid_until, issued_at }: Dates): Date | null {
  if (valid_until) return valid_until
  if (!issued_at) return null
  const due = new Date(issued_at)
  due.setUTCFullYear(due.getUTCFullYear() + 1)
  return due
}

/** Moves the renewal date along with the dates it was derived from, unless a user chose another one. */
export function renewalAfter(before: Renewed, dates: Dates & Partial<Renewed>): Partial<Renewed> {
  const isChosen = before.renewal_due_at?.getTime() !== renewalDue(before)?.getTime()
  return isChosen || dates.renewal_due_at !== undefined ? {} : { renewal_due_at: renewalDue({ ...before, ...dates }) }
}
interface Renewed extends Dates {
  renewal_due_at: Date | null
}

export const hasEnded = ({ valid_until }: Dates, now: Date): boolean => Boolean(valid_until && valid_until <= now)

/** Cold objects have their own prefix, so that a bucket can use a cheaper storage class for them. */
export const keyPrefix = (tenant: string, tier: 'hot' | 'cold'): string =>
  `${tier === 'cold' ? 'cold/' : ''}evidence/${tenant}/`
