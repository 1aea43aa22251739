// Filters vendor events by each subscription's vendors before they are queued.
import type { Db } from '@veritrace/platform/db/db'
import type { PrepareAccepts } from '@veritrace/platform/webhooks/fan-out'
import type { Tables } from '../tables.ts'
import { isAboutPin, vendorFilter, vendorOf, wantsVendor } from './rules.ts'
import { listPinned } from './store.ts'

export const acceptEvents: PrepareAccepts = async (tx: Db<Tables>, rows) => {
  const vendors = rows.map(({ payload }) => vendorOf(payload.data)).filter((vendor) => vendor !== undefined)
  const tenants = rows.map((row) => row.tenant_id)
  const found = vendors.length > 0 ? await listPinned(tx, tenants, vendors) : []
  const pinned = new Set(found.map(({ tenant_id, vendor_id }) => `${tenant_id} ${vendor_id}`))
  return ({ filter }, { tenant_id, type, payload }) => {
    const vendor = vendorOf(payload.data)
    const isPinned = isAboutPin(type) || pinned.has(`${tenant_id} ${vendor}`)
    return vendor === undefined || wantsVendor(vendorFilter(filter), vendor, isPinned)
  }
}
