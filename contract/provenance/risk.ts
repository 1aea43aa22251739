// The combined risk of a customer’s pinned vendors, and the data quality of the directory.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf } from '../wire.ts'
import { RISK_BANDS, TIERS } from './pins.ts'

const count = (description?: string) => t.Integer({ minimum: 0, ...(description && { description }) })
const counts = <const V extends readonly string[]>(names: V) =>
  t.Object(Object.fromEntries(names.map((name) => [name, count()])) as Record<V[number], ReturnType<typeof count>>)

export const REASONS = [
  'high_risk',
  'elevated_risk',
  'certificate_expired',
  'contradicting_claims',
  'failing_sources',
  'review_overdue',
] as const

export type TrustCenterRisk = Static<typeof TrustCenterRisk>
export const TrustCenterRisk = named(
  'TrustCenterRisk',
  t.Object({
    as_of: DateTime,
    band: nullable(oneOf(RISK_BANDS)),
    score: nullable(
      t.Number({
        minimum: 0,
        maximum: 100,
        description: 'Average of the vendors with a score, weighted by tier; 100 is best',
      }),
    ),
    decision_id: t.String({ description: 'The same pins with the same scores always give the same id' }),
    pinned: t.Object({ total: count(), by_band: counts([...RISK_BANDS, 'unknown']), by_tier: counts(TIERS) }),
    drivers: t.Array(
      t.Object({
        vendor_id: t.String(),
        reason_code: oneOf(REASONS),
        weight: t.Number({ minimum: 0 }),
        claim_ids: t.Array(t.String()),
        message: t.String(),
      }),
      { description: 'Up to 50, the heaviest first' },
    ),
    concentration: t.Array(
      t.Object({ subprocessor: t.String(), vendor_count: count(), vendor_slugs: t.Array(t.String()) }),
      { description: 'Subprocessors named by at least two of your vendors' },
    ),
    expiring: t.Array(t.Object({ vendor_id: t.String(), certification: t.String(), valid_until: t.String() }), {
      description: 'Certificates that expire within 90 days',
    }),
    open_requests: count('Open trust requests'),
    changes_30d: count(),
    unknowns: t.Array(t.Object({ vendor_id: t.String(), reason_code: t.String(), message: t.String() })),
  }),
)

export type DataQuality = Static<typeof DataQuality>
export const DataQuality = named(
  'DataQuality',
  t.Object({
    generated_at: DateTime,
    totals: counts(['vendors', 'publishable', 'with_sources', 'with_docs', 'with_claims', 'verified']),
    freshness: counts(['fresh', 'recent', 'stale', 'unavailable']),
    source_status: counts(['ok', 'degraded', 'failing', 'unavailable']),
    coverage_by_kind: t.Array(t.Object({ kind: t.String(), vendors: count(), sources: count(), read: count() })),
    duplicate_domains: count('Domains with more than one vendor'),
    orphan_claims: count('Claims whose source is retired'),
    claims_without_snippet: count('Must be 0'),
    low_confidence_claims: count(),
    contradictions: count('Vendors with contradicting pages'),
    stale_over_sla: count('Active sources that were last read too long ago'),
    robots_blocked: count(),
    soft_404: count(),
    extractor: t.Object({ version: t.String(), pending_reextract: count() }),
    graph: counts(['delivered', 'retry', 'dead']),
    score: t.Integer({ minimum: 0, maximum: 100 }),
    top_issues: t.Array(
      t.Object({ id: t.String(), count: count(), severity: oneOf(['minor', 'major']), message: t.String() }),
    ),
    money_readiness: t.Object(
      {
        publishable_pct: t.Number({ minimum: 0, maximum: 100 }),
        team_customers: nullable(count()),
        trials_ending_7d: nullable(count()),
        unpaid: nullable(count()),
        payment_configured: t.Boolean(),
        price_configured: t.Boolean(),
        blockers: t.Array(t.String()),
      },
      { description: 'Numbers of customers are shown only to operators; others get null' },
    ),
  }),
)

export const risk = {
  trustCenter: endpoint('GET /app/trust-center/risk', {
    summary: 'Get the combined risk of your pinned vendors',
    auth: 'session',
    ok: TrustCenterRisk,
  }),
  dataQuality: endpoint('GET /app/data-quality', {
    summary: 'Get the data quality of the directory, and its business readiness',
    auth: 'session',
    role: 'admin',
    ok: DataQuality,
  }),
}
