// The public directory: vendors, their claims with sources, their changes, and the details of their scores.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { text } from '../media.ts'
import { DateTime, limit, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'
import { ChangeEvent, EVENT_TYPES, SEVERITIES } from './change-events.ts'
import { PublicStats } from './public-stats.ts'
import { AI_ACT, ScoreDecision } from './score-decision.ts'

export const FRESHNESS = ['fresh', 'recent', 'stale', 'unavailable'] as const
export const READINESS = ['verified', 'fresh', 'sourced', 'incomplete', 'unavailable'] as const
export const VENDOR_SOURCE_STATUS = ['ok', 'degraded', 'failing', 'unavailable'] as const
export const SOURCE_STATUS = ['ok', 'pending', 'degraded', 'failing', 'inactive'] as const

const count = t.Integer({ minimum: 0 })

export type Vendor = Static<typeof Vendor>
export const Vendor = named(
  'Vendor',
  t.Object({
    id: t.String(),
    slug: t.String(),
    display_name: t.String(),
    primary_domain: t.String(),
    website_url: t.String(),
    logo_url: t.String(),
    ai_act_article50_ready: oneOf(AI_ACT, {
      description: 'Readiness according to public sources, not legal compliance',
    }),
    verified: t.Boolean(),
    has_published_trust_page: t.Boolean(),
    has_pending_profile_claim: t.Boolean(),
    evidence_count: count,
    source_count: count,
    claim_count: count,
    observation_count: count,
    profile_completeness: t.Integer({ minimum: 0, maximum: 100 }),
    source_freshness: oneOf(FRESHNESS),
    source_status: oneOf(VENDOR_SOURCE_STATUS),
    confidence_band: oneOf(['low', 'medium', 'high']),
    evidence_readiness_v1: oneOf(READINESS),
    last_verified_at: nullable(DateTime),
    data_quality_warnings: t.Array(t.String()),
    trust_score_v1: nullable(
      t.Object({
        score: t.Number({ description: '0 to 100, based on the items that could be evaluated' }),
        risk_band: t.String({ description: 'low, moderate, elevated or high' }),
        decision_id: t.String({ description: 'For details see /vendors/{slug}/score' }),
        as_of: nullable(DateTime),
      }),
    ),
  }),
)

export type VendorPublic = Static<typeof VendorPublic>
export const VendorPublic = named(
  'VendorPublic',
  t.Object({ ...Vendor.properties, recent_events: t.Array(ChangeEvent) }),
)

export type EvidenceSource = Static<typeof EvidenceSource>
export const EvidenceSource = named(
  'VendorEvidenceSource',
  t.Object({
    source_kind: t.String(),
    url: t.String(),
    canonical_url: t.String(),
    title: t.String(),
    http_status: nullable(t.Integer()),
    source_status: oneOf(SOURCE_STATUS),
    status_reason: t.String(),
    last_success_at: nullable(DateTime),
    last_crawl_at: nullable(DateTime),
    content_bytes: count,
    discovery_method: t.String(),
    discovered_from_url: t.String(),
    replacement_for_source_id: t.String(),
    repair_method: t.String(),
    repair_reason: t.String(),
    soft_404: t.Boolean(),
    inactive_reason: t.String(),
  }),
)

const EvidencePlace = t.Object({
  claim_id: t.String(),
  source_url: t.String(),
  evidence_artifact_id: t.String(),
  fetched_at: nullable(DateTime),
  snippet: t.String(),
  permalink: t.String(),
})

export type EvidenceClaim = Static<typeof EvidenceClaim>
export const EvidenceClaim = named(
  'VendorEvidenceClaim',
  t.Object({
    category: t.String(),
    predicate: t.String(),
    value: t.String(),
    claim_text: t.String(),
    confidence: t.Number({ minimum: 0, maximum: 1 }),
    relation: oneOf(['supports', 'refutes', 'mentions', 'background']),
    source_url: t.String(),
    evidence_artifact_id: t.String({ description: 'The snapshot with the claim' }),
    fetched_at: nullable(DateTime),
    snippet: t.String(),
    id: t.String(),
    permalink: t.String({ description: 'Link to the page as we read it, with the sentence highlighted' }),
    details: t.Record(t.String(), t.Unknown(), {
      description:
        'More details. For a certificate: number, issuer, auditor, period, scope and expiry date. For a subprocessor: purpose and location',
    }),
    contradicted_by: t.Array(t.String(), {
      description: 'Ids of contradicting claims. A contradicted claim does not count as evidence',
    }),
    also_at: t.Array(EvidencePlace, { description: 'Other places with the same claim' }),
  }),
)

export type EvidenceGap = Static<typeof EvidenceGap>
export const EvidenceGap = named('VendorEvidenceGap', t.Object({ id: t.String(), message: t.String() }))

export type StatusSummary = Static<typeof StatusSummary>
export const StatusSummary = named(
  'VendorStatusSummary',
  t.Object({
    source_url: t.String(),
    last_checked_at: nullable(DateTime),
    latest_signal: t.String(),
    incident_signal: t.Boolean(),
  }),
)

export type EvidenceProfile = Static<typeof EvidenceProfile>
export const EvidenceProfile = named(
  'VendorEvidenceProfileV1',
  t.Object({
    vendor: VendorPublic,
    sources: t.Array(EvidenceSource),
    claims: t.Array(EvidenceClaim),
    certifications: t.Array(EvidenceClaim),
    subprocessors: t.Array(EvidenceClaim),
    status_summary: nullable(StatusSummary),
    recent_source_changes: t.Array(ChangeEvent),
    gaps: t.Array(EvidenceGap),
  }),
)

/** Largest offset of a list. Callers who need more must narrow the list. */
export const DEEPEST_OFFSET = 10_000

/** A search finds at most this many vendors. */
export const MOST_FOUND = 1_000

export type VendorQuery = Static<typeof VendorQuery>
const VendorQuery = strict({
  offset: t.Integer({ minimum: 0, default: 0, description: `At most ${DEEPEST_OFFSET}; narrow the list to see more` }),
  limit: limit(),
  q: t.Optional(
    t.String({
      maxLength: 200,
      description: `Parts of words in the name, domain or an alias; finds at most ${MOST_FOUND} vendors`,
    }),
  ),
  verified: t.Optional(oneOf(['true', 'false', '1', '0'])),
  ai_act: t.Optional(oneOf(AI_ACT)),
  readiness: t.Optional(oneOf(READINESS)),
  source_status: t.Optional(oneOf(VENDOR_SOURCE_STATUS)),
  sort: oneOf(['quality', 'name'], { default: 'quality' }),
})

const moment = (day: string) =>
  t.Unsafe<string>({
    type: 'string',
    maxLength: 40,
    anyOf: [{ format: 'date' }, { format: 'date-time' }],
    description: `A timestamp (RFC 3339), or a date such as 2026-01-31 for ${day} of that day`,
  })
export const asOf = strict({ as_of: t.Optional(moment('the end')) })

const eventFilter = {
  type: t.Optional(oneOf(EVENT_TYPES)),
  severity: t.Optional(oneOf(SEVERITIES)),
  since: t.Optional(moment('the start')),
}
const feedFilter = strict({ type: t.Optional(oneOf(EVENT_TYPES)) })
const atom = text(['application/atom+xml'], 'An Atom feed (RFC 4287)')
const jsonFeed = text(['application/feed+json'], 'A JSON Feed 1.1')
export const vendors = {
  list: endpoint('GET /vendors', {
    summary: 'List the vendors in the directory',
    auth: 'public',
    query: VendorQuery,
    ok: t.Object({ vendors: t.Array(Vendor), total: t.Integer() }),
    errors: ['invalid_query'],
  }),
  get: endpoint('GET /vendors/{slug}', {
    summary: 'Get a vendor with its recent changes, today or as of a date',
    auth: 'public',
    query: asOf,
    ok: VendorPublic,
    errors: ['vendor_not_found'],
  }),
  profile: endpoint('GET /vendors/{slug}/evidence-profile', {
    summary: 'Get the claims of a vendor with their sources, today or as of a date',
    description:
      'We read the claims from public sources. Unless the listing is verified, the vendor has not confirmed them.',
    auth: 'public',
    query: asOf,
    ok: EvidenceProfile,
    errors: ['vendor_not_found'],
  }),
  events: endpoint('GET /vendors/{slug}/events', {
    summary: 'List the changes of a vendor, newest first',
    auth: 'public',
    query: strict({ ...pageQuery, ...eventFilter }),
    ok: pageOf(ChangeEvent),
    errors: ['vendor_not_found', 'invalid_cursor'],
  }),
  score: endpoint('GET /vendors/{slug}/score', {
    summary: 'Get the score of a vendor, item by item',
    auth: 'public',
    query: asOf,
    ok: ScoreDecision,
    errors: ['vendor_not_found'],
  }),
  atom: endpoint('GET /vendors/{slug}/events.atom', {
    summary: 'Get the changes of a vendor as an Atom feed',
    auth: 'public',
    query: feedFilter,
    ok: atom,
    errors: ['vendor_not_found'],
  }),
  feed: endpoint('GET /vendors/{slug}/events.json', {
    summary: 'Get the changes of a vendor as a JSON Feed 1.1',
    auth: 'public',
    query: feedFilter,
    ok: jsonFeed,
    errors: ['vendor_not_found'],
  }),
  badge: endpoint('GET /vendors/{slug}/badge.svg', {
    summary: 'Get a badge with the readiness and risk band of a vendor',
    auth: 'public',
    ok: text(['image/svg+xml'], 'An SVG image'),
    errors: ['vendor_not_found'],
  }),
  allAtom: endpoint('GET /events.atom', {
    summary: 'Get the changes of all vendors as an Atom feed, optionally of one type',
    auth: 'public',
    query: feedFilter,
    ok: atom,
  }),
  allFeed: endpoint('GET /events.json', {
    summary: 'Get the changes of all vendors as a JSON Feed 1.1, optionally of one type',
    auth: 'public',
    query: feedFilter,
    ok: jsonFeed,
  }),
  featured: endpoint('GET /public/vendors/featured', {
    summary: 'List the featured vendors',
    auth: 'public',
    ok: t.Object({ vendors: t.Array(Vendor) }),
  }),
  stats: endpoint('GET /public/stats', {
    summary: 'Get statistics of the directory, at most a few seconds old',
    auth: 'public',
    ok: PublicStats,
  }),
}
