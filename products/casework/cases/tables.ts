// Row types of cases, their events, audit entries, evidence and feedback.

import type { CaseEvidence } from '@veritrace/contract/casework/case-records'
import type { CaseRollup } from '@veritrace/contract/casework/case-results'
import type { CaseScope } from '@veritrace/contract/casework/case-scope'
import type {
  CASE_PHASES,
  CASE_STATUSES,
  OUTCOMES,
  PRIORITIES,
  STALE_REASONS,
} from '@veritrace/contract/casework/cases'
import type { Actor, Citation } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Estimated } from '../planning/engine/estimate.ts'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>
type CaseStatus = (typeof CASE_STATUSES)[number]

/** What an event or an audit entry is about. */
export interface CaseSubject {
  kind: string
  id: string
  label: string
}

export interface Closed {
  at: string
  by: Actor
  outcome: (typeof OUTCOMES)[number]
  note: string
}

interface CasesTable {
  id: string
  tenant_id: string
  workspace_id: string
  customer_id: string
  key: string
  project_id: string | null
  pack_id: string
  pack_version: string
  pack_digest: string
  type_id: string
  title: string
  question_md: string
  status: CaseStatus
  priority: (typeof PRIORITIES)[number]
  owner: Json<Actor>
  participants: Json<Actor[]>
  artifact_ids: string[]
  selector: MaybeJson<NonNullable<CaseScope['selector']>>
  resolved_count: number
  scope_digest: string
  target: string
  evidence_ids: string[]
  tags: string[]
  due_at: Date | null
  rollup: Json<CaseRollup>
  latest_run_id: string | null
  finished_run_id: string | null
  current_plan_id: string | null
  duplicated_from: string | null
  origin: MaybeJson<Record<string, string>>
  closed: MaybeJson<Closed>
  event_seq: Generated<number>
  audit_seq: Generated<number>
  audit_head: string
  version: Generated<number>
  created_by: Json<Actor>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

/** Columns that triggers in the database maintain for lists of cases. */
interface ShownColumns {
  phase: ColumnType<(typeof CASE_PHASES)[number], never, never>
  /** Null until the next list of the workspace computes it. */
  stale_reasons: ColumnType<(typeof STALE_REASONS)[number][] | null, never, never>
  recommendations_open: ColumnType<number, never, never>
  evidence_count: ColumnType<number, never, never>
  plans_count: ColumnType<number, never, never>
  reviews_pending: ColumnType<number, never, never>
  deliveries_failed: ColumnType<number, never, never>
}

interface EventsTable {
  case_id: string
  seq: number
  id: string
  tenant_id: string
  workspace_id: string
  type: string
  actor: Json<Actor>
  at: Date
  subject: Json<CaseSubject>
  message: string
  data: Json<Record<string, unknown>>
}

interface AuditTable {
  case_id: string
  seq: number
  id: string
  tenant_id: string
  workspace_id: string
  at: Date
  actor: Json<Actor>
  action: string
  subject: Json<CaseSubject>
  before_digest: string | null
  after_digest: string | null
  reason: string | null
  request_id: string
  prev_hash: string
  hash: string
}

interface CaseEvidenceTable {
  case_id: string
  id: string
  tenant_id: string
  workspace_id: string
  run_id: string | null
  kind: CaseEvidence['kind']
  relation: CaseEvidence['relation']
  strength: CaseEvidence['strength']
  title: string
  claim: string
  artifact_ids: string[]
  entry_id: string | null
  evidence_id: string | null
  document_id: string | null
  decision_id: string | null
  citation: Json<Citation>
  snippet: Json<CaseEvidence['snippet']>
  added_by: Json<Actor>
  at: Date
}

interface FeedbackTable {
  id: string
  tenant_id: string
  workspace_id: string
  case_id: string | null
  subject: Json<{ kind: string; id: string }>
  rating: number | null
  tags: string[]
  comment: string
  author: Json<Actor>
  effect: Json<{ applied: boolean; kind?: string; description: string }>
  at: Date
}

interface EstimatesTable {
  id: string
  tenant_id: string
  workspace_id: string
  case_id: string
  plan_id: string | null
  body: Json<Estimated>
  inputs_digest: string
  created_by: Json<Actor>
  created_at: Date
}

interface NumbersTable {
  tenant_id: string
  workspace_id: string
  prefix: string
  newest: number
}

export interface CaseTables {
  'casework.case_numbers': NumbersTable
  'casework.cases': CasesTable & ShownColumns
  'casework.case_events': EventsTable
  'casework.case_audit': AuditTable
  'casework.case_evidence': CaseEvidenceTable
  'casework.feedback': FeedbackTable
  'casework.estimates': EstimatesTable
}
export type CaseRow = Selectable<CasesTable>
export type CaseEventRow = Selectable<EventsTable>
export type CaseAuditRow = Selectable<AuditTable>
export type CaseEvidenceRow = Selectable<CaseEvidenceTable>
export type FeedbackRow = Selectable<FeedbackTable>
export type EstimateRow = Selectable<EstimatesTable>
