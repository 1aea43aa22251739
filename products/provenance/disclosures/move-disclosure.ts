// Status changes of a disclosure: whether they are allowed, which columns they write, and what they supersede.
import type { DisclosurePatch } from '@veritrace/contract/provenance/disclosures'
import { type Caller, requireRole } from '@veritrace/platform/caller'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { sharedPrincipals } from '@veritrace/platform/identity/keys/separation-of-duties'
import type { Provenance } from '../deps.ts'
import type { DisclosureRow } from '../tables.ts'
import { sentence } from './content.ts'
import { allowedFrom, hasAnotherReviewer, type Step, stepOf, stepProblems, writersOf } from './rules.ts'
import { listReviewers, lockDisclosure, updateDisclosureRow } from './store.ts'

/** The step that the patch requests, if any. Throws if the state, role, authorship or body forbids it. */
export async function requireStep(
  { db }: Pick<Provenance, 'db'>,
  caller: Caller,
  before: DisclosureRow,
  patch: DisclosurePatch,
): Promise<Step | undefined> {
  const step = patch.status === undefined ? undefined : allowedStep(caller, before, patch.status)
  const principals = step?.action === 'approve' ? await sharedPrincipals(db, caller, writersOf(before)) : []
  if (principals.length > 0 && hasAnotherReviewer(await listReviewers(db, caller.tenant), principals))
    fail('self_approval')
  const errors = stepProblems(step?.action, patch.body ?? before.body, patch.review_note)
  if (errors.length > 0) fail('invalid_body', sentence(errors), { errors })
  return step
}

function allowedStep(caller: Caller, { status: from }: DisclosureRow, to: DisclosureRow['status']): Step {
  const step = stepOf(from, to) ?? forbiddenTransition('disclosure', from, to, allowedFrom(from))
  requireRole(caller, step.least)
  return step
}

/** The columns that the step writes. */
export const stepColumns = (step: Step | undefined, caller: Caller, patch: DisclosurePatch, now: Date) => ({
  ...(step && { status: patch.status! }),
  ...((step?.action === 'approve' || step?.action === 'request_changes') && {
    reviewer_id: caller.actor.id,
    review_note: patch.review_note ?? null,
  }),
  ...(step?.action === 'publish' && { published_at: now }),
})

/** Supersedes the old version in the transaction that publishes the new one, so that readers always see exactly one. */
export async function supersede({ db: tx, clock }: Provenance, { tenant }: Caller, id: string) {
  const old = await lockDisclosure(tx, tenant, id)
  if (old?.status !== 'published') return undefined
  await updateDisclosureRow(tx, tenant, id, { status: 'superseded', updated_at: clock.now() })
  return old
}
