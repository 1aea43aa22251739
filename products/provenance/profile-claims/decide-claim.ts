// Decisions of people about a claim: its claimant may cancel it, an operator may reject or revoke it.
import type { ProfileClaim } from '@veritrace/contract/provenance/profile-claims'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import type { Actor } from './rules.ts'
import { settleClaim } from './settle-claim.ts'
import { findCustomerId, findTenantOf, lockClaim } from './store.ts'
import { viewClaim, viewOutside } from './view.ts'

interface Decision {
  status: 'canceled' | 'rejected' | 'revoked'
  decision_reason?: string
}

export function decideClaim(
  deps: Provenance,
  caller: Caller,
  id: string,
  { status, decision_reason: reason }: Decision,
  ifVersion?: number,
): Promise<ProfileClaim> {
  return transact(deps.db, async (tx) => {
    const tenant = caller.operator ? ((await findTenantOf(tx, id))?.tenant_id ?? '') : caller.tenant
    const claim = (await lockClaim(tx, tenant, id)) ?? notFound('profile_claim', id)
    const own = claim.tenant_id === caller.tenant
    if (status !== 'canceled' && !caller.operator) fail('role_too_low', 'Only operators of the platform may do this.')
    if (ifVersion !== undefined && ifVersion !== claim.version) staleVersion('profile claim', claim.version)
    const actors: Actor[] = [
      ...(own ? (['claimant'] as const) : []),
      ...(caller.operator ? (['operator'] as const) : []),
    ]
    // The audit entry belongs to the claim's customer, also if an operator decides.
    const as = own ? caller : { ...caller, tenant, customer: await findCustomerId(tx, tenant) }
    const after = await settleClaim(deps, tx, as, claim, { to: status, actors, reason })
    return own ? viewClaim(after) : viewOutside(after)
  })
}
