// Row types of webhooks and deliveries.
import type { Delivery, DeliveryStatus } from '@veritrace/contract/casework/plan-transports'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>

interface WebhooksTable {
  id: string
  tenant_id: string
  workspace_id: string
  case_id: string
  url: string
  events: string[]
  description: string
  active: boolean
  secret: string
  created_by: Json<Actor>
  created_at: Date
  last_status: DeliveryStatus | null
  last_at: Date | null
  failure_count: Generated<number>
  disabled_reason: string | null
}

interface DeliveriesTable {
  id: string
  tenant_id: string
  workspace_id: string
  case_id: string
  plan_id: string | null
  transport_id: string | null
  webhook_id: string | null
  channel: Delivery['channel']
  event_type: string | null
  url: string | null
  target: string
  body: string
  request_digest: string
  status: DeliveryStatus
  attempt: Generated<number>
  attempts: ColumnType<Delivery['attempts'], string | undefined, string>
  http_status: number | null
  error: string | null
  response_excerpt: string | null
  duration_ms: number | null
  next_retry_at: Date | null
  locked_until: Date | null
  created_at: Date
  finished_at: Date | null
}

export interface PlanWebhookTables {
  'casework.plan_webhooks': WebhooksTable
  'casework.plan_deliveries': DeliveriesTable
}
export type WebhookRow = Selectable<WebhooksTable>
export type DeliveryRow = Selectable<DeliveriesTable>
