// The workflow of a disclosure from draft to publication, and what each step requires. Pure functions.
import type { Role } from '@veritrace/contract/endpoint'
import type { VerbOf } from '@veritrace/contract/event-types'
import type { DisclosurePatch, Status } from '@veritrace/contract/provenance/disclosures'

interface Transition {
  /** The least role that may take the step; null if the step only follows from another. */
  least: Role | null
  /** Its name in the audit log. */
  action: VerbOf<'disclosure'>
}
export interface Step extends Transition {
  least: Role
}

/** By current and next status: the least role and the audit action. All other combinations are rejected. */
export const TRANSITIONS: Readonly<Record<Status, Readonly<Partial<Record<Status, Transition>>>>> = {
  draft: { in_review: { least: 'member', action: 'submit' } },
  in_review: {
    approved: { least: 'reviewer', action: 'approve' },
    draft: { least: 'reviewer', action: 'request_changes' },
  },
  approved: { published: { least: 'admin', action: 'publish' } },
  published: {
    withdrawn: { least: 'admin', action: 'withdraw' },
    // Happens when the replacement draft is published.
    superseded: { least: null, action: 'supersede' },
  },
  superseded: {},
  withdrawn: {},
}

/** The step that a caller requests; undefined if the current status does not allow it. */
export function stepOf(from: Status, to: Status): Step | undefined {
  const step = TRANSITIONS[from][to]
  return step && isAskable(step) ? step : undefined
}

export const allowedFrom = (from: Status): string[] =>
  Object.entries(TRANSITIONS[from])
    .filter(([, step]) => isAskable(step))
    .map(([to]) => to)

const isAskable = (step: Transition): step is Step => step.least !== null

/** The author and everyone who edited the disclosure. None of them may approve it. */
export const writersOf = (disclosure: { author_id: string; editor_ids: readonly string[] }): string[] => [
  disclosure.author_id,
  ...disclosure.editor_ids,
]

/** Whether someone other than the writers can review. If not, writers may approve their own text. */
export const hasAnotherReviewer = (reviewers: readonly string[], writers: readonly string[]): boolean =>
  reviewers.length > 1 && reviewers.some((reviewer) => !writers.includes(reviewer))

export interface FieldProblem {
  path: string
  message: string
}

/** Fields that are missing for this step, or do not belong to it. */
export function stepProblems(action: string | undefined, body: string, note: string | undefined): FieldProblem[] {
  const isReview = action === 'approve' || action === 'request_changes'
  return [
    ...(action === 'submit' && !body.trim()
      ? [{ path: 'body', message: 'must not be empty when you submit for review' }]
      : []),
    ...(action === 'request_changes' && !note
      ? [{ path: 'review_note', message: 'is required when you request changes' }]
      : []),
    ...(note && !isReview ? [{ path: 'review_note', message: 'is only for approving or requesting changes' }] : []),
  ]
}

/** The part of a patch that readers see, without status and review note. */
export type Content = Omit<DisclosurePatch, 'status' | 'review_note'>
export const contentOf = ({ status, review_note, ...content }: DisclosurePatch): Content => content
export const hasContent = (patch: DisclosurePatch): boolean => Object.keys(contentOf(patch)).length > 0
