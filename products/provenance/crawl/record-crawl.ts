// Records the results of crawls: sources, events, claims and jobs in one transaction. The data of one page is never
// written in part: a batch that fails is recorded page by page, and a page that fails alone counts as a failed crawl.
import { transact } from '@veritrace/platform/db/transact'
import { recordFetches } from '../claims/record-fetch.ts'
import { saveUnread, touchSnapshots } from '../claims/snapshot-store.ts'
import { touchClaims } from '../claims/store.ts'
import { insertAllEvents } from '../claims/write-fetches.ts'
import type { Provenance } from '../deps.ts'
import type { SourceRow } from '../directory-tables.ts'
import { updateFetched } from '../sources/source-rows-store.ts'
import { retireSource } from '../sources/sources-store.ts'
import { type Occasion, refreshVendor } from '../vendors/refresh-vendor.ts'
import { CrawlFailure } from './failure.ts'
import { saveJobs } from './job-store.ts'
import { type CrawlOutcome, outcomeOf } from './outcome.ts'
import type { Run } from './request-page.ts'
import { type Ended, eventsOf, jobOf, readOf, type Settled, settle, unreadOf } from './settle.ts'
import { isDatabaseDown, lockSources } from './store.ts'

type Tx = Provenance['db']

export interface Recorded {
  outcome: CrawlOutcome
  /** The source row after the crawl. */
  source: SourceRow
}

/** All crawls must be of one vendor, each of a different source. */
export async function recordCrawls(deps: Provenance, run: Run, ended: readonly Ended[]): Promise<Recorded[]> {
  try {
    return await recordTogether(deps, run, ended)
  } catch (error) {
    if (isDatabaseDown(error) || run.signal?.aborted) throw error
    if (ended.length === 1) return recordTogether(deps, run, [unwritable(deps, ended[0]!, error)])
    deps.log.warn({ err: error, pages: ended.length }, 'pages could not be recorded together')
    const recorded: Recorded[] = []
    for (const one of ended) recorded.push(...(await recordCrawls(deps, run, [one])))
    return recorded
  }
}

/** Only a page that was read can be the cause. Any other result that cannot be written is an internal error. */
function unwritable({ log }: Provenance, one: Ended, error: unknown): Ended {
  if (one.how.as !== 'read') throw error
  log.error({ err: error, source: one.source.id }, 'the content of a page could not be recorded')
  const failure = new CrawlFailure('extractor', 'The content of the page could not be recorded.', {
    httpStatus: one.how.page.status,
  })
  return { ...one, how: { as: 'failed', failure } }
}

async function recordTogether(deps: Provenance, run: Run, ended: readonly Ended[]): Promise<Recorded[]> {
  const { recorded, occasions } = await transact(deps.db, (tx) => write(deps, tx, ended, run.occasions === undefined))
  for (const occasion of occasions) run.occasions?.add(occasion)
  return recorded
}

/** Sources are locked before their vendor, as everywhere. */
async function write(deps: Provenance, tx: Tx, ended: readonly Ended[], isAlone: boolean) {
  const now = deps.clock.now()
  const ids = ended.map(({ source }) => source.id)
  const locked = new Map((await lockSources(tx, ids)).map((source) => [source.id, source]))
  const settled = ended.map((one) => settle(one, locked.get(one.source.id) ?? one.source, now))
  await recordReads(deps, tx, settled)
  await recordOthers(tx, settled, now)
  await insertAllEvents(
    tx,
    settled.flatMap((one) => eventsOf(one, now)),
  )
  for (const { isGone, source } of settled) if (isGone) await retireSource(tx, source, 'gone_410', now)
  const occasions = settled.flatMap(({ occasion }) => occasion ?? [])
  await derive(deps, tx, ended, isAlone ? occasions : [])
  const jobs = settled.map((one) => jobOf(one, now))
  await saveJobs(tx, jobs)
  return { recorded: settled.map(({ source }, place) => ({ source, outcome: outcomeOf(jobs[place]!) })), occasions }
}

async function recordReads(deps: Provenance, tx: Tx, settled: readonly Settled[]): Promise<void> {
  const reads = settled.flatMap((one) =>
    one.ended.how.as === 'read' ? [{ one, read: readOf(one, one.ended.how) }] : [],
  )
  const fetches = await recordFetches(
    deps,
    tx,
    reads.map(({ read }) => read),
  )
  for (const [place, { one }] of reads.entries()) {
    const fetched = fetches[place]!
    one.fetched = fetched
    one.source = fetched.source
    one.occasion = fetched.occasion
  }
}

async function recordOthers(tx: Tx, settled: readonly Settled[], now: Date): Promise<void> {
  const others = settled.filter(({ ended }) => ended.how.as !== 'read')
  await updateFetched(
    tx,
    others.map(({ source }) => source),
  )
  for (const one of others) for (const unread of unreadOf(one, now)) await saveUnread(tx, unread)
  const seen = others.filter(({ ended, before }) => ended.how.as === 'unchanged' && before.last_snapshot_id !== null)
  if (seen.length === 0) return
  await touchSnapshots(
    tx,
    seen.map(({ before }) => before.last_snapshot_id!),
    now,
  )
  await touchClaims(
    tx,
    seen.map(({ before }) => before.id),
    now,
  )
}

/**
 * A single source refreshes its vendor now. In a vendor crawl, this waits for all pages: half of them would mislead.
 */
async function derive(deps: Provenance, tx: Tx, ended: readonly Ended[], occasions: readonly Occasion[]) {
  const [occasion] = occasions
  if (occasion) await refreshVendor(deps, tx, ended[0]!.source.vendor_id, occasion)
}
