// Queues due sources and vendors every few minutes.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import { DISCOVERY_MS } from './due.ts'
import { insertJobs } from './job-store.ts'
import { CRAWL_SOURCE, CRAWL_VENDOR, type CrawlTask, homeOf } from './queue-crawl.ts'
import { lockDueSources, lockVendorsToDiscover, updateSources, updateVendor } from './store.ts'

export const SCHEDULE_CRAWLS = 'schedule-crawls'

/** A little more than one process reads between two runs. */
const SOURCES_AT_ONCE = 200
const VENDORS_AT_ONCE = 20
/** A queued crawl that never ended is due again after this time. */
const LOST_MS = 12 * 3_600_000

type Deps = Pick<Provenance, 'db' | 'clock' | 'jobs' | 'isSchedulePaused'>

export async function scheduleCrawls(deps: Deps): Promise<{ sources: number; vendors: number }> {
  if (deps.isSchedulePaused?.()) return { vendors: 0, sources: 0 }
  return { vendors: await scheduleVendors(deps), sources: await scheduleSources(deps) }
}

const scheduleSources = ({ db, clock, jobs }: Deps): Promise<number> =>
  transact(db, async (tx) => {
    const now = clock.now()
    const due = await lockDueSources(tx, now, SOURCES_AT_ONCE)
    if (due.length === 0) return 0
    const rows = due.map((source) => ({
      ...rowOf(source.vendor_id, source.url, now),
      source_id: source.id,
      source_kind: source.kind,
    }))
    await insertJobs(tx, rows)
    await updateSources(
      tx,
      due.map(({ id }) => id),
      { next_crawl_at: new Date(now.getTime() + LOST_MS) },
    )
    for (const { id } of rows) await jobs.add(tx, CRAWL_SOURCE, { job_id: id } satisfies CrawlTask)
    return due.length
  })

const scheduleVendors = ({ db, clock, jobs }: Deps): Promise<number> =>
  transact(db, async (tx) => {
    const now = clock.now()
    const vendors = await lockVendorsToDiscover(tx, now, VENDORS_AT_ONCE)
    if (vendors.length === 0) return 0
    const rows = vendors.map((vendor) => rowOf(vendor.id, homeOf(vendor), now))
    await insertJobs(tx, rows)
    for (const { id, vendor_id } of rows) {
      await updateVendor(tx, vendor_id, { next_discovery_at: new Date(now.getTime() + DISCOVERY_MS) })
      await jobs.add(tx, CRAWL_VENDOR, { job_id: id } satisfies CrawlTask)
    }
    return vendors.length
  })

const rowOf = (vendor_id: string, source_url: string, created_at: Date) => ({
  id: newId('crj'),
  vendor_id,
  source_url,
  source_kind: '',
  trigger: 'schedule' as const,
  created_at,
})
