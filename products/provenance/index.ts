// The door of the product: what it answers, what it works on, what its tables are.
import type { Product } from '@veritrace/platform/product'
import { auditApi } from './audit/api.ts'
import type { Provenance } from './deps.ts'
import { disclosuresApi } from './disclosures/api.ts'
import { pagesApi } from './pages/api.ts'
import { pagesJobs } from './pages/jobs.ts'
import { trustPage } from './pages/trust-page.ts'
import { vendorsApi } from './vendors/api.ts'
import { vendorsJobs } from './vendors/jobs.ts'

export { seedProvenance } from './demo/seed.ts'
export { examplePage } from './pages/published-store.ts'
export type { Provenance }

export const provenanceMigrations = { room: 'provenance', folder: new URL('./migrations/', import.meta.url) }

export const provenance = (deps: Provenance): Product => ({
  name: 'provenance',
  endpoints: [...pagesApi(deps), ...disclosuresApi(deps), ...auditApi(deps), ...vendorsApi(deps)],
  jobs: [...pagesJobs(deps), ...vendorsJobs(deps)],
  pages: [trustPage(deps)],
})
