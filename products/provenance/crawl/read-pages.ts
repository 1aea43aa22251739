// Reads the pages of a vendor: asked for one after the other, read while the next one is asked for, recorded together.
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
  /** The crawl of the vendor. */
  job: CrawlJobRow
  trigger: Trigger
  tell(progress: PageProgress): void
}

/** Host by host, so that the pause of one is not waited for at every page of another. */
export async function readPages(
  deps: Provenance,
  run: Run,
  sources: readonly SourceRow[],
  { vendor, job, trigger, tell }: Reading,
): Promise<CrawlOutcome[]> {
  // A crawl that a crash has cut off goes on with what it had not read yet.
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
    tell({ step: 'read', outcome, at: outcomes.length, of })
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
      tell({ step: 'reading', url: source.url, kind: source.kind, at: before + asked.size, of })
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

/** What each page would ask the database for, asked once for all. A job that waits for one of them is taken up. */
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
