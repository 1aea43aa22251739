// Reads one source: asks, judges, keeps the bytes, extracts, records. Whatever fails, the last good snapshot stays.
import type { Provenance } from '../deps.ts'
import { beginCrawl, type Trigger } from './begin-crawl.ts'
import { CrawlFailure, Deferred } from './failure.ts'
import { fetchSource } from './fetch-source.ts'
import { type CrawlOutcome, outcomeOf } from './outcome.ts'
import { judged, takeIn } from './read-page.ts'
import { recordCrawls } from './record-crawl.ts'
import { newRun, type PageAnswer, type Run } from './request-page.ts'
import { type Crawl, type Ended, isGivenUp, NOT_READ } from './settle.ts'
import { wholePage } from './whole-page.ts'

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
  const run = options.run ?? newRun(signal)
  const asked = await askPage(deps, run, begun)
  const [recorded] = await recordCrawls(deps, run, [await readAsked(deps, asked)])
  return recorded!.outcome
}

/** A page that has come and is to be read. */
export interface Asked extends Crawl {
  robots: Run['robots']
  page: PageAnswer
  html: string
}

/** All that speaks to the host. What follows may be done while it is asked for the next page. */
export async function askPage(deps: Provenance, run: Run, crawl: Crawl): Promise<Asked | Ended> {
  const { source, vendor } = crawl
  const skip = (why: string): Ended => ({ ...crawl, robots: null, how: { as: 'skipped', why } })
  if (vendor.opted_out) return skip('The vendor does not want to be crawled.')
  if (isGivenUp(source)) return skip(NOT_READ)
  // What robots.txt says of this page is kept apart from what it says of the next one.
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
    const reading = await takeIn(deps, crawl, page, html)
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
