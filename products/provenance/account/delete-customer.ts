// A customer goes. Its rows stay for a while, marked; nothing and nobody of it can be reached from the commit on.
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import { DEMO_TENANT } from '@veritrace/platform/identity/tenancy/demo-tenant'
import { deleteTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { END_PAYMENTS, type EndPayments } from '../billing/jobs.ts'
import type { Provenance } from '../deps.ts'
import { releaseClaims } from '../profile-claims/release-claims.ts'
import { deleteSignup, releaseDomains } from './store.ts'

export async function deleteCustomer(deps: Provenance, caller: Caller): Promise<undefined> {
  // Everyone who opens the demo acts for this one: without it they would all end at a wall.
  if (deps.config.auth.mode === 'demo' && caller.tenant === DEMO_TENANT) fail('demo_stays')
  await deleteTenant(deps, caller, async (tx, { payment_customer_id: payer }) => {
    await releaseDomains(tx, caller.tenant)
    await deleteSignup(tx, caller.tenant)
    await releaseClaims({ ...deps, db: tx }, caller)
    if (payer) await deps.jobs.add(tx, END_PAYMENTS, { payer } satisfies EndPayments)
  })
  return undefined
}
