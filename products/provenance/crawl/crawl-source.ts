// Reads one source: asks, judges, keeps the bytes, extracts, records. Whatever fails, the last good snapshot stays.
import type { Provenance } from '../deps.ts'
import { beginCrawl, type Trigger } from './begin-crawl.ts'
import { CrawlFailure, Deferred } from './failure.ts'
import { fetchSource } from './fetch-source.ts'
import { type CrawlOutcome, outcomeOf } from './outcome.ts'
import { readPage } from './read-page.ts'
import { recordDeferred, recordFailure, recordRead, recordSkipped, recordUnchanged } from './record-crawl.ts'
import { newRun, type Run } from './request-page.ts'

export interface CrawlOptions {
  trigger: Trigger
  jobId?: string | undefined
  /** Shared by all sources of one crawl of a vendor. */
  run?: Run
}

/** Does it once for each job: one that is over only tells its outcome again. */
export async function crawlSource(
  deps: Provenance,
  sourceId: string,
  options: CrawlOptions,
  signal?: AbortSignal,
): Promise<CrawlOutcome> {
  const begun = await beginCrawl(deps, sourceId, options)
  if ('over' in begun) return outcomeOf(begun.over)
  const { source, vendor } = begun
  if (vendor.opted_out) return recordSkipped(deps, begun, 'The vendor does not want to be crawled.')
  if (source.status === 'inactive' && source.inactive_reason !== 'robots')
    return recordSkipped(deps, begun, 'The source is not read any more.')
  const run = options.run ?? newRun(signal)
  run.robots = null
  try {
    const page = await fetchSource(deps, run, source)
    if (page.status === 304) return await recordUnchanged(deps, run, begun, page)
    return await recordRead(deps, run, begun, page, await readPage(deps, run, begun, page))
  } catch (error) {
    if (error instanceof Deferred) return recordDeferred(deps, run, begun, error)
    if (error instanceof CrawlFailure) return recordFailure(deps, run, begun, error)
    throw error
  }
}
