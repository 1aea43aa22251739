// Pins and unpins a vendor.
import type { NewPin, PinnedVendor } from '@veritrace/contract/provenance/pins'
import { type Caller, planFor } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound, staleVersion } from '@veritrace/platform/errors'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { asColumns, requireFields } from './pin-fields.ts'
import { pinLimit, REVIEW_DAYS } from './rules.ts'
import { countPins, deletePin, findPin, findPinnable, insertPin, isPinnedAlready, lockPin } from './store.ts'
import { viewPin } from './view.ts'

type Deps = Pick<Provenance, 'db' | 'events' | 'clock'>

export function pinVendor({ db, events, clock }: Deps, caller: Caller, body: NewPin): Promise<PinnedVendor> {
  return transact(db, async (tx) => {
    const { vendor_id: named, tier = 'standard', status = 'evaluating', ...fields } = body
    const vendor = (await findPinnable(tx, named)) ?? notFound('vendor', named)
    await requireFields(tx, caller, fields)
    const now = clock.now()
    const { count, trial_ends_at } = await countPins(tx, caller.tenant)
    const limit = pinLimit({ plan: planFor(caller, 'provenance'), trial_ends_at }, now)
    if (count >= limit) fail('pin_limit_reached', `Your plan includes ${limit} pinned vendors.`, { limit, used: count })
    await insertPin(tx, {
      review_interval_days: REVIEW_DAYS[tier],
      ...asColumns(fields),
      id: newId('pin'),
      tenant_id: caller.tenant,
      vendor_id: vendor.id,
      tier,
      status,
      read_until: now,
      alerted_until: now,
      added_at: now,
      updated_at: now,
    }).catch((error) => {
      if (isPinnedAlready(error)) fail('vendor_pinned', `${vendor.display_name} is already pinned.`)
      throw error
    })
    await events.record(tx, caller, {
      action: 'pinned_vendor.pin',
      resource: { type: 'pinned_vendor', id: vendor.id, label: vendor.display_name },
      data: { vendor_id: vendor.id, vendor_slug: vendor.slug, tier, status },
    })
    return viewPin((await findPin(tx, caller.tenant, vendor.id))!)
  })
}

export function unpinVendor(
  { db, events }: Deps,
  caller: Caller,
  vendorId: string,
  ifVersion?: number,
): Promise<undefined> {
  return transact(db, async (tx) => {
    const pin = (await lockPin(tx, caller.tenant, vendorId)) ?? notFound('pinned_vendor', vendorId)
    if (ifVersion !== undefined && ifVersion !== pin.version) staleVersion('pinned vendor', pin.version)
    await deletePin(tx, caller.tenant, vendorId)
    await events.record(tx, caller, {
      action: 'pinned_vendor.unpin',
      resource: { type: 'pinned_vendor', id: vendorId, label: pin.vendor_name },
      data: { vendor_id: vendorId, vendor_slug: pin.vendor_slug },
    })
    return undefined
  })
}
