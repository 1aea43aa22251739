// What a product hands to the process that runs it.
import type { ProductName } from './config/config.ts'
import type { Mounted } from './http/implement.ts'
import type { HomeOf, SitePage } from './http/pages/site.ts'
import type { Caller } from './identity/caller.ts'
import type { Job } from './jobs/job.ts'
import type { LeasedTable } from './leases/leased-table.ts'
import type { Check } from './operation/health.ts'
import type { PrepareAccepts } from './webhooks/fan-out.ts'

export interface Product {
  name: ProductName
  endpoints: readonly Mounted[]
  jobs: readonly Job[]
  /** Tables whose rows it takes under a lease. */
  leased?: readonly LeasedTable[]
  /** Public pages that it writes itself. */
  pages: readonly SitePage[]
  /** What stands at domains of customers: only at those that have been proved to be theirs. */
  homeOf?: HomeOf
  /** What the caller is in the product, where it has roles of its own: `may` of its endpoints names them. */
  roleOf?(caller: Caller): string | Promise<string>
  /** Which webhooks get an event, besides what their owner's types say. */
  accepts?: PrepareAccepts
  /** What it depends on besides the platform, for /readyz. */
  checks?: readonly Check[]
  /** Begins what needs the queue: called once it is open, before the first request. */
  start?(): Promise<void>
  /** Ends what the product has opened; after the last request and the last job. */
  close?(): Promise<void>
}
