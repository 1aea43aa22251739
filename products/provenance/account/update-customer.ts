// Edits the customer record.
import type { Customer, CustomerPatch } from '@veritrace/contract/provenance/account'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import { findTenant, lockTenant, updateTenant } from '@veritrace/platform/identity/tenancy/store'
import { renameOwnWorkspace } from '@veritrace/platform/identity/workspaces/store'
import type { Provenance } from '../deps.ts'
import { viewCustomer } from '../entitlements/view-customer.ts'

export function updateCustomer(
  { db, events, clock }: Provenance,
  caller: Caller,
  { display_name, ...patch }: CustomerPatch,
  ifVersion?: number,
): Promise<Customer> {
  return transact(db, async (tx) => {
    const tenant = (await lockTenant(tx, caller.tenant)) ?? notFound('tenant', caller.tenant)
    if (ifVersion !== undefined && ifVersion !== tenant.version) staleVersion('customer', tenant.version)
    const fields = { ...patch, ...(display_name !== undefined && { display_name: display_name ?? '' }) }
    await updateTenant(tx, tenant.id, fields, clock.now())
    if (fields.display_name) await renameOwnWorkspace(tx, tenant, fields.display_name)
    const after = (await findTenant(tx, tenant.id))!
    await events.record(tx, caller, {
      action: 'customer.update',
      resource: { type: 'tenant', id: tenant.id, label: after.display_name },
      changes: changesOf(tenant, after, fields),
    })
    return viewCustomer(after)
  })
}
