// Converts rows of webhooks and deliveries to the types of the contract.
import type { Delivery } from '@veritrace/contract/casework/plan-transports'
import type { PlanWebhook } from '@veritrace/contract/casework/plan-webhooks'
import { iso } from '@veritrace/platform/clock'
import type { ShownDelivery } from './delivery-store.ts'
import type { ShownWebhook } from './store.ts'

export const viewWebhook = (row: ShownWebhook): PlanWebhook => ({
  id: row.id,
  case_id: row.case_id,
  url: row.url,
  events: row.events,
  description: row.description,
  active: row.active,
  secret_hint: row.secret_hint,
  created_by: row.created_by,
  created_at: row.created_at.toISOString(),
  ...(row.last_status && row.last_at && { last_delivery: { status: row.last_status, at: row.last_at.toISOString() } }),
  failure_count: row.failure_count,
  disabled_reason: row.disabled_reason,
})

export const viewDelivery = ({ plan_id, ...row }: ShownDelivery): Delivery => ({
  ...row,
  plan_id: plan_id!,
  next_retry_at: iso(row.next_retry_at),
  created_at: row.created_at.toISOString(),
  finished_at: iso(row.finished_at),
})
