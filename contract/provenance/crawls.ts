// How the directory is read: the crawls of all vendors, and what of it has reached the graph.
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
  last_error_class: t.String({ description: 'Of the last crawl; empty where it did not fail or there was none' }),
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
    active_crawls: count('Jobs that wait or run'),
    average_duration_seconds: count('Of the jobs that ended'),
    failed_jobs: count(),
    attempt_count: count('Tries of all jobs'),
    successful_attempts: count('Tries that read the page, changed or not'),
    failed_attempts: count(),
    robots_blocked: count('Jobs that robots.txt, or its absence, kept from reading'),
    fetch_failed: count('Failed jobs that got no page; the other ones could not use theirs'),
    success_rate: share('Of the tries that are over; 0 where there are none'),
    documents: count('Snapshots that are kept'),
    empty_documents: count('Those without any text'),
    extracted_documents: count(),
    pending_documents: count(),
    graph_delivered: count(),
    graph_retry: count('Changes that wait for their first or next try'),
    graph_dead_letter: count('Changes that were given up, those for want of rights included'),
    graph_auth_dead_letter: count('Of these, those that the graph refused for want of rights'),
    last_graph_sync_at: nullable(DateTime),
    source_count: count('Sources that are not retired'),
    seed_source_count: count('Those that came with the list of vendors'),
    real_source_count: count('Those that have been read at least once'),
    source_kind_counts: t.Array(t.Object({ kind: t.String(), count: count() }), {
      description: 'Most frequent first',
    }),
    source_quality_score: t.Number({
      minimum: 0,
      maximum: 100,
      description: 'How many of the sources that were tried are ok; a degraded one counts half',
    }),
    source_coverage: share('Vendors that have a source'),
    document_coverage: share('Vendors of which something was read'),
    vendors_with_sources: count(),
    vendors_with_crawled_docs: count(),
    vendors_without_crawled_docs: count(),
    last_crawl_at: nullable(DateTime),
    missing_doc_vendors: t.Array(MissingDocVendor, {
      description: 'Vendors of which nothing was read, 50 at most; those with the most sources first',
    }),
    duplicate_domain_groups: t.Array(DuplicateDomainGroup, {
      description: 'Vendors that share a domain, 50 groups at most; the largest first',
    }),
    recommendations: t.Array(t.String(), { description: 'What to do next; the most pressing first' }),
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
    source_kind: t.String({ description: 'Empty for a crawl of all that a vendor has' }),
    status: oneOf(CRAWL_STATUSES),
    error_class: t.String({ description: 'Empty where nothing failed' }),
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
    source_kind: t.Optional(formed('of lower-case letters, digits and _, 40 at most', '^[a-z][a-z0-9_]{0,39}$')),
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
    t.Boolean({ default: false, description: 'Also those that were refused for want of rights' }),
  ),
  limit: t.Optional(limit(500, 100)),
})

export type GraphRequeueResponse = Static<typeof GraphRequeueResponse>
export const GraphRequeueResponse = named(
  'GraphRequeueResponse',
  t.Object({
    requeued: count(),
    skipped_auth_dead: count('Refused for want of rights, and left as they are because include_auth is false'),
    remaining_dead_letter: count('All dead letters that are left, those for want of rights included'),
  }),
)

export const crawls = {
  summary: endpoint('GET /app/crawls/summary', {
    summary: 'How the directory is read, in numbers, and what to do next',
    description: `Jobs and tries are those of the last ${SUMMARY_DAYS} days; everything else is as it stands now.`,
    auth: 'session',
    operator: true,
    ok: CrawlSummary,
  }),
  jobs: endpoint('GET /app/crawls/jobs', {
    summary: 'Crawls of all vendors, newest first',
    auth: 'session',
    operator: true,
    query: JobsQuery,
    ok: t.Object({
      jobs: t.Array(CrawlJob),
      next: t.String({ description: 'Cursor of the next page, empty at the end' }),
    }),
    errors: ['invalid_cursor'],
  }),
  run: endpoint('POST /app/crawls/run', {
    summary: 'Queue a crawl of a vendor, of one of its sources, or of whatever is due next',
    description:
      'With `vendor_id` alone all sources of the vendor are looked for and read; with `source_kind` its source of that kind; with `source_url` that page, which must be at a host of the vendor and may be new. `source_url` alone finds the vendor by the host. Without a body the source whose next crawl is due first is read, or, where no source is known, the vendor that was looked at longest ago. While an equal crawl is queued, that one is answered.',
    auth: 'session',
    operator: true,
    body: CrawlRun,
    bodyOptional: true,
    ok: CrawlJob,
    status: 202,
    errors: ['vendor_not_found', 'source_not_found', 'ssrf_blocked', 'unacceptable'],
  }),
  requeue: endpoint('POST /app/crawls/graph/requeue', {
    summary: 'Put changes that the graph did not take back into its queue, oldest first',
    auth: 'session',
    operator: true,
    body: GraphRequeue,
    bodyOptional: true,
    ok: GraphRequeueResponse,
    status: 202,
  }),
}
