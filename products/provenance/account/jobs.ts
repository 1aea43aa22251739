// Background jobs of accounts.
import { systemCaller } from '@veritrace/platform/caller'
import { FOUNDING_MS } from '@veritrace/platform/identity/tenancy/found-tenant'
import { deleteTenant } from '@veritrace/platform/identity/tenancy/tenants'
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { deleteSignup, listAbandoned } from './store.ts'

type Deps = Pick<Provenance, 'db' | 'events' | 'clock'>

export const accountJobs = (deps: Deps): Job[] => [
  { name: 'forget-abandoned-signups', schedule: '37 * * * *', concurrency: 1, handle: () => forgetAbandoned(deps) },
]

/** Deletes sign-ups whose link has expired unused, so that the company can sign up again. */
async function forgetAbandoned(deps: Deps): Promise<void> {
  const before = new Date(deps.clock.now().getTime() - FOUNDING_MS)
  for (const { tenant_id, customer_id } of await listAbandoned(deps.db, before, 200))
    await deleteTenant(deps, systemCaller(tenant_id, customer_id), (tx) => deleteSignup(tx, tenant_id))
}
