// Writes down how a crawl ended: the source, the events, the vendor and the job in one transaction.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { recordFetch } from '../claims/record-fetch.ts'
import type { Provenance } from '../deps.ts'
import type { CrawlJobRow, SourceRow } from '../directory-tables.ts'
import { retireSource } from '../sources/sources-store.ts'
import { insertEvents } from '../vendors/derived-store.ts'
import { type Occasion, refreshVendor } from '../vendors/refresh-vendor.ts'
import type { CrawlFailure, Deferred } from './failure.ts'
import { movedTo } from './fetch-source.ts'
import { endJob } from './job-store.ts'
import { type CrawlOutcome, outcomeOf } from './outcome.ts'
import type { Reading } from './read-page.ts'
import type { PageAnswer, Run } from './request-page.ts'
import { afterFailure, afterSuccess, MOVED, type SourceColumns } from './source-state.ts'
import { type CrawledVendor, lockSource, seenAgain, updateSource } from './store.ts'
import { transitions } from './transitions.ts'

type Tx = Provenance['db']
interface Crawl {
  job: CrawlJobRow
  source: SourceRow
  vendor: CrawledVendor
}

export const recordRead = (
  deps: Provenance,
  run: Run,
  { job, source, vendor }: Crawl,
  page: PageAnswer,
  reading: Reading,
): Promise<CrawlOutcome> =>
  transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const before = (await lockSource(tx, source.id)) ?? source
    const after = afterSuccess(before, { httpStatus: page.status, movedTo: movedTo(page) }, now)
    await updateSource(tx, source.id, {
      ...after,
      title: reading.extraction.title.slice(0, 500),
      canonical_url: page.url,
      content_bytes: page.body.length,
      etag: headerOf(page, 'etag'),
      last_modified: headerOf(page, 'last-modified'),
    })
    const recorded = await recordFetch(deps, tx, {
      source: before,
      vendor,
      snapshot: {
        id: newId('snp'),
        url: page.url,
        http_status: page.status,
        content_type: page.contentType,
        sha256: reading.sha256,
        bytes: page.body.length,
        headers: keptHeaders(page.headers),
        noarchive: reading.noarchive,
      },
      extraction: reading.extraction,
    })
    // The claims' own remarks about the page give way: a page that has moved is looked for next.
    if (after.status_reason === MOVED) await updateSource(tx, source.id, { status_reason: MOVED })
    await tell(tx, before, after, recorded.changed && before.last_snapshot_id !== null, reading.sha256, now)
    await derive(deps, tx, run, vendor.id, recorded.occasion)
    return end(tx, run, job, now, {
      status: recorded.changed ? 'succeeded' : 'unchanged',
      error_detail: recorded.heldBack && `Waits for the next fetch to say the same: ${recorded.heldBack}.`,
      http_status: page.status,
      content_bytes: page.body.length,
      extracted_items: recorded.claims,
      snapshot_id: recorded.snapshotId,
    })
  })

/** The host says that our copy still is the page. */
export const recordUnchanged = (
  deps: Provenance,
  run: Run,
  { job, source }: Crawl,
  page: PageAnswer,
): Promise<CrawlOutcome> =>
  transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const before = (await lockSource(tx, source.id)) ?? source
    const after = afterSuccess(before, { httpStatus: page.status, movedTo: movedTo(page) }, now)
    await updateSource(tx, source.id, after)
    if (before.last_snapshot_id) await seenAgain(tx, source.id, before.last_snapshot_id, now)
    await tell(tx, before, after, false, null, now)
    await derive(deps, tx, run, source.vendor_id, 'change')
    return end(tx, run, job, now, {
      status: 'unchanged',
      http_status: page.status,
      snapshot_id: before.last_snapshot_id,
    })
  })

export const recordFailure = (
  deps: Provenance,
  run: Run,
  { job, source }: Crawl,
  failure: CrawlFailure,
): Promise<CrawlOutcome> =>
  transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const before = (await lockSource(tx, source.id)) ?? source
    const after = afterFailure(before, failure, now)
    await updateSource(tx, source.id, after)
    await tell(tx, before, after, false, null, now)
    const isGoneAgain = failure.errorClass === 'http_410' && before.status_reason === 'http_410'
    if (isGoneAgain) await retireSource(tx, { ...before, ...after }, 'gone_410', now)
    await derive(deps, tx, run, source.vendor_id, 'change')
    return end(tx, run, job, now, {
      status: 'failed',
      error_class: failure.errorClass,
      error_detail: failure.message,
      retryable: failure.retryable,
      http_status: failure.httpStatus,
    })
  })

/** Nothing was asked, so nothing is known: the source stays as it is and comes later. */
export const recordDeferred = (
  deps: Provenance,
  run: Run,
  { job, source }: Crawl,
  deferred: Deferred,
): Promise<CrawlOutcome> =>
  transact(deps.db, async (tx) => {
    await updateSource(tx, source.id, { next_crawl_at: deferred.until })
    return end(tx, run, job, deps.clock.now(), { status: 'skipped', error_detail: deferred.message, retryable: true })
  })

export const recordSkipped = (deps: Provenance, { job, source }: Crawl, why: string): Promise<CrawlOutcome> =>
  transact(deps.db, async (tx) => {
    await updateSource(tx, source.id, { next_crawl_at: null })
    return end(tx, null, job, deps.clock.now(), { status: 'skipped', error_detail: why })
  })

/** At once, or when all pages of the crawl are read: half a vendor would look worse, or better, than it is. */
async function derive(deps: Provenance, tx: Tx, run: Run, vendorId: string, occasion: Occasion): Promise<void> {
  if (run.occasions) run.occasions.add(occasion)
  else await refreshVendor(deps, tx, vendorId, occasion)
}

async function tell(
  tx: Tx,
  source: SourceRow,
  after: SourceColumns,
  isNewContent: boolean,
  hash: string | null,
  now: Date,
): Promise<void> {
  const events = transitions(source, after, { isNewContent }).map(({ event_type, severity, before, after: to }) => ({
    id: newId('evt'),
    vendor_id: source.vendor_id,
    source_id: source.id,
    event_type,
    severity,
    payload: JSON.stringify({ schema: `${event_type}/1`, source_kind: source.kind, before, after: to }),
    source_url: source.url,
    content_hash: hash,
    observed_at: now,
  }))
  if (events.length > 0) await insertEvents(tx, events)
}

async function end(
  tx: Tx,
  run: Run | null,
  job: CrawlJobRow,
  now: Date,
  columns: Parameters<typeof endJob>[2],
): Promise<CrawlOutcome> {
  const robots = run?.robots
  return outcomeOf(
    await endJob(tx, job.id, {
      ...columns,
      robots_allowed: robots?.allowed ?? null,
      robots_rule: robots?.rule ?? '',
      completed_at: now,
    }),
  )
}

const headerOf = (page: PageAnswer, name: string): string => (page.headers[name] ?? '').slice(0, 1_000)

/** What tells about the document; cookies and the like are nobody's evidence. */
const KEPT = ['content-type', 'content-language', 'date', 'etag', 'last-modified', 'link', 'server', 'x-robots-tag']
const keptHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(KEPT.flatMap((name) => (headers[name] ? [[name, headers[name].slice(0, 2_000)]] : [])))
