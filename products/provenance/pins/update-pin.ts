// Changes a pin.
import type { PinnedVendor, PinPatch } from '@veritrace/contract/provenance/pins'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { notFound, staleVersion } from '@veritrace/platform/errors'
import { changesOf } from '@veritrace/platform/events/changes'
import type { Provenance } from '../deps.ts'
import { asColumns, requireFields } from './pin-fields.ts'
import { earlierOf, isUsualInterval, REVIEW_DAYS } from './rules.ts'
import { findPin, lockPin, updatePinRow } from './store.ts'
import { viewPin } from './view.ts'

export function updatePin(
  { db, events, clock }: Pick<Provenance, 'db' | 'events' | 'clock'>,
  caller: Caller,
  vendorId: string,
  patch: PinPatch,
  ifVersion?: number,
): Promise<PinnedVendor> {
  return transact(db, async (tx) => {
    const before = (await lockPin(tx, caller.tenant, vendorId)) ?? notFound('pinned_vendor', vendorId)
    if (ifVersion !== undefined && ifVersion !== before.version) staleVersion('pinned vendor', before.version)
    await requireFields(tx, caller, patch)
    const now = clock.now()
    // The first rules apply to changes from now on, not to earlier ones.
    const begins = patch.alert_rules !== undefined && before.alert_rules.length === 0
    await updatePinRow(tx, caller.tenant, vendorId, {
      ...(patch.tier && isUsualInterval(before) && { review_interval_days: REVIEW_DAYS[patch.tier] }),
      ...asColumns(patch),
      // Later changes are unread, whatever the caller's clock says.
      ...(patch.read_until !== undefined && { read_until: earlierOf(new Date(patch.read_until), now) }),
      updated_at: now,
      ...(begins && { alerted_until: now }),
    })
    const after = (await findPin(tx, caller.tenant, vendorId))!
    await events.record(tx, caller, {
      action: 'pinned_vendor.update',
      resource: { type: 'pinned_vendor', id: vendorId, label: after.vendor_name },
      changes: changesOf(before, after, patch),
      data: { vendor_id: vendorId, vendor_slug: after.vendor_slug, tier: after.tier, status: after.status },
    })
    return viewPin(after)
  })
}
