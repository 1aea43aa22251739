// Status of the collector and of each source, as returned by GET /crawl/status.
import type { Static } from 'typebox'
import { t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf } from '../wire.ts'

export type CrawlSource = Static<typeof CrawlSource>
export const CrawlSource = named(
  'CrawlSource',
  t.Object({
    source_id: t.String(),
    pack: t.String(),
    kind: oneOf(['catalog', 'guidance', 'reference']),
    title: t.String(),
    uri: t.String(),
    enabled: t.Boolean(),
    license: t.String(),
    last_attempt_at: nullable(DateTime),
    last_success_at: nullable(DateTime),
    next_due_at: nullable(DateTime),
    http_status: nullable(t.Integer()),
    etag: t.Optional(t.String()),
    robots: oneOf(['allowed', 'disallowed', 'not_applicable']),
    consecutive_failures: t.Integer(),
    last_error: nullable(
      t.Object({
        class: oneOf(['network', 'http', 'robots', 'parse', 'license', 'too_large']),
        detail: t.String(),
      }),
    ),
    entries: t.Integer(),
    current_entry_id: nullable(t.String()),
    changed_last_run: t.Boolean(),
    health: oneOf(['ok', 'degraded', 'failing', 'inactive']),
  }),
)

export type CrawlStatus = Static<typeof CrawlStatus>
export const CrawlStatus = named(
  'CollectorStatus',
  t.Object({
    collector: t.Object({
      state: oneOf(['idle', 'running', 'paused', 'degraded']),
      mode: oneOf(['online', 'mirror', 'offline']),
      version: t.String(),
      concurrency: t.Integer(),
      user_agent: t.String(),
    }),
    schedule: t.Object({ next_run_at: nullable(DateTime), interval_hours: nullable(t.Integer()) }),
    queue: t.Object({ pending: t.Integer(), running: t.Integer(), failed: t.Integer() }),
    last_run: nullable(
      t.Object({
        job_id: t.String(),
        started_at: nullable(DateTime),
        finished_at: nullable(DateTime),
        fetched: t.Integer(),
        changed: t.Integer(),
        failed: t.Integer(),
      }),
    ),
    sources: t.Array(CrawlSource),
    warnings: t.Array(t.String()),
  }),
)
