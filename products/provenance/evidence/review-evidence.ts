// A step of the review: whether it may be taken, what it writes, and whom it replaces.
import type { EvidencePatch, ReviewStatus } from '@veritrace/contract/provenance/evidence'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { type Caller, requireRole } from '@veritrace/platform/identity/caller'
import { sharedHands } from '@veritrace/platform/identity/keys/hands'
import type { Provenance } from '../deps.ts'
import { hasOtherEyes } from '../disclosures/rules.ts'
import { listReviewers } from '../disclosures/store.ts'
import { planPurge } from '../storage/plan-purge.ts'
import { allowedFrom, hasEnded, isVerdict, type Step, serveProblem, stepOf } from './rules.ts'
import { lockEvidence, updateEvidenceRow } from './store.ts'
import type { EvidenceRow } from './tables.ts'

/** The step that the patch asks for, if any; throws where state, role, scan or the uploader forbid it. */
export async function requireStep(
  { db, clock }: Pick<Provenance, 'db' | 'clock'>,
  caller: Caller,
  before: EvidenceRow,
  { review_status: to, review_reason: reason }: EvidencePatch,
): Promise<Step | undefined> {
  if (reason && !isVerdict(to)) refuseReason('is for a verdict of the review only')
  if (to === undefined) return undefined
  const step = allowedStep(caller, before, to)
  if (isVerdict(to) && step.action !== 'approve' && !reason) refuseReason('is required where it is not approved')
  if (step.action !== 'approve') return step
  const problem = serveProblem(before)
  if (problem) fail(problem, 'A file that may not be handed out cannot be approved.')
  if (hasEnded(before, clock.now()))
    fail('unacceptable', `Its validity ended on ${before.valid_until!.toISOString().slice(0, 10)}.`)
  const hands = before.uploaded_by === null ? [] : await sharedHands(db, caller, [before.uploaded_by])
  if (hands.length > 0 && hasOtherEyes(await listReviewers(db, caller.tenant), hands)) fail('self_approval')
  return step
}

function allowedStep(caller: Caller, { review_status: from }: EvidenceRow, to: ReviewStatus): Step {
  const step = stepOf(from, to) ?? forbiddenTransition('piece of evidence', from, to, allowedFrom(from))
  requireRole(caller, step.least)
  return step
}

function refuseReason(message: string): never {
  return fail('invalid_body', `review_reason ${message}.`, { errors: [{ path: 'review_reason', message }] })
}

/** The columns that the step itself writes. */
export const stepColumns = (step: Step | undefined, caller: Caller, patch: EvidencePatch, now: Date) => ({
  ...(step && patch.review_status && { review_status: patch.review_status }),
  ...(step &&
    isVerdict(patch.review_status) && {
      reviewer_id: caller.actor.id,
      reviewed_at: now,
      review_reason: patch.review_reason ?? null,
    }),
})

/** The old piece goes when its replacement comes, in one transaction: readers never see both, or neither. */
export async function supersede({ db: tx, clock }: Provenance, { tenant }: Caller, { supersedes_id }: EvidenceRow) {
  const old = supersedes_id ? await lockEvidence(tx, tenant, supersedes_id) : undefined
  if (old?.review_status !== 'approved') return undefined
  const now = clock.now()
  await updateEvidenceRow(tx, tenant, old.id, { review_status: 'superseded', superseded_at: now, updated_at: now })
  await planPurge(tx, tenant, old)
  return old
}
