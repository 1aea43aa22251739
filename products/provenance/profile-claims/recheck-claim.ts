// Rechecks claims: a pending claim is verified or expires, and a verified one is checked against its proof every 30
// days.

import { systemCaller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { isAppError } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { type Finding, lookForProof } from './look-for-proof.ts'
import { HAS_LEFT } from './release-claims.ts'
import { isLost, nextCheck } from './rules.ts'
import { settleClaim } from './settle-claim.ts'
import { type ClaimedProfile, findClaim, findCustomerId, hasLeft, listDue, lockClaim, updateClaim } from './store.ts'

export const CHECK_CLAIM = 'check-profile-claim'
export interface ClaimCheck {
  tenant: string
  id: string
}

const AT_ONCE = 500

export async function queueDueClaims({ db, jobs, clock }: Pick<Provenance, 'db' | 'jobs' | 'clock'>): Promise<void> {
  for (const { tenant_id, id } of await listDue(db, clock.now(), AT_ONCE))
    await jobs.add(db, CHECK_CLAIM, { tenant: tenant_id, id } satisfies ClaimCheck, { key: id })
}

type Deps = Pick<Provenance, 'db' | 'events' | 'clock' | 'resolveTxt' | 'fetch'>

export async function recheckClaim(deps: Deps, { tenant, id }: ClaimCheck): Promise<void> {
  const claim = await findClaim(deps.db, tenant, id)
  const now = deps.clock.now()
  if (!claim || !['pending', 'verified'].includes(claim.status)) return
  if (await hasLeft(deps.db, tenant))
    return settle(deps, claim, claim.status === 'pending' ? 'expired' : 'revoked', HAS_LEFT)
  if (claim.next_check_at > now) return
  const isOver = claim.status === 'pending' && claim.token_expires_at <= now
  if (isOver) return settle(deps, claim, 'expired', 'The claim was not proved in time.')
  const finding = await lookForProof(deps, claim)
  if (claim.status === 'pending' && claim.method !== 'email_domain' && finding.found === 'yes')
    return settle(deps, claim, 'verified').catch((error) => noteHeld(deps, claim, error))
  const misses = finding.found === 'absent' ? claim.misses + 1 : 0
  if (claim.status === 'verified' && isLost(misses)) return settle(deps, claim, 'revoked', errorOf(finding))
  await noteFinding(deps, claim, finding)
}

/** Records a check that does not change the status. No answer counts neither as found nor as missing. */
export async function noteFinding(
  { db, clock }: Pick<Provenance, 'db' | 'clock'>,
  claim: ClaimedProfile,
  finding: Finding,
): Promise<void> {
  const now = clock.now()
  await updateClaim(db, claim.tenant_id, claim.id, {
    attempts: claim.attempts + 1,
    last_checked_at: now,
    next_check_at: nextCheck(claim, finding.found === 'yes', now),
    last_error: errorOf(finding) ?? null,
    ...(claim.status === 'verified' &&
      finding.found !== 'unknown' && { misses: finding.found === 'yes' ? 0 : claim.misses + 1 }),
  })
}

const errorOf = (finding: Finding): string | undefined => (finding.found === 'yes' ? undefined : finding.error)

/** The claim is proved, but another customer holds the profile: it stays pending until a decision or its expiry. */
async function noteHeld(deps: Deps, claim: ClaimedProfile, error: unknown): Promise<void> {
  if (!isAppError(error) || error.code !== 'profile_claimed') throw error
  await noteFinding(deps, claim, { found: 'absent', error: error.message })
}

const settle = (
  deps: Deps,
  { tenant_id, id, status }: ClaimedProfile,
  to: 'verified' | 'expired' | 'revoked',
  reason?: string,
) =>
  transact(deps.db, async (tx) => {
    const claim = await lockClaim(tx, tenant_id, id)
    if (claim?.status !== status) return
    const caller = systemCaller(tenant_id, await findCustomerId(tx, tenant_id))
    await settleClaim(deps, tx, caller, claim, { to, actors: ['proof'], reason })
  })
