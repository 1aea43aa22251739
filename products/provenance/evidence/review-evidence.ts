// Review steps of evidence: whether they are allowed, which columns they write, and what they supersede.
import type { EvidencePatch, ReviewStatus } from '@veritrace/contract/provenance/evidence'
import { type Caller, requireRole } from '@veritrace/platform/caller'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { sharedPrincipals } from '@veritrace/platform/identity/keys/separation-of-duties'
import type { Provenance } from '../deps.ts'
import { hasAnotherReviewer } from '../disclosures/rules.ts'
import { listReviewers } from '../disclosures/store.ts'
import { planPurge } from '../retention/plan-purge.ts'
import { allowedFrom, hasEnded, isVerdict, type Step, serveProblem, stepOf } from './rules.ts'
import { lockEvidence, updateEvidenceRow } from './store.ts'
import type { EvidenceRow } from './tables.ts'

/** The step that the patch requests, if any. Throws if the state, role, scan or uploader forbids it. */
export async function requireStep(
  { db, clock }: Pick<Provenance, 'db' | 'clock'>,
  caller: Caller,
  before: EvidenceRow,
  { review_status: to, review_reason: reason }: EvidencePatch,
): Promise<Step | undefined> {
  if (reason && !isVerdict(to)) refuseReason('is only for approving, rejecting or requesting changes')
  if (to === undefined) return undefined
  const step = allowedStep(caller, before, to)
  if (isVerdict(to) && step.action !== 'approve' && !reason) refuseReason('is required unless you approve')
  if (step.action !== 'approve') return step
  const problem = serveProblem(before)
  if (problem) fail(problem, 'The file cannot be downloaded, so it cannot be approved.')
  if (hasEnded(before, clock.now()))
    fail('unacceptable', `It expired on ${before.valid_until!.toISOString().slice(0, 10)}.`)
  const principals = before.uploaded_by === null ? [] : await sharedPrincipals(db, caller, [before.uploaded_by])
  if (principals.length > 0 && hasAnotherReviewer(await listReviewers(db, caller.tenant), principals))
    fail('self_approval')
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

/** The columns that the step writes. */
export const stepColumns = (step: Step | undefined, caller: Caller, patch: EvidencePatch, now: Date) => ({
  ...(step && patch.review_status && { review_status: patch.review_status }),
  ...(step &&
    isVerdict(patch.review_status) && {
      reviewer_id: caller.actor.id,
      reviewed_at: now,
      review_reason: patch.review_reason ?? null,
    }),
})

/** Supersedes the old version in the transaction that approves the new one, so that readers always see exactly one. */
export async function supersede({ db: tx, clock }: Provenance, { tenant }: Caller, { supersedes_id }: EvidenceRow) {
  const old = supersedes_id ? await lockEvidence(tx, tenant, supersedes_id) : undefined
  if (old?.review_status !== 'approved') return undefined
  const now = clock.now()
  await updateEvidenceRow(tx, tenant, old.id, { review_status: 'superseded', superseded_at: now, updated_at: now })
  await planPurge(tx, tenant, old)
  return old
}
