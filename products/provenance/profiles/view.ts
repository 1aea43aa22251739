// Maps rows to the types of the contract.
import type { ChangeEvent } from '@veritrace/contract/provenance/change-events'
import type { EvidenceClaim, EvidenceSource, StatusSummary, Vendor } from '@veritrace/contract/provenance/vendors'
import { iso } from '@veritrace/platform/clock'
import { wholeText } from '../vendors/derive/certificate-details.ts'
import { sourceStatus } from '../vendors/derive/freshness.ts'
import { CATEGORY } from '../vendors/derive/vocabulary.ts'
import type { VisibleEvent } from '../vendors/event-store.ts'
import type { KnownSource, ShownClaim } from '../vendors/facts-store.ts'
import type { ListedVendor, NestedEvent } from '../vendors/store.ts'
import type { ProfileClaim } from './load-profile.ts'

export const viewVendor = (row: ListedVendor): Vendor => ({
  id: row.id,
  slug: row.slug,
  display_name: row.display_name,
  primary_domain: row.primary_domain,
  website_url: row.website_url,
  logo_url: row.logo_url,
  ai_act_article50_ready: row.ai_act,
  verified: row.verified,
  has_published_trust_page: row.has_trust_page,
  has_pending_profile_claim: row.has_pending_claim,
  evidence_count: row.evidence_count,
  source_count: row.source_count,
  claim_count: row.claim_count,
  observation_count: row.observation_count,
  profile_completeness: row.completeness,
  source_freshness: row.source_freshness,
  source_status: row.source_status,
  confidence_band: row.confidence_band,
  evidence_readiness_v1: row.readiness,
  last_verified_at: iso(row.last_verified_at),
  data_quality_warnings: row.warnings,
  trust_score_v1: viewScore(row),
})

function viewScore({ score, risk_band, decision_id, score_as_of }: ListedVendor): Vendor['trust_score_v1'] {
  if (score === null || risk_band === null || decision_id === null) return null
  return { score, risk_band, decision_id, as_of: iso(score_as_of) }
}

export const viewEvent = (row: Omit<VisibleEvent, 'vendor_id'>): ChangeEvent => ({
  id: row.id,
  event_type: row.event_type,
  payload: { schema: `${row.event_type}/1`, severity: row.severity, cause: row.cause, ...row.payload },
  source_url: row.source_url,
  content_hash: row.content_hash,
  observed_at: row.observed_at.toISOString(),
})

export const viewNested = ({ observed_ms, ...event }: NestedEvent): ChangeEvent => ({
  id: event.id,
  event_type: event.event_type,
  payload: { schema: `${event.event_type}/1`, severity: event.severity, cause: event.cause, ...event.payload },
  source_url: event.source_url,
  content_hash: event.content_hash,
  observed_at: new Date(observed_ms).toISOString(),
})

export const viewSource = (row: KnownSource, now: Date): EvidenceSource => ({
  source_kind: row.kind,
  url: row.url,
  canonical_url: row.canonical_url,
  title: row.title,
  http_status: row.http_status,
  source_status: sourceStatus(row, now),
  // Warnings belong to the snapshot. The source does not store them when a crawl finds no change.
  status_reason: row.status_reason || row.warnings.join(', '),
  last_success_at: iso(row.last_success_at),
  last_crawl_at: iso(row.last_crawl_at),
  content_bytes: row.content_bytes,
  discovery_method: row.discovery_method,
  discovered_from_url: row.discovered_from_url,
  replacement_for_source_id: row.replacement_for_source_id ?? '',
  repair_method: row.repair_method,
  repair_reason: row.repair_reason,
  soft_404: row.soft_404,
  inactive_reason: row.inactive_reason,
})

/** Claims of one page share the time of its fetch, which is formatted once. */
export function viewClaims(rows: readonly ProfileClaim[], publicUrl: string): EvidenceClaim[] {
  const written = new Map<Date, string>()
  const placeOf = (row: ShownClaim) => {
    const fetched_at = written.get(row.fetched_at) ?? row.fetched_at.toISOString()
    written.set(row.fetched_at, fetched_at)
    const permalink = new URL(`/c/${row.id}`, publicUrl).href
    return {
      source_url: row.source_url,
      evidence_artifact_id: row.artifact_id,
      fetched_at,
      snippet: row.snippet,
      permalink,
    }
  }
  return rows.map((row) => ({
    category: row.category,
    predicate: row.predicate,
    value: row.value,
    claim_text: wholeText(row),
    confidence: row.confidence,
    relation: row.relation,
    ...placeOf(row),
    id: row.id,
    details: row.details,
    contradicted_by: [...row.contradicted_by],
    also_at: row.also.map((one) => ({ claim_id: one.id, ...placeOf(one) })),
  }))
}

/** What the vendor's own status page says, or null without one. */
export function viewStatus(sources: readonly KnownSource[], claims: readonly ShownClaim[]): StatusSummary | null {
  const page = sources.filter(({ kind, status }) => kind === 'status' && status !== 'inactive').toSorted(newestFirst)[0]
  if (!page) return null
  const signal = claims
    .filter(({ category, source_id }) => category === CATEGORY.status && source_id === page.id)
    .toSorted((a, b) => timeOf(b.valid_from) - timeOf(a.valid_from))[0]
  return {
    source_url: page.url,
    last_checked_at: iso(page.last_crawl_at),
    latest_signal: signal?.value ?? '',
    incident_signal: signal !== undefined && signal.state !== 'negated',
  }
}
const newestFirst = (a: KnownSource, b: KnownSource): number => timeOf(b.last_success_at) - timeOf(a.last_success_at)
const timeOf = (moment: Date | null): number => moment?.getTime() ?? 0
