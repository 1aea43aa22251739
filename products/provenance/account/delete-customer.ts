// A customer goes. Its rows stay for a while, marked; nothing and nobody of it can be reached from the commit on.
import type { Caller } from '@veritrace/platform/identity/caller'
import { deleteTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { END_PAYMENTS, type EndPayments } from '../billing/jobs.ts'
import type { Provenance } from '../deps.ts'
import { releaseClaims } from '../profile-claims/release-claims.ts'
import { deleteSignup, releaseDomains } from './store.ts'

export async function deleteCustomer(deps: Provenance, caller: Caller): Promise<undefined> {
  await deleteTenant(deps, caller, async (tx, { payment_customer_id: payer }) => {
    await releaseDomains(tx, caller.tenant)
    await deleteSignup(tx, caller.tenant)
    await releaseClaims({ ...deps, db: tx }, caller)
    if (payer) await deps.jobs.add(tx, END_PAYMENTS, { payer } satisfies EndPayments)
  })
  return undefined
}
