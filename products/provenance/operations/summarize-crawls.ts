// Summarizes the state of crawling. All numbers are counted on request.
import { type CrawlSummary, SUMMARY_DAYS } from '@veritrace/contract/provenance/crawls'
import { iso } from '@veritrace/platform/clock'
import type { Provenance } from '../deps.ts'
import { countOutbox } from '../graph-sync/dead-letter-store.ts'
import { countVendors } from '../vendors/stats-store.ts'
import { FETCH_CLASSES, recommendationsFor, shareOf } from './rules.ts'
import {
  countDocuments,
  countFailuresByClass,
  countJobs,
  countOpenJobs,
  countSourcesByKind,
  listSharedDomains,
  listUnreadVendors,
} from './summary-store.ts'

type Deps = Pick<Provenance, 'db' | 'clock' | 'graph'>
type KindCounts = Awaited<ReturnType<typeof countSourcesByKind>>

export async function summarizeCrawls({ db, clock, graph }: Deps): Promise<CrawlSummary> {
  const now = clock.now()
  const since = new Date(now.getTime() - SUMMARY_DAYS * 86_400_000)
  const [vendors, kinds, jobs, active_crawls, failuresByClass, documents, outbox, unread, duplicate_domain_groups] =
    await Promise.all([
      countVendors(db),
      countSourcesByKind(db),
      countJobs(db, since, FETCH_CLASSES),
      countOpenJobs(db),
      countFailuresByClass(db, since),
      countDocuments(db),
      countOutbox(db),
      listUnreadVendors(db),
      listSharedDomains(db),
    ])
  const { vendor_count, vendors_with_sources, vendors_with_crawled_docs, vendors_without_crawled_docs } = vendors
  const counted = {
    ...jobs,
    ...documents,
    ...outbox,
    ...sourceNumbers(kinds),
    active_crawls,
    success_rate: shareOf(jobs.successful_attempts, jobs.successful_attempts + jobs.failed_attempts),
    last_graph_sync_at: iso(outbox.last_graph_sync_at),
    vendors_with_sources,
    vendors_with_crawled_docs,
    vendors_without_crawled_docs,
    source_coverage: shareOf(vendors_with_sources, vendor_count),
    document_coverage: shareOf(vendors_with_crawled_docs, vendor_count),
    missing_doc_vendors: unread.map((vendor) => ({ ...vendor, last_crawl_at: iso(vendor.last_crawl_at) })),
    duplicate_domain_groups,
  }
  const situation = { ...counted, vendor_count, failuresByClass, graphConfigured: graph !== undefined }
  return { ...counted, recommendations: recommendationsFor(situation, now) }
}

function sourceNumbers(kinds: KindCounts) {
  const sum = (name: 'active' | 'seed' | 'real' | 'ok' | 'degraded' | 'tried') =>
    kinds.reduce((total, row) => total + row[name], 0)
  const crawls = kinds.flatMap(({ last_crawl_at }) => last_crawl_at ?? [])
  const last = crawls.toSorted((a, b) => b.getTime() - a.getTime())[0] ?? null
  return {
    source_count: sum('active'),
    seed_source_count: sum('seed'),
    real_source_count: sum('real'),
    source_quality_score: Math.round(shareOf(sum('ok') + sum('degraded') / 2, sum('tried')) * 1000) / 10,
    source_kind_counts: kinds
      .filter(({ active }) => active > 0)
      .map(({ kind, active }) => ({ kind, count: active }))
      .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1)),
    last_crawl_at: iso(last),
  }
}
