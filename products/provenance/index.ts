// The door of the product: what it answers, what it works on, what its tables are.
import type { Product } from '@veritrace/platform/product'
import { auditApi } from './audit/api.ts'
import { claimsJobs } from './claims/jobs.ts'
import { botPage } from './crawl/bot-page.ts'
import { crawlJobs } from './crawl/jobs.ts'
import type { Provenance, ProvenanceParts } from './deps.ts'
import { disclosuresApi } from './disclosures/api.ts'
import { exportsApi } from './exports/api.ts'
import { openGraphClient } from './graph-sync/graph-client.ts'
import { graphSyncJobs } from './graph-sync/jobs.ts'
import { openProvenance } from './open-provenance.ts'
import { operationsApi } from './operations/api.ts'
import { pagesApi } from './pages/api.ts'
import { pagesJobs } from './pages/jobs.ts'
import { trustPage } from './pages/trust-page.ts'
import { directoryPage } from './site/directory-page.ts'
import { proofPage } from './site/proof-page.ts'
import { vendorPage } from './site/vendor-page.ts'
import { vendorsApi } from './vendors/api.ts'
import { vendorsJobs } from './vendors/jobs.ts'

export { crawlByName, type FoundByCrawl, UnknownVendor } from './crawl/crawl-by-name.ts'
export type { Progress } from './crawl/crawl-vendor.ts'
export { openDemoDirectory } from './demo/demo-directory.ts'
export { seedProvenance } from './demo/seed.ts'
export { builtInVendors } from './directory/built-in.ts'
export { importVendors } from './directory/import-vendors.ts'
export { loadVendors } from './directory/load-vendors.ts'
export { UnusableFile } from './directory/read-listings.ts'
export { TENANT as GRAPH_TENANT, WORKSPACE as GRAPH_WORKSPACE } from './graph-sync/vocabulary.ts'
export { openProvenance } from './open-provenance.ts'
export { examplePage } from './pages/published-store.ts'
export type { Provenance, ProvenanceParts }

export const provenanceMigrations = { room: 'provenance', folder: new URL('./migrations/', import.meta.url) }

export function provenance(parts: ProvenanceParts): Product {
  const deps = openProvenance(parts)
  const graph = parts.graph && openGraphClient(parts, parts.graph)
  return {
    name: 'provenance',
    endpoints: [
      ...pagesApi(deps),
      ...disclosuresApi(deps),
      ...auditApi(deps),
      ...vendorsApi(deps),
      ...exportsApi(deps),
      ...operationsApi(deps),
    ],
    jobs: [
      ...pagesJobs(deps),
      ...vendorsJobs(deps),
      ...crawlJobs(deps),
      ...claimsJobs(deps),
      ...graphSyncJobs(deps, graph),
    ],
    pages: [directoryPage(deps), vendorPage(deps), proofPage(deps), trustPage(deps), botPage(deps)],
    close: async () => {
      await Promise.all([deps.extractors.close(), graph?.close()])
    },
  }
}
