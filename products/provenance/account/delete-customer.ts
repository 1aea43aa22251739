// A customer goes. Its rows stay for a while, marked; nothing and nobody of it can be reached from the commit on.
import type { Caller } from '@veritrace/platform/identity/caller'
import { deleteTenant } from '@veritrace/platform/identity/tenancy/tenants'
import type { Provenance } from '../deps.ts'
import { releaseDomains } from './store.ts'

export async function deleteCustomer(deps: Provenance, caller: Caller): Promise<undefined> {
  await deleteTenant(deps, caller, (tx) => releaseDomains(tx, caller.tenant))
  return undefined
}
