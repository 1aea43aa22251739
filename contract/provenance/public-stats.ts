// Statistics of the directory.
import type { Static } from 'typebox'
import { t } from '../endpoint.ts'
import { DateTime, named, nullable } from '../wire.ts'

const count = t.Integer({ minimum: 0 })

export type PublicStats = Static<typeof PublicStats>
export const PublicStats = named(
  'PublicStats',
  t.Object({
    vendor_count: count,
    vendors_with_sources: count,
    vendors_with_crawled_docs: count,
    vendors_without_crawled_docs: count,
    stale_crawled_docs: count,
    extractor_completed_docs: count,
    extractor_failed_docs: count,
    graph_delivered: count,
    graph_retry: count,
    graph_dead_letter: count,
    ai_act_green: count,
    ai_act_amber: count,
    ai_act_red: count,
    certs_soc2: count,
    certs_iso27001: count,
    events_7d: count,
    publishable_vendor_count: count,
    vendors_with_source_issues: count,
    last_crawl_at: nullable(DateTime),
    source_kind_counts: t.Record(t.String(), t.Integer()),
  }),
)
