// Maps crawl jobs to the type of the contract.
import type { CrawlJob } from '@veritrace/contract/provenance/crawls'
import { iso } from '@veritrace/platform/clock'
import type { ShownJob } from './store.ts'

export const viewJob = (job: ShownJob): CrawlJob => ({
  id: job.id,
  vendor_id: job.vendor_id,
  vendor_slug: job.vendor_slug,
  vendor_name: job.vendor_name,
  source_url: job.source_url,
  source_kind: job.source_kind,
  status: job.status,
  error_class: job.error_class,
  error_detail: job.error_detail,
  retryable: job.retryable,
  robots_allowed: job.robots_allowed,
  http_status: job.http_status,
  content_bytes: job.content_bytes,
  extracted_items: job.extracted_items,
  duration_seconds: secondsOf(job),
  created_at: job.created_at.toISOString(),
  started_at: iso(job.started_at),
  completed_at: iso(job.completed_at),
})

const secondsOf = ({ started_at, completed_at }: ShownJob): number =>
  started_at && completed_at ? Math.max(0, Math.round((completed_at.getTime() - started_at.getTime()) / 1000)) : 0
