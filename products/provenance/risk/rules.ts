// What is wrong with the directory, how much that costs it, and what keeps it from earning its keep. Pure.
import type { DataQuality } from '@veritrace/contract/provenance/risk'

export type Counted = Omit<DataQuality, 'generated_at' | 'score' | 'top_issues' | 'money_readiness'>
type Issue = DataQuality['top_issues'][number]

/** Below this a claim is not relied on; the same as the band `low`. */
export const LOW_CONFIDENCE = 0.55
const MOST_ISSUES = 10

/** The share of vendors with sources, documents and claims, how fresh and how readable they are: 100 is all of it. */
export function qualityScore({ totals, freshness, source_status, claims_without_snippet }: Counted): number {
  if (totals.vendors === 0) return 0
  const share = (count: number): number => count / totals.vendors
  const points =
    15 * share(totals.with_sources) +
    15 * share(totals.with_docs) +
    25 * share(totals.with_claims) +
    25 * share(freshness.fresh + 0.5 * freshness.recent) +
    20 * share(source_status.ok + 0.5 * source_status.degraded)
  // A claim that cites nothing is not evidence; then nothing here is above doubt.
  return Math.round(claims_without_snippet > 0 ? Math.min(points, 50) : points)
}

/** The serious ones first, then the frequent ones. */
export function topIssues(at: Counted): Issue[] {
  const issue = (id: string, count: number, severity: Issue['severity'], message: string): Issue => ({
    id,
    count,
    severity,
    message,
  })
  const unread = at.totals.with_sources - at.totals.with_docs
  return [
    issue('claims_without_snippet', at.claims_without_snippet, 'major', 'Claims that cite nothing.'),
    issue('orphan_claims', at.orphan_claims, 'major', 'Claims that stand while their source is retired.'),
    issue('contradictions', at.contradictions, 'major', 'Vendors whose pages disagree.'),
    issue('failing_vendors', at.source_status.failing, 'major', 'Vendors whose pages cannot be read.'),
    issue('stale_over_sla', at.stale_over_sla, 'major', 'Sources that were last read too long ago.'),
    issue('graph_dead', at.graph.dead, 'major', 'Changes that the graph did not take.'),
    issue('without_sources', at.totals.vendors - at.totals.with_sources, 'minor', 'Vendors without a source.'),
    issue('unread', unread, 'minor', 'Vendors with sources of which none was read.'),
    issue('low_confidence', at.low_confidence_claims, 'minor', 'Claims of low confidence.'),
    issue('soft_404', at.soft_404, 'minor', 'Pages that are gone and answer as if they were not.'),
    issue('robots_blocked', at.robots_blocked, 'minor', 'Sources that robots.txt forbids.'),
    issue('duplicate_domains', at.duplicate_domains, 'minor', 'Domains with more than one vendor.'),
    issue('pending_reextract', at.extractor.pending_reextract, 'minor', 'Documents that an older extractor has read.'),
  ]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(b.severity === 'major') - Number(a.severity === 'major') || b.count - a.count)
    .slice(0, MOST_ISSUES)
}

export const publishablePct = ({ totals }: Counted): number =>
  totals.vendors === 0 ? 0 : Math.round((1000 * totals.publishable) / totals.vendors) / 10

export function moneyBlockers(at: Counted, configured: { payment: boolean; price: boolean }): string[] {
  return [
    ...(configured.payment ? [] : ['No payment provider is configured: nobody can pay.']),
    ...(configured.price ? [] : ['No price of the Team plan is configured.']),
    ...(at.totals.vendors === 0 ? ['The directory is empty.'] : []),
    ...(at.totals.vendors > 0 && publishablePct(at) < 50 ? ['Less than half of the directory can be shown.'] : []),
    ...(at.claims_without_snippet > 0 ? ['There are claims without evidence.'] : []),
  ]
}
