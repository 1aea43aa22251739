// Crawls one source: fetches, judges, stores the bytes, extracts, records. After any failure the last good snapshot
// stays.
import type { Provenance } from '../deps.ts'
import { beginCrawl, type Trigger } from './begin-crawl.ts'
import { CrawlFailure, Deferred } from './failure.ts'
import { fetchSource } from './fetch-source.ts'
import { type CrawlOutcome, outcomeOf } from './outcome.ts'
import { judged, storeAndExtract } from './read-page.ts'
import { recordCrawls } from './record-crawl.ts'
import { newRun, type PageAnswer, type Run } from './request-page.ts'
import { type Crawl, type Ended, isGivenUp, NOT_READ } from './settle.ts'
import { wholePage } from './whole-page.ts'

export interface CrawlOptions {
  trigger: Trigger
  jobId?: string | undefined
  /** Shared by all sources in a crawl of a vendor. */
  run?: Run
}

/** Runs once for each job. If the job has already ended, returns its outcome. */
export async function crawlSource(
  deps: Provenance,
  sourceId: string,
  options: CrawlOptions,
  signal?: AbortSignal,
): Promise<CrawlOutcome> {
  const begun = await beginCrawl(deps, sourceId, options)
  if ('over' in begun) return outcomeOf(begun.over)
  const run = options.run ?? newRun(signal)
  const asked = await askPage(deps, run, begun)
  const [recorded] = await recordCrawls(deps, run, [await readAsked(deps, asked)])
  return recorded!.outcome
}

/** A page that was fetched and must still be extracted. */
export interface Asked extends Crawl {
  robots: Run['robots']
  page: PageAnswer
  html: string
}

/** All requests to the host. Extraction can run while the next page is fetched. */
export async function askPage(deps: Provenance, run: Run, crawl: Crawl): Promise<Asked | Ended> {
  const { source, vendor } = crawl
  const skip = (why: string): Ended => ({ ...crawl, robots: null, how: { as: 'skipped', why } })
  if (vendor.opted_out) return skip('The vendor has opted out of crawling.')
  if (isGivenUp(source)) return skip(NOT_READ)
  // The robots.txt decision for this page must not affect the next one.
  const own: Run = { ...run, robots: null }
  try {
    const sent = await fetchSource(deps, own, source)
    if (sent.status === 304) return { ...crawl, robots: own.robots, how: { as: 'unchanged', page: sent } }
    const page = await wholePage(deps, own, vendor.id, sent)
    return { ...crawl, page, html: await judged(deps, own, source.url, page), robots: own.robots }
  } catch (error) {
    return { ...crawl, robots: own.robots, how: failed(error) }
  }
}

export async function readAsked(deps: Provenance, asked: Asked | Ended): Promise<Ended> {
  if ('how' in asked) return asked
  const { html, page, ...crawl } = asked
  try {
    const reading = await storeAndExtract(deps, crawl, page, html)
    const { body: _, ...answer } = page
    return { ...crawl, how: { as: 'read', page: answer, reading } }
  } catch (error) {
    return { ...crawl, how: failed(error) }
  }
}

function failed(error: unknown): Ended['how'] {
  if (error instanceof Deferred) return { as: 'deferred', deferred: error }
  if (error instanceof CrawlFailure) return { as: 'failed', failure: error }
  throw error
}
