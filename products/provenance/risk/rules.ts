// Rates the quality of the directory: issues, a score, and what prevents selling it. Pure.
import type { DataQuality } from '@veritrace/contract/provenance/risk'

export type Counted = Omit<DataQuality, 'generated_at' | 'score' | 'top_issues' | 'money_readiness'>
type Issue = DataQuality['top_issues'][number]

/** Claims below this confidence are not relied on. Equal to the limit of the band `low`. */
export const LOW_CONFIDENCE = 0.55
const MOST_ISSUES = 10

/** Combines coverage with sources, documents and claims, freshness and availability. 100 is the best. */
export function qualityScore({ totals, freshness, source_status, claims_without_snippet }: Counted): number {
  if (totals.vendors === 0) return 0
  const share = (count: number): number => count / totals.vendors
  const points =
    15 * share(totals.with_sources) +
    15 * share(totals.with_docs) +
    25 * share(totals.with_claims) +
    25 * share(freshness.fresh + 0.5 * freshness.recent) +
    20 * share(source_status.ok + 0.5 * source_status.degraded)
  // A claim without a quote is not evidence, and makes the whole directory doubtful.
  return Math.round(claims_without_snippet > 0 ? Math.min(points, 50) : points)
}

/** Major issues first, then by count. */
export function topIssues(at: Counted): Issue[] {
  const issue = (id: string, count: number, severity: Issue['severity'], message: string): Issue => ({
    id,
    count,
    severity,
    message,
  })
  const unread = at.totals.with_sources - at.totals.with_docs
  return [
    issue('claims_without_snippet', at.claims_without_snippet, 'major', 'Claims without a quote.'),
    issue('orphan_claims', at.orphan_claims, 'major', 'Current claims whose source is retired.'),
    issue('contradictions', at.contradictions, 'major', 'Vendors whose pages contradict each other.'),
    issue('failing_vendors', at.source_status.failing, 'major', 'Vendors whose pages cannot be read.'),
    issue('stale_over_sla', at.stale_over_sla, 'major', 'Sources that have not been read for too long.'),
    issue('graph_dead', at.graph.dead, 'major', 'Changes that the graph rejected.'),
    issue('without_sources', at.totals.vendors - at.totals.with_sources, 'minor', 'Vendors without a source.'),
    issue('unread', unread, 'minor', 'Vendors with sources that have never been read.'),
    issue('low_confidence', at.low_confidence_claims, 'minor', 'Claims with low confidence.'),
    issue('soft_404', at.soft_404, 'minor', 'Pages that are gone although they still respond.'),
    issue('robots_blocked', at.robots_blocked, 'minor', 'Sources that robots.txt disallows.'),
    issue('duplicate_domains', at.duplicate_domains, 'minor', 'Domains with more than one vendor.'),
    issue(
      'pending_reextract',
      at.extractor.pending_reextract,
      'minor',
      'Documents read by an older extractor version.',
    ),
  ]
    .filter(({ count }) => count > 0)
    .toSorted((a, b) => Number(b.severity === 'major') - Number(a.severity === 'major') || b.count - a.count)
    .slice(0, MOST_ISSUES)
}

export const publishablePct = ({ totals }: Counted): number =>
  totals.vendors === 0 ? 0 : Math.round((1000 * totals.publishable) / totals.vendors) / 10

export function moneyBlockers(at: Counted, configured: { payment: boolean; price: boolean }): string[] {
  return [
    ...(configured.payment ? [] : ['No payment provider is configured, so no one can pay.']),
    ...(configured.price ? [] : ['No price is configured for the Team plan.']),
    ...(at.totals.vendors === 0 ? ['The directory is empty.'] : []),
    ...(at.totals.vendors > 0 && publishablePct(at) < 50 ? ['Less than half of the directory is publishable.'] : []),
    ...(at.claims_without_snippet > 0 ? ['There are claims without evidence.'] : []),
  ]
}
