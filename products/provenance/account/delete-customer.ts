// Deletes a customer. From the commit on, nothing of it can be reached; its rows are purged later.

import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { DEMO_TENANT } from '@veritrace/platform/identity/tenancy/demo-tenant'
import { deleteTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { END_PAYMENTS, type EndPayments } from '../billing/jobs.ts'
import type { Provenance } from '../deps.ts'
import { releaseClaims } from '../profile-claims/release-claims.ts'
import { deleteSignup, releaseDomains } from './store.ts'

export async function deleteCustomer(deps: Provenance, caller: Caller): Promise<undefined> {
  // Every demo visitor acts for this tenant, so deleting it would break the demo for all of them.
  if (deps.config.auth.mode === 'demo' && caller.tenant === DEMO_TENANT) fail('demo_stays')
  await deleteTenant(deps, caller, async (tx, { payment_customer_id: payer }) => {
    await releaseDomains(tx, caller.tenant)
    await deleteSignup(tx, caller.tenant)
    await releaseClaims({ ...deps, db: tx }, caller)
    if (payer) await deps.jobs.add(tx, END_PAYMENTS, { payer } satisfies EndPayments)
  })
  return undefined
}
