// Operation of the crawler: crawl jobs of all vendors, and the delivery of their results to the graph.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, limit, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'

const count = (description?: string) => t.Integer({ minimum: 0, ...(description && { description }) })
const share = (description: string) => t.Number({ minimum: 0, maximum: 1, description })

export const CRAWL_STATUSES = ['queued', 'running', 'succeeded', 'unchanged', 'failed', 'skipped'] as const
export const ERROR_CLASSES = [
  'dns',
  'connect',
  'tls_invalid',
  'tls_expired',
  'timeout',
  'http_403',
  'http_404',
  'http_410',
  'http_429',
  'http_5xx',
  'redirect_loop',
  'robots_disallowed',
  'robots_unreachable',
  'empty',
  'too_large',
  'unsupported_type',
  'soft_404',
  'challenge_page',
  'parse',
  'extractor',
  'ssrf_blocked',
] as const
export const SUMMARY_DAYS = 30

const MissingDocVendor = t.Object({
  vendor_id: t.String(),
  vendor_slug: t.String(),
  vendor_name: t.String(),
  primary_domain: t.String(),
  source_count: count(),
  last_error_class: t.String({ description: 'Error of the last crawl; empty if it succeeded or there was none' }),
  last_http_status: nullable(t.Integer()),
  last_crawl_at: nullable(DateTime),
})

const DuplicateDomainGroup = t.Object({
  primary_domain: t.String(),
  vendor_count: count(),
  vendors: t.Array(t.Object({ slug: t.String(), display_name: t.String() })),
})

export type CrawlSummary = Static<typeof CrawlSummary>
export const CrawlSummary = named(
  'CrawlSummary',
  t.Object({
    active_crawls: count('Queued and running jobs'),
    average_duration_seconds: count('Average over finished jobs'),
    failed_jobs: count(),
    attempt_count: count('Attempts of all jobs'),
    successful_attempts: count('Attempts that read the page, changed or not'),
    failed_attempts: count(),
    robots_blocked: count('Jobs blocked by robots.txt, including an unreachable one'),
    fetch_failed: count('Failed jobs that got no page; the others got a page they could not use'),
    success_rate: share('Share of finished attempts that succeeded; 0 if there are none'),
    documents: count('Stored snapshots'),
    empty_documents: count('Snapshots without text'),
    extracted_documents: count(),
    pending_documents: count(),
    graph_delivered: count(),
    graph_retry: count('Changes waiting for their first or next attempt'),
    graph_dead_letter: count('Changes that were given up, including those refused for lack of permission'),
    graph_auth_dead_letter: count('Changes that the graph refused for lack of permission'),
    last_graph_sync_at: nullable(DateTime),
    source_count: count('Sources that are not retired'),
    seed_source_count: count('Sources from the initial list of vendors'),
    real_source_count: count('Sources that have been read at least once'),
    source_kind_counts: t.Array(t.Object({ kind: t.String(), count: count() }), {
      description: 'Most frequent first',
    }),
    source_quality_score: t.Number({
      minimum: 0,
      maximum: 100,
      description: 'Share of tried sources that are ok; a degraded source counts half',
    }),
    source_coverage: share('Share of vendors with a source'),
    document_coverage: share('Share of vendors with at least one document'),
    vendors_with_sources: count(),
    vendors_with_crawled_docs: count(),
    vendors_without_crawled_docs: count(),
    last_crawl_at: nullable(DateTime),
    missing_doc_vendors: t.Array(MissingDocVendor, {
      description: 'Up to 50 vendors without any document; those with the most sources first',
    }),
    duplicate_domain_groups: t.Array(DuplicateDomainGroup, {
      description: 'Up to 50 groups of vendors with the same domain; the largest first',
    }),
    recommendations: t.Array(t.String(), { description: 'Next steps; the most urgent first' }),
  }),
)

export type CrawlJob = Static<typeof CrawlJob>
export const CrawlJob = named(
  'CrawlJob',
  t.Object({
    id: t.String(),
    vendor_id: t.String(),
    vendor_slug: t.String(),
    vendor_name: t.String(),
    source_url: t.String(),
    source_kind: t.String({ description: 'Empty for a crawl of all sources of a vendor' }),
    status: oneOf(CRAWL_STATUSES),
    error_class: t.String({ description: 'Empty if nothing failed' }),
    error_detail: t.String(),
    retryable: t.Boolean(),
    robots_allowed: nullable(t.Boolean()),
    http_status: nullable(t.Integer()),
    content_bytes: count(),
    extracted_items: count(),
    duration_seconds: count(),
    created_at: DateTime,
    started_at: nullable(DateTime),
    completed_at: nullable(DateTime),
  }),
)

const JobsQuery = strict({
  ...pageQuery,
  status: t.Optional(oneOf(CRAWL_STATUSES)),
  error_class: t.Optional(oneOf(ERROR_CLASSES)),
  vendor_id: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
})

export type CrawlRun = Static<typeof CrawlRun>
export const CrawlRun = named(
  'CrawlRun',
  strict({
    vendor_id: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
    source_kind: t.Optional(formed('up to 40 lowercase letters, digits and _', '^[a-z][a-z0-9_]{0,39}$')),
    source_url: t.Optional(
      formed('an address such as https://example.com/page', '^[Hh][Tt][Tt][Pp][Ss]?://', {
        format: 'uri',
        maxLength: 2048,
      }),
    ),
  }),
)

const GraphRequeue = strict({
  include_auth: t.Optional(
    t.Boolean({ default: false, description: 'Include changes that were refused for lack of permission' }),
  ),
  limit: t.Optional(limit(500, 100)),
})

export type GraphRequeueResponse = Static<typeof GraphRequeueResponse>
export const GraphRequeueResponse = named(
  'GraphRequeueResponse',
  t.Object({
    requeued: count(),
    skipped_auth_dead: count('Changes refused for lack of permission that were skipped because include_auth is false'),
    remaining_dead_letter: count('All remaining dead letters, including those refused for lack of permission'),
  }),
)

export const crawls = {
  summary: endpoint('GET /app/crawls/summary', {
    summary: 'Get statistics of the crawler, and recommended next steps',
    description: `Jobs and attempts cover the last ${SUMMARY_DAYS} days; everything else shows the current state.`,
    auth: 'session',
    operator: true,
    ok: CrawlSummary,
  }),
  jobs: endpoint('GET /app/crawls/jobs', {
    summary: 'List the crawls of all vendors, newest first',
    auth: 'session',
    operator: true,
    query: JobsQuery,
    ok: t.Object({
      jobs: t.Array(CrawlJob),
      next: t.String({ description: 'Cursor of the next page; empty on the last page' }),
    }),
    errors: ['invalid_cursor'],
  }),
  run: endpoint('POST /app/crawls/run', {
    summary: 'Queue a crawl of a vendor, of one of its sources, or of whatever is due next',
    description:
      'With `vendor_id` alone, discovers and reads all sources of the vendor; with `source_kind`, reads its source of that kind; with `source_url`, reads that page, which may be new but must be on a host of the vendor. `source_url` alone finds the vendor by its host. Without a body, reads the source that is due first or, if there is none, the vendor that was crawled longest ago. If the same crawl is already queued, returns that one.',
    auth: 'session',
    operator: true,
    body: CrawlRun,
    bodyOptional: true,
    ok: CrawlJob,
    status: 202,
    errors: ['vendor_not_found', 'source_not_found', 'ssrf_blocked', 'unacceptable'],
  }),
  requeue: endpoint('POST /app/crawls/graph/requeue', {
    summary: 'Queue failed graph changes again, oldest first',
    auth: 'session',
    operator: true,
    body: GraphRequeue,
    bodyOptional: true,
    ok: GraphRequeueResponse,
    status: 202,
  }),
}
