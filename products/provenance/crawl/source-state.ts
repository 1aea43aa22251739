// The new state of a source after a fetch. Pure. A failure does not change what the last good fetch stored.
import type { SourceRow } from '../directory-tables.ts'
import { dueAfterFailure, dueAfterSuccess } from './due.ts'
import type { CrawlFailure } from './failure.ts'

export type SourceColumns = Pick<
  SourceRow,
  | 'status'
  | 'status_reason'
  | 'http_status'
  | 'last_success_at'
  | 'last_crawl_at'
  | 'next_crawl_at'
  | 'failures'
  | 'soft_404'
  | 'inactive_reason'
  | 'moved_to'
>

export interface GoodFetch {
  httpStatus: number
  /** Target of permanent redirects; empty without any. */
  movedTo: string
}

/** From this many consecutive failures on, the source is failing. */
export const FAILING_AFTER = 3
/** A permanent redirect counts when it is seen twice. */
export const MOVED = 'moved_permanently'

export function afterSuccess(source: SourceRow, fetched: GoodFetch, now: Date): SourceColumns {
  const isSeenAgain = fetched.movedTo !== '' && fetched.movedTo === source.moved_to
  return {
    status: 'ok',
    status_reason: isSeenAgain ? MOVED : '',
    // 304 describes the copy, not the page.
    http_status: fetched.httpStatus === 304 ? source.http_status : fetched.httpStatus,
    last_success_at: now,
    last_crawl_at: now,
    next_crawl_at: dueAfterSuccess(source, now),
    failures: 0,
    soft_404: false,
    inactive_reason: '',
    moved_to: fetched.movedTo,
  }
}

export function afterFailure(source: SourceRow, failure: CrawlFailure, now: Date): SourceColumns {
  const kept = { last_success_at: source.last_success_at, last_crawl_at: now, moved_to: source.moved_to }
  if (failure.errorClass === 'robots_disallowed')
    // No failure: the vendor disallows crawling, so its last content stays with its age.
    return {
      ...kept,
      status: 'inactive',
      status_reason: failure.reason,
      http_status: source.http_status,
      next_crawl_at: dueAfterSuccess(source, now),
      failures: 0,
      soft_404: false,
      inactive_reason: 'robots',
    }
  const failures = source.failures + 1
  const due = dueAfterFailure(source, failures, failure.retryable, now)
  return {
    ...kept,
    status: failures >= FAILING_AFTER ? 'failing' : 'degraded',
    status_reason: failure.reason,
    http_status: failure.httpStatus ?? source.http_status,
    next_crawl_at: failure.until && failure.until > due ? failure.until : due,
    failures,
    soft_404: failure.errorClass === 'soft_404',
    inactive_reason: '',
  }
}
