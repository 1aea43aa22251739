// The interface between a product and the process that runs it.

import type { Caller } from './caller.ts'
import type { ProductName } from './config/config.ts'
import type { Mounted } from './implement.ts'
import type { Job } from './jobs/job.ts'
import type { LeasedTable } from './leases/leased-table.ts'
import type { Check } from './operation/health.ts'
import type { HomeOf, SitePage } from './pages/site.ts'
import type { PrepareAccepts } from './webhooks/fan-out.ts'

export interface Product {
  name: ProductName
  endpoints: readonly Mounted[]
  jobs: readonly Job[]
  /** Tables whose rows the product processes under a lease. */
  leased?: readonly LeasedTable[]
  /** Public pages that the product renders. */
  pages: readonly SitePage[]
  /** The home page of verified custom domains. */
  homeOf?: HomeOf
  /** The caller's role in the product, if it has its own roles, which `may` of its endpoints names. */
  roleOf?(caller: Caller): string | Promise<string>
  /** Decides which webhooks get an event, in addition to their event types. */
  accepts?: PrepareAccepts
  /** Dependencies besides the platform, for /readyz. */
  checks?: readonly Check[]
  /** Starts everything that needs the queue: called once it is open, before the first request. */
  start?(): Promise<void>
  /** Closes what the product has opened, after the last request and the last job. */
  close?(): Promise<void>
}
