// Seeds the demo company: Northwind Analytics, which is invented, with a complete trust page.

import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { DEMO_VENDORS } from '../demo-web/vendors.ts'
import type { Provenance } from '../deps.ts'
import { createDisclosure } from '../disclosures/create-disclosure.ts'
import { listDisclosures } from '../disclosures/store.ts'
import { updateDisclosure } from '../disclosures/update-disclosure.ts'
import { addSubprocessor } from '../pages/change-subprocessors.ts'
import { createPage } from '../pages/create-page.ts'
import { findPage } from '../pages/store.ts'
import { updatePage } from '../pages/update-page.ts'
import { refreshVendors } from '../vendors/refresh-vendor.ts'
import { DISCLOSURES, PAGE, PICKS } from './content.ts'
import { insertDemoVendors } from './demo-store.ts'
import { ignoreExisting } from './ignore-existing.ts'
import { seedEvidence, seedWorkspace } from './seed-workspace.ts'

/**
 * Calls the same functions as a customer would, so that the page has a history. Each step skips what exists: an
 * interrupted start is completed by the next one, and concurrent starts do not conflict.
 */
export async function seedProvenance(deps: Provenance, caller: Caller): Promise<void> {
  const now = deps.clock.now()
  const page = await findPage(deps.db, caller.tenant, PAGE.slug, now)
  if (page?.published_at) return
  await transact(deps.db, async (tx) => {
    const vendors = DEMO_VENDORS.map((vendor) => ({ ...vendor, website_url: `http://${vendor.domain}/` }))
    const added = await insertDemoVendors(tx, vendors, now)
    await refreshVendors(
      deps,
      tx,
      added.map(({ id }) => id),
    )
  })
  await seedDisclosures(deps, caller)
  await seedEvidence(deps, caller, now)
  await createPage(deps, caller, PAGE).catch(ignoreExisting('slug_taken'))
  for (const pick of PICKS)
    await addSubprocessor(deps, caller, PAGE.slug, pick).catch(ignoreExisting('subprocessor_listed'))
  await seedWorkspace(deps, caller)
  await updatePage(deps, caller, PAGE.slug, { published: true })
}

async function seedDisclosures(deps: Provenance, caller: Caller): Promise<void> {
  const { items } = await listDisclosures(deps.db, caller.tenant, { limit: 50 })
  const existing = new Set(items.map(({ title }) => title))
  for (const disclosure of DISCLOSURES.filter(({ title }) => !existing.has(title))) {
    const { id } = await createDisclosure(deps, caller, disclosure)
    for (const status of ['in_review', 'approved', 'published'] as const)
      await updateDisclosure(deps, caller, id, { status })
  }
}
