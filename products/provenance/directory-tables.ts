// Row types of the directory's tables: vendors, sources, snapshots and claims.
import type { ScoreDecision } from '@veritrace/contract/provenance/score-decision'
import type { ColumnType, Generated, GeneratedAlways, Selectable } from 'kysely'

type Moment = ColumnType<Date, Date | undefined, Date>
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string | undefined, string>

export type AiAct = 'green' | 'amber' | 'red' | 'unknown'
export type Freshness = 'fresh' | 'recent' | 'stale' | 'unavailable'
export type VendorSourceStatus = 'ok' | 'degraded' | 'failing' | 'unavailable'
export type SourceStatus = 'pending' | 'ok' | 'degraded' | 'failing' | 'inactive'
export type Readiness = 'verified' | 'fresh' | 'sourced' | 'incomplete' | 'unavailable'
export type ConfidenceBand = 'low' | 'medium' | 'high'
export type Relation = 'supports' | 'refutes' | 'mentions' | 'background'

/** Maintained by database triggers. */
interface TalliesTable {
  verified: boolean
  ai_act: AiAct
  readiness: Readiness
  source_status: VendorSourceStatus
  vendors: number
}

interface VendorsTable {
  id: string
  slug: string
  display_name: string
  primary_domain: string
  website_url: Generated<string>
  logo_url: Generated<string>
  aliases: Generated<string[]>
  hosts: Generated<string[]>
  description: Generated<string>
  featured: Generated<boolean>
  origin: Generated<'seed' | 'demo' | 'import' | 'operator' | 'discovered'>
  opted_out: Generated<boolean>
  verified: Generated<boolean>
  last_verified_at: MomentOrNull
  ai_act: Generated<AiAct>
  ai_act_duties: Json<ScoreDecision['ai_act']['duties']>
  ai_act_note: Generated<string>
  evidence_count: Generated<number>
  source_count: Generated<number>
  claim_count: Generated<number>
  observation_count: Generated<number>
  completeness: Generated<number>
  source_freshness: Generated<Freshness>
  source_status: Generated<VendorSourceStatus>
  confidence_band: Generated<ConfidenceBand>
  readiness: Generated<Readiness>
  warnings: Generated<string[]>
  decision_id: string | null
  score: number | null
  risk_band: string | null
  score_as_of: MomentOrNull
  quality: Generated<number>
  derived_at: MomentOrNull
  next_discovery_at: MomentOrNull
  search: GeneratedAlways<string>
  sort_name: GeneratedAlways<string>
  names: GeneratedAlways<string[]>
  created_at: Moment
  updated_at: Moment
}

interface SourcesTable {
  id: string
  vendor_id: string
  kind: string
  url: string
  canonical_url: Generated<string>
  title: Generated<string>
  status: Generated<SourceStatus>
  status_reason: Generated<string>
  http_status: number | null
  last_success_at: MomentOrNull
  last_crawl_at: MomentOrNull
  next_crawl_at: MomentOrNull
  content_bytes: Generated<number>
  discovery_method: Generated<string>
  discovered_from_url: Generated<string>
  replacement_for_source_id: string | null
  repair_method: Generated<string>
  repair_reason: Generated<string>
  soft_404: Generated<boolean>
  inactive_reason: Generated<string>
  failures: Generated<number>
  moved_to: Generated<string>
  etag: Generated<string>
  last_modified: Generated<string>
  last_snapshot_id: string | null
  created_at: Date
}

interface SnapshotsTable {
  id: string
  vendor_id: string
  source_id: string
  url: string
  http_status: number
  content_type: string
  sha256: string
  text_sha256: string
  bytes: number
  text_chars: number
  headers: Json<Record<string, string>>
  noarchive: Generated<boolean>
  rendered: Generated<'' | 'whole' | 'part'>
  extractor_version: string | null
  extract_status: Generated<'pending' | 'completed' | 'failed'>
  extract_error: Generated<string>
  held_back: Generated<string>
  claims_sha256: Generated<string>
  warnings: Generated<string[]>
  fetched_at: Date
  seen_at: Date
}

interface EvidenceClaimsTable {
  id: string
  vendor_id: string
  source_id: string
  snapshot_id: string
  claim_key: string
  category: string
  predicate: string
  value: string
  state: string
  relation: Relation
  claim_text: string
  snippet: string
  snippet_start: number
  snippet_end: number
  prefix: Generated<string>
  suffix: Generated<string>
  confidence: number
  factors: Json<Record<string, number>>
  details: Json<Record<string, unknown>>
  rule_id: string
  rule_version: string
  valid_from: Date
  valid_to: MomentOrNull
  last_seen_at: Date
  recorded_at: Date
}

interface ChangeEventsTable {
  id: string
  vendor_id: string
  source_id: string | null
  event_type: string
  severity: 'info' | 'minor' | 'major'
  cause: Generated<'content' | 'extractor' | 'operator' | 'rule_date'>
  hidden: Generated<boolean>
  payload: Json<Record<string, unknown>>
  source_url: string | null
  content_hash: string | null
  observed_at: Date
}

interface ScoreDecisionsTable {
  id: string
  vendor_id: string
  rules_version: string
  inputs_hash: string
  items: Json<ScoreDecision['items']>
  total: number | null
  band: ScoreDecision['band']
  as_of: Date
}

interface CrawlJobsTable {
  id: string
  vendor_id: string
  source_id: string | null
  source_url: string
  source_kind: string
  trigger: 'schedule' | 'operator' | 'discovery' | 'cli'
  status: Generated<'queued' | 'running' | 'succeeded' | 'unchanged' | 'failed' | 'skipped'>
  error_class: Generated<string>
  error_detail: Generated<string>
  retryable: Generated<boolean>
  attempts: Generated<number>
  robots_allowed: boolean | null
  robots_rule: Generated<string>
  http_status: number | null
  content_bytes: Generated<number>
  extracted_items: Generated<number>
  snapshot_id: string | null
  created_at: Date
  started_at: MomentOrNull
  completed_at: MomentOrNull
}

interface CrawlHostsTable {
  origin: string
  robots: Buffer | null
  robots_status: number | null
  robots_fetched_at: MomentOrNull
  robots_until: MomentOrNull
  robots_error: Generated<string>
  robots_failing_since: MomentOrNull
  delay_ms: Generated<number>
  strikes: Generated<number>
  next_allowed_at: Date
  busy_by: Generated<string>
  busy_until: Date
}

interface CrawlBaselinesTable {
  origin: string
  directory: string
  http_status: number | null
  url: string
  body: string
  probed_at: Date
}

interface GraphOutboxTable {
  id: string
  vendor_id: string
  snapshot_id: string | null
  assert: Json<unknown[]>
  retract: Json<unknown[]>
  status: Generated<'pending' | 'retry' | 'delivered' | 'dead' | 'auth_dead'>
  attempts: Generated<number>
  last_error: Generated<string>
  next_attempt_at: Date
  created_at: Date
  delivered_at: MomentOrNull
  sequence: GeneratedAlways<number>
  leased_until: MomentOrNull
  holder: ColumnType<string | null, never>
  returns_at: MomentOrNull
  added: Generated<string[]>
  ended: Generated<string[]>
  extractor: Generated<string>
  was: Json<{ display_name: string; primary_domain: string; aliases: string[] } | null>
}

export interface DirectoryTables {
  'provenance.vendors': VendorsTable
  'provenance.vendor_tallies': TalliesTable
  'provenance.sources': SourcesTable
  'provenance.snapshots': SnapshotsTable
  'provenance.evidence_claims': EvidenceClaimsTable
  'provenance.change_events': ChangeEventsTable
  'provenance.score_decisions': ScoreDecisionsTable
  'provenance.crawl_jobs': CrawlJobsTable
  'provenance.crawl_hosts': CrawlHostsTable
  'provenance.crawl_baselines': CrawlBaselinesTable
  'provenance.graph_outbox': GraphOutboxTable
}

export type SourceRow = Selectable<SourcesTable>
export type ClaimRow = Selectable<EvidenceClaimsTable>
export type CrawlHostRow = Selectable<CrawlHostsTable>
export type CrawlJobRow = Selectable<CrawlJobsTable>
export type ChangeEventRow = Selectable<ChangeEventsTable>
