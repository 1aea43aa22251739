// Adds a vendor to a page or removes it. A published page shows the change immediately.
import type { NewSubprocessor, Subprocessor } from '@veritrace/contract/provenance/pages'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { findVendor, lockPage, updatePageRow } from './store.ts'
import { deleteSubprocessor, findSubprocessor, insertSubprocessor, isListedAlready } from './subprocessor-store.ts'
import { viewSubprocessor } from './view.ts'

export function addSubprocessor(
  { db, events, clock }: Provenance,
  caller: Caller,
  slug: string,
  { vendor_slug, ...details }: NewSubprocessor,
): Promise<Subprocessor> {
  return transact(db, async (tx) => {
    const page = (await lockPage(tx, caller.tenant, slug, clock.now())) ?? notFound('page', slug)
    const vendor = (await findVendor(tx, vendor_slug)) ?? notFound('vendor', vendor_slug)
    await insertSubprocessor(tx, {
      ...details,
      effective_at: details.effective_at ? new Date(details.effective_at) : null,
      tenant_id: caller.tenant,
      page_id: page.id,
      vendor_id: vendor.id,
      added_at: clock.now(),
    }).catch((error) => {
      if (isListedAlready(error)) fail('subprocessor_listed', `${vendor.display_name} is already on the page.`)
      throw error
    })
    // Listing a subprocessor overrides an earlier declaration that there are none.
    await updatePageRow(tx, caller.tenant, page.id, { no_subprocessors: false, updated_at: clock.now() })
    await events.record(tx, caller, {
      action: 'page.subprocessor_add',
      resource: { type: 'page', id: page.id, label: page.display_name },
      data: { slug, vendor_slug },
    })
    return viewSubprocessor((await findSubprocessor(tx, caller.tenant, page.id, vendor_slug))!)
  })
}

export function removeSubprocessor(
  { db, events, clock }: Provenance,
  caller: Caller,
  slug: string,
  vendorSlug: string,
): Promise<undefined> {
  return transact(db, async (tx) => {
    const page = (await lockPage(tx, caller.tenant, slug, clock.now())) ?? notFound('page', slug)
    const pick =
      (await findSubprocessor(tx, caller.tenant, page.id, vendorSlug)) ?? notFound('subprocessor', vendorSlug)
    await deleteSubprocessor(tx, caller.tenant, page.id, pick.vendor_id)
    // The list is part of the page, so removing an entry creates a new version of the page.
    await updatePageRow(tx, caller.tenant, page.id, { updated_at: clock.now() })
    await events.record(tx, caller, {
      action: 'page.subprocessor_remove',
      resource: { type: 'page', id: page.id, label: page.display_name },
      data: { slug, vendor_slug: vendorSlug },
    })
    return undefined
  })
}
