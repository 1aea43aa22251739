// The way of a disclosure to the public, and what each step of it asks for. Pure: facts in, verdict out.
import type { Role } from '@veritrace/contract/endpoint'
import type { VerbOf } from '@veritrace/contract/event-types'
import type { DisclosurePatch, Status } from '@veritrace/contract/provenance/disclosures'

interface Transition {
  /** The least role that may take the step; null where it only follows from another. */
  least: Role | null
  /** Its name in the audit log. */
  action: VerbOf<'disclosure'>
}
export interface Step extends Transition {
  least: Role
}

/** From, to, who, and what it is called. Every other pair is refused. */
export const TRANSITIONS: Readonly<Record<Status, Readonly<Partial<Record<Status, Transition>>>>> = {
  draft: { in_review: { least: 'member', action: 'submit' } },
  in_review: {
    approved: { least: 'reviewer', action: 'approve' },
    draft: { least: 'reviewer', action: 'request_changes' },
  },
  approved: { published: { least: 'admin', action: 'publish' } },
  published: {
    withdrawn: { least: 'admin', action: 'withdraw' },
    // The draft that replaces it was published.
    superseded: { least: null, action: 'supersede' },
  },
  superseded: {},
  withdrawn: {},
}

/** The step that a caller asks for, or undefined where the state does not allow it. */
export function stepOf(from: Status, to: Status): Step | undefined {
  const step = TRANSITIONS[from][to]
  return step && isAskable(step) ? step : undefined
}

export const allowedFrom = (from: Status): string[] =>
  Object.entries(TRANSITIONS[from])
    .filter(([, step]) => isAskable(step))
    .map(([to]) => to)

const isAskable = (step: Transition): step is Step => step.least !== null

/** Nobody approves words of their own, be they the author's or those of someone who edited them. */
export const writersOf = (disclosure: { author_id: string; editor_ids: readonly string[] }): string[] => [
  disclosure.author_id,
  ...disclosure.editor_ids,
]

/** Where there is nobody else to ask, four eyes cannot be had. */
export const hasOtherEyes = (reviewers: readonly string[], writers: readonly string[]): boolean =>
  reviewers.length > 1 && reviewers.some((reviewer) => !writers.includes(reviewer))

export interface FieldProblem {
  path: string
  message: string
}

/** What the body of the request lacks, or has too much of, for this step or for none. */
export function stepProblems(action: string | undefined, body: string, note: string | undefined): FieldProblem[] {
  const isReview = action === 'approve' || action === 'request_changes'
  return [
    ...(action === 'submit' && !body.trim()
      ? [{ path: 'body', message: 'must have words before it is reviewed' }]
      : []),
    ...(action === 'request_changes' && !note
      ? [{ path: 'review_note', message: 'is required to send a disclosure back' }]
      : []),
    ...(note && !isReview ? [{ path: 'review_note', message: 'is for approving or sending back only' }] : []),
  ]
}

/** The part of a patch that readers would see, without the step that it asks for. */
export type Words = Omit<DisclosurePatch, 'status' | 'review_note'>
export const wordsOf = ({ status, review_note, ...words }: DisclosurePatch): Words => words
export const hasWords = (patch: DisclosurePatch): boolean => Object.keys(wordsOf(patch)).length > 0
