// Row types of trust requests, their stages, grants and links.
import type { RequestItem, RequestStage, TrustRequest } from '@veritrace/contract/provenance/requests'
import type { ColumnType, Generated, Selectable } from 'kysely'

type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>
type Json<T> = ColumnType<T, string, string>

interface RequestsTable {
  id: string
  tenant_id: string
  number: number
  kind: TrustRequest['kind']
  direction: TrustRequest['direction']
  status: Generated<TrustRequest['status']>
  subject: string
  message: Generated<string>
  vendor_id: string | null
  page_slug: string | null
  requester: Json<TrustRequest['requester']>
  items: Json<RequestItem[]>
  item_keys: string[]
  requested_duration_days: number | null
  at_risk_at: Date
  due_at: Date
  assignee_id: string | null
  current_stage_id: string | null
  nda_signature_id: string | null
  decision_reason: string | null
  ip: string
  user_agent: string
  source: TrustRequest['source']
  version: Generated<number>
  created_at: Date
  updated_at: Date
  closed_at: MomentOrNull
}

interface RequestNumbersTable {
  tenant_id: string
  last: number
}

interface RequestStagesTable {
  id: string
  tenant_id: string
  request_id: string
  key: RequestStage['key']
  title: string
  position: number
  status: RequestStage['status']
  required: boolean
  assignee_id: string | null
  entered_at: MomentOrNull
  completed_at: MomentOrNull
  completed_by: string | null
  due_at: MomentOrNull
  outcome: RequestStage['outcome']
  note: string | null
}

interface GrantsTable {
  id: string
  tenant_id: string
  request_id: string
  subject_email: string
  items: string[]
  token_hash: string
  token_hint: string
  expires_at: Date
  revoked_at: MomentOrNull
  revoked_by: string | null
  revoked_reason: string | null
  last_used_at: MomentOrNull
  downloads: Generated<number>
  /** The member whose membership the grant depends on; null if it depends on no one. */
  given_by: string | null
  created_at: Date
}

/** A replacement link of a grant. */
interface GrantLinksTable {
  id: string
  tenant_id: string
  grant_id: string
  token_hash: string
  expires_at: Date
  created_at: Date
}

export interface RequestTables {
  'provenance.requests': RequestsTable
  'provenance.request_numbers': RequestNumbersTable
  'provenance.request_stages': RequestStagesTable
  'provenance.grants': GrantsTable
  'provenance.grant_links': GrantLinksTable
}

export type RequestRow = Selectable<RequestsTable>
export type StageRow = Selectable<RequestStagesTable>
export type GrantRow = Omit<Selectable<GrantsTable>, 'token_hash' | 'given_by'>
