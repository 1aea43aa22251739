// Converts rows to the types of the contract.
import type { Grant, RequestStage, TrustRequest } from '@veritrace/contract/provenance/requests'
import { iso } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'
import { listGrants } from './grant-store.ts'
import { grantStatus, numberText, slaState } from './rules.ts'
import { findRequest, listStages } from './store.ts'
import type { GrantRow, RequestRow, StageRow } from './tables.ts'

/** The requests with their stages and grants, in the given order. */
export async function viewRequests(
  db: Db<Tables>,
  tenant: string,
  rows: readonly RequestRow[],
  now: Date,
): Promise<TrustRequest[]> {
  const ids = rows.map(({ id }) => id)
  const stages = Map.groupBy(await listStages(db, tenant, ids), (stage) => stage.request_id)
  const grants = new Map((await listGrants(db, tenant, ids)).map((grant) => [grant.request_id, grant]))
  return rows.map((row) => viewRequest(row, stages.get(row.id) ?? [], grants.get(row.id), now))
}

/** The current state of a request that exists. */
export async function viewStored(db: Db<Tables>, tenant: string, id: string, now: Date): Promise<TrustRequest> {
  const [request] = await viewRequests(db, tenant, [(await findRequest(db, tenant, id))!], now)
  return request!
}

const viewRequest = (
  row: RequestRow,
  stages: readonly StageRow[],
  grant: GrantRow | undefined,
  now: Date,
): TrustRequest => ({
  id: row.id,
  number: numberText(row.number),
  kind: row.kind,
  direction: row.direction,
  status: row.status,
  subject: row.subject,
  message: row.message,
  vendor_id: row.vendor_id,
  page_slug: row.page_slug,
  requester: row.requester,
  requested_items: row.items,
  requested_duration_days: row.requested_duration_days,
  due_at: row.due_at.toISOString(),
  sla_state: slaState(row, now),
  assignee_id: row.assignee_id,
  current_stage_id: row.current_stage_id,
  stages: stages.map(viewStage),
  grant: grant ? viewGrant(grant, now) : null,
  nda_signature_id: row.nda_signature_id,
  decision_reason: row.decision_reason,
  ip: row.ip,
  user_agent: row.user_agent,
  source: row.source,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  closed_at: iso(row.closed_at),
})

const viewStage = ({ tenant_id, request_id, ...stage }: StageRow): RequestStage => ({
  ...stage,
  entered_at: iso(stage.entered_at),
  completed_at: iso(stage.completed_at),
  due_at: iso(stage.due_at),
})

const viewGrant = ({ tenant_id, ...grant }: GrantRow, now: Date): Grant => ({
  ...grant,
  status: grantStatus(grant, now),
  token: null,
  expires_at: grant.expires_at.toISOString(),
  revoked_at: iso(grant.revoked_at),
  last_used_at: iso(grant.last_used_at),
  created_at: grant.created_at.toISOString(),
})
