// A company as a visitor of the demo meets it: Northwind Analytics, invented, with a trust page that is worth reading.
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Provenance } from '../deps.ts'
import { addSubprocessor } from '../pages/change-subprocessors.ts'
import { createPage } from '../pages/create-page.ts'
import { updatePage } from '../pages/update-page.ts'
import { DISCLOSURES, EVIDENCE, PAGE, PICKS, VENDORS } from './content.ts'
import { insertDisclosures, insertEvidence, insertVendors } from './store.ts'

/** Goes through the same verbs as a customer would, so that the page has its history. */
export async function seedProvenance(deps: Provenance, caller: Caller): Promise<void> {
  const now = deps.clock.now()
  await insertVendors(deps.db, VENDORS)
  await insertDisclosures(deps.db, caller.tenant, DISCLOSURES, now)
  await insertEvidence(deps.db, caller.tenant, EVIDENCE, now)
  await createPage(deps, caller, PAGE)
  for (const pick of PICKS) await addSubprocessor(deps, caller, PAGE.slug, pick)
  await updatePage(deps, caller, PAGE.slug, { published: true })
}
