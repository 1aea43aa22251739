// The result of a crawl, for its caller.
import type { CrawlJobRow } from '../directory-tables.ts'
import type { ErrorClass } from './failure.ts'

export interface CrawlOutcome {
  jobId: string
  sourceId: string | null
  url: string
  kind: string
  status: CrawlJobRow['status']
  errorClass: ErrorClass | ''
  detail: string
  retryable: boolean
  httpStatus: number | null
  snapshotId: string | null
  claims: number
}

export const outcomeOf = (job: CrawlJobRow): CrawlOutcome => ({
  jobId: job.id,
  sourceId: job.source_id,
  url: job.source_url,
  kind: job.source_kind,
  status: job.status,
  // Only the crawler writes this column.
  errorClass: job.error_class as ErrorClass | '',
  detail: job.error_detail,
  retryable: job.retryable,
  httpStatus: job.http_status,
  snapshotId: job.snapshot_id,
  claims: job.extracted_items,
})
