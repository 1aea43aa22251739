// Moves a claim to its next status and updates the vendor, in one transaction.
import type { ClaimStatus } from '@veritrace/contract/provenance/profile-claims'
import type { Caller } from '@veritrace/platform/caller'
import { fail, forbiddenTransition } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { insertEvents } from '../vendors/derived-store.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'
import { type Actor, allowedFrom, nextCheck, stepOf } from './rules.ts'
import { type ClaimedProfile, findClaim, isHeldByAnother, lockVendor, setVerified, updateClaim } from './store.ts'

type Deps = Pick<Provenance, 'events' | 'clock'>
interface Step {
  to: ClaimStatus
  actors: readonly Actor[]
  reason?: string | undefined
}

/** The transaction of `tx` must have locked `claim`. */
export async function settleClaim(
  deps: Deps,
  tx: Provenance['db'],
  caller: Caller,
  claim: ClaimedProfile,
  { to, actors, reason }: Step,
): Promise<ClaimedProfile> {
  const step = stepOf(claim.status, to)
  if (!step?.by.some((actor) => actors.includes(actor)))
    forbiddenTransition('profile claim', claim.status, to, allowedFrom(claim.status, actors))
  const now = deps.clock.now()
  await updateClaim(tx, claim.tenant_id, claim.id, {
    status: to,
    updated_at: now,
    decided_by: caller.actor.id,
    decision_reason: reason ?? null,
    ...(to === 'verified' && {
      verified_at: now,
      misses: 0,
      next_check_at: nextCheck({ ...claim, status: to }, true, now),
    }),
    ...(to === 'revoked' && { revoked_at: now }),
  }).catch((error) => {
    if (isHeldByAnother(error)) fail('profile_claimed', `Another customer holds the profile of ${claim.vendor_name}.`)
    throw error
  })
  if (to === 'verified' || to === 'revoked') await updateVendorVerification(deps, tx, claim, to === 'verified')
  await deps.events.record(tx, caller, {
    action: `profile_claim.${step!.action}`,
    resource: { type: 'profile_claim', id: claim.id, label: claim.vendor_name },
    changes: [{ field: 'status', from: claim.status, to }],
    ...(reason && { reason }),
    data: { vendor_id: claim.vendor_id, vendor_slug: claim.vendor_slug, method: claim.method, status: to },
  })
  return (await findClaim(tx, claim.tenant_id, claim.id))!
}

/** Updates the vendor, adds a change event, and refreshes derived columns. */
async function updateVendorVerification(
  deps: Deps,
  tx: Provenance['db'],
  claim: ClaimedProfile,
  verified: boolean,
): Promise<void> {
  const now = deps.clock.now()
  const before = await lockVendor(tx, claim.vendor_id)
  await setVerified(tx, claim.vendor_id, verified, verified ? now : (before?.last_verified_at ?? null))
  const event_type = verified ? 'vendor.verified' : 'vendor.unverified'
  await insertEvents(tx, [
    {
      id: newId('evt'),
      vendor_id: claim.vendor_id,
      event_type,
      severity: verified ? 'info' : 'minor',
      cause: 'operator',
      payload: JSON.stringify({
        before: { verified: before?.verified ?? false },
        after: { verified, method: claim.method },
      }),
      observed_at: now,
    },
  ])
  await refreshVendor(deps, tx, claim.vendor_id)
}
