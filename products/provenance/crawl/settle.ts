// Computes the new source and job rows at the end of a crawl. Pure, except for new ids.
import { newId } from '@veritrace/platform/ids'
import type { EventRow } from '../claims/event-rows.ts'
import type { Read, RecordedFetch } from '../claims/fetch.ts'
import type { NewSnapshot } from '../claims/snapshot-store.ts'
import type { CrawlJobRow, SourceRow } from '../directory-tables.ts'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import type { Occasion } from '../vendors/refresh-vendor.ts'
import type { CrawlFailure, Deferred } from './failure.ts'
import { movedTo } from './fetch-source.ts'
import type { Reading } from './read-page.ts'
import type { PageAnswer, Run } from './request-page.ts'
import { afterFailure, afterSuccess, type SourceColumns } from './source-state.ts'
import type { CrawledVendor } from './store.ts'
import { transitions } from './transitions.ts'

export interface Crawl {
  job: CrawlJobRow
  source: SourceRow
  vendor: CrawledVendor
}
/** A crawl that has ended but is not recorded yet. */
export interface Ended extends Crawl {
  robots: Run['robots']
  how: How
}
type How =
  | { as: 'read'; page: Omit<PageAnswer, 'body'>; reading: Reading }
  /** The host confirms that our copy is current. */
  | { as: 'unchanged'; page: Omit<PageAnswer, 'body'> }
  | { as: 'failed'; failure: CrawlFailure }
  /** No request was sent, so nothing is known. The source stays as it is and is read later. */
  | { as: 'deferred'; deferred: Deferred }
  | { as: 'skipped'; why: string }

export interface Settled {
  ended: Ended
  before: SourceRow
  /** The source row after the crawl. */
  source: SourceRow
  /** Columns that the crawl changes. Absent if no request was sent. */
  after: SourceColumns | undefined
  /** The page answered 410 for the second time. */
  isGone: boolean
  occasion: Occasion | undefined
  fetched?: RecordedFetch
}

export const NOT_READ = 'The source is no longer read.'

/** Sources closed by robots.txt may open again. All other inactive ones are given up. */
export const isGivenUp = ({ status, inactive_reason }: SourceRow): boolean =>
  status === 'inactive' && inactive_reason !== 'robots'

export function settle(ended: Ended, before: SourceRow, now: Date): Settled {
  const { how } = ended
  // Someone has deactivated the source during the crawl.
  if (isGivenUp(before) && how.as !== 'skipped')
    return settle({ ...ended, how: { as: 'skipped', why: NOT_READ } }, before, now)
  const same = { ended, before, source: before, after: undefined, isGone: false, occasion: undefined }
  if (how.as === 'skipped') return { ...same, source: { ...before, next_crawl_at: null } }
  if (how.as === 'deferred') return { ...same, source: { ...before, next_crawl_at: how.deferred.until } }
  const after =
    how.as === 'failed'
      ? afterFailure(before, how.failure, now)
      : afterSuccess(before, { httpStatus: how.page.status, movedTo: movedTo(how.page) }, now)
  const isGone = how.as === 'failed' && how.failure.errorClass === 'http_410' && before.status_reason === 'http_410'
  // A new page that could not be read is not a change at the vendor either.
  const occasion = how.as === 'failed' && before.last_crawl_at === null ? 'first_reading' : 'change'
  return { ...same, source: { ...before, ...after }, after, isGone, occasion }
}

export const readOf = ({ ended, before, after }: Settled, { page, reading }: How & { as: 'read' }): Read => ({
  source: before,
  vendor: ended.vendor,
  columns: {
    ...after,
    title: reading.extraction.title.slice(0, 500),
    canonical_url: page.url,
    content_bytes: reading.bytes,
    etag: headerOf(page, 'etag'),
    last_modified: headerOf(page, 'last-modified'),
  },
  snapshot: {
    id: newId('snp'),
    url: page.url,
    http_status: page.status,
    content_type: page.contentType,
    sha256: reading.sha256,
    bytes: reading.bytes,
    headers: keptHeaders(page.headers),
    noarchive: reading.noarchive,
    rendered: reading.rendered,
  },
  extraction: reading.extraction,
})

/** The snapshot of a document that could not be extracted. It is never accepted or cited. */
export function unreadOf({ ended: { how }, before }: Settled, now: Date): NewSnapshot[] {
  const unread = how.as === 'failed' ? how.failure.unread : undefined
  if (!unread) return []
  const { page, why, ...copy } = unread
  const snapshot = {
    ...copy,
    id: newId('snp'),
    vendor_id: before.vendor_id,
    source_id: before.id,
    url: page.url,
    http_status: page.status,
    content_type: page.contentType,
    headers: keptHeaders(page.headers),
  }
  const nothing = { text_sha256: '', text_chars: 0, claims_sha256: '', held_back: 'unreadable', warnings: [] }
  const failed = { extract_status: 'failed' as const, extract_error: why.slice(0, 1_000) }
  return [{ ...snapshot, ...nothing, ...failed, extractor_version: EXTRACTOR_VERSION, fetched_at: now, seen_at: now }]
}

export function eventsOf({ ended: { how }, before, after, fetched }: Settled, now: Date): EventRow[] {
  if (!after) return []
  const isNewContent = fetched?.changed === true && before.last_snapshot_id !== null
  return transitions(before, after, { isNewContent }).map(({ event_type, severity, before: from, after: to }) => ({
    id: newId('evt'),
    vendor_id: before.vendor_id,
    source_id: before.id,
    event_type,
    severity,
    payload: JSON.stringify({ schema: `${event_type}/1`, source_kind: before.kind, before: from, after: to }),
    source_url: before.url,
    content_hash: how.as === 'read' ? how.reading.sha256 : null,
    observed_at: now,
  }))
}

export const jobOf = (settled: Settled, now: Date): CrawlJobRow => ({
  ...settled.ended.job,
  ...endOf(settled),
  robots_allowed: settled.ended.robots?.allowed ?? null,
  robots_rule: settled.ended.robots?.rule ?? '',
  completed_at: now,
})

function endOf({ ended: { how }, before, fetched }: Settled): Partial<CrawlJobRow> {
  switch (how.as) {
    case 'read':
      return {
        status: fetched!.changed ? 'succeeded' : 'unchanged',
        error_detail: fetched!.heldBack && `Waiting for the next fetch to confirm: ${fetched!.heldBack}.`,
        http_status: how.page.status,
        content_bytes: how.reading.bytes,
        extracted_items: fetched!.claims,
        snapshot_id: fetched!.snapshotId,
      }
    case 'unchanged':
      return { status: 'unchanged', http_status: how.page.status, snapshot_id: before.last_snapshot_id }
    case 'failed':
      return {
        status: 'failed',
        error_class: how.failure.errorClass,
        error_detail: how.failure.message,
        retryable: how.failure.retryable,
        http_status: how.failure.httpStatus,
      }
    case 'deferred':
      return { status: 'skipped', error_detail: how.deferred.message, retryable: true }
    case 'skipped':
      return { status: 'skipped', error_detail: how.why }
  }
}

const headerOf = (page: Pick<PageAnswer, 'headers'>, name: string): string => (page.headers[name] ?? '').slice(0, 1_000)

/** Headers that describe the document. Cookies and the like are not stored. */
const KEPT = ['content-type', 'content-language', 'date', 'etag', 'last-modified', 'link', 'server', 'x-robots-tag']
const keptHeaders = (headers: Record<string, string>): Record<string, string> =>
  Object.fromEntries(KEPT.flatMap((name) => (headers[name] ? [[name, headers[name].slice(0, 2_000)]] : [])))
