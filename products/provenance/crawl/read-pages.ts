// Reads the pages of a vendor: fetched one after another, extracted while the next is fetched, recorded together.
import type { Provenance } from '../deps.ts'
import type { CrawlJobRow, SourceRow } from '../directory-tables.ts'
import { openBatch } from './batch.ts'
import { beginCrawl, runningJob, type Trigger } from './begin-crawl.ts'
import { askPage } from './crawl-source.ts'
import { listEndedSince, listOpenJobs } from './job-store.ts'
import { type CrawlOutcome, outcomeOf } from './outcome.ts'
import type { Recorded } from './record-crawl.ts'
import { mayNeedRepair, repairSource } from './repair-source.ts'
import type { Run } from './request-page.ts'
import type { Crawl } from './settle.ts'
import { type CrawledVendor, listSnapshots } from './store.ts'

export type PageProgress =
  | { step: 'reading'; url: string; kind: string; at: number; of: number }
  | { step: 'read'; outcome: CrawlOutcome; at: number; of: number }

interface Reading {
  vendor: CrawledVendor
  /** The job of the vendor's crawl. */
  job: CrawlJobRow
  trigger: Trigger
  report(progress: PageProgress): void
}

/** Sorted by host, so that the pause of one host does not delay pages of another. */
export async function readPages(
  deps: Provenance,
  run: Run,
  sources: readonly SourceRow[],
  { vendor, job, trigger, report }: Reading,
): Promise<CrawlOutcome[]> {
  // A crawl that was interrupted by a crash continues with the unread pages.
  const outcomes = (await listEndedSince(deps.db, vendor.id, job.started_at!)).map(outcomeOf)
  const done = new Set(outcomes.map(({ sourceId }) => sourceId))
  const queue = sources.filter(({ id }) => !done.has(id)).toSorted((a, b) => hostOf(a).localeCompare(hostOf(b)))
  const begin = await beginner(deps, run, vendor, queue, trigger)
  const lost: Recorded[] = []
  const asked = new Set<string>()
  const before = outcomes.length
  let of = outcomes.length + queue.length
  const end = (recorded: Recorded): void => {
    const { outcome, source } = recorded
    outcomes.push(outcome)
    report({ step: 'read', outcome, at: outcomes.length, of })
    if (mayNeedRepair(source, outcome)) lost.push(recorded)
  }
  const repairLost = async (): Promise<void> => {
    for (const { outcome } of lost.splice(0)) {
      const replacement = await repairSource(deps, run, outcome)
      if (!replacement || replacement.last_crawl_at || asked.has(replacement.id)) continue
      if (queue.some(({ id }) => id === replacement.id)) continue
      queue.unshift(replacement)
      of += 1
    }
  }
  const batch = openBatch(deps, run, end)
  try {
    while (queue.length > 0) {
      const source = queue.shift()!
      asked.add(source.id)
      report({ step: 'reading', url: source.url, kind: source.kind, at: before + asked.size, of })
      run.signal?.throwIfAborted()
      const begun = await begin(source)
      if ('over' in begun) end({ outcome: outcomeOf(begun.over), source })
      else await batch.add(await askPage(deps, run, begun))
      if (queue.length === 0) await batch.drain()
      await repairLost()
    }
  } finally {
    await batch.close()
  }
  return outcomes
}

const hostOf = ({ url }: SourceRow): string => new URL(url).host

/** Loads open jobs and snapshots of all pages with one query each. An open job of a page is resumed. */
async function beginner(
  deps: Provenance,
  run: Run,
  vendor: CrawledVendor,
  queue: readonly SourceRow[],
  trigger: Trigger,
): Promise<(source: SourceRow) => Promise<Crawl | { over: CrawlJobRow }>> {
  const open = new Map((await listOpenJobs(deps.db, vendor.id)).map(({ source_id, id }) => [source_id, id]))
  const copies = await listSnapshots(
    deps.db,
    queue.flatMap(({ last_snapshot_id }) => last_snapshot_id ?? []),
  )
  run.copies = new Map(copies.map((copy) => [copy.id, copy]))
  return async (source) => {
    const jobId = open.get(source.id)
    if (jobId) return beginCrawl(deps, source.id, { trigger, jobId })
    return { job: runningJob(source, trigger, deps.clock.now()), source, vendor }
  }
}
