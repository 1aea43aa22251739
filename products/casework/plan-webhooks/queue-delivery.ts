// Creates the row and the job of a delivery in the transaction that caused it.
import { createHash } from 'node:crypto'
import type { Delivery } from '@veritrace/contract/casework/plan-transports'
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import type { Scope } from '../model/space.ts'
import type { Tables } from '../tables.ts'
import { labelOf } from './address.ts'
import { insertDelivery } from './delivery-store.ts'

export const DELIVER = 'deliver-plan-message'
export interface DeliverOrder {
  tenant: string
  workspace: string
  id: string
}

export interface Outbound {
  caseId: string
  planId: string | null
  transportId?: string
  webhookId?: string
  channel: Delivery['channel']
  eventType?: string
  /** The address to send to. Without one, the work is handed over as a file and is delivered immediately. */
  url?: string
  /** The label of the receiver if there is no address. */
  target?: string
  body: string
}

/** Returns the id that every attempt sends. */
export async function queueDelivery(
  { clock, jobs }: Pick<Casework, 'clock' | 'jobs'>,
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  given: Outbound,
): Promise<string> {
  const id = newId('dlv')
  const now = clock.now()
  await insertDelivery(tx, {
    ...{ id, tenant_id: tenant, workspace_id: workspace, case_id: given.caseId, plan_id: given.planId },
    transport_id: given.transportId ?? null,
    webhook_id: given.webhookId ?? null,
    channel: given.channel,
    event_type: given.eventType ?? null,
    url: given.url ?? null,
    target: given.url ? labelOf(given.url) : (given.target ?? ''),
    body: given.body,
    request_digest: `sha256:${createHash('sha256').update(given.body).digest('hex')}`,
    status: given.url ? 'queued' : 'delivered',
    ...{ http_status: null, error: null, response_excerpt: null, duration_ms: null, locked_until: null },
    next_retry_at: given.url ? now : null,
    created_at: now,
    finished_at: given.url ? null : now,
  })
  if (given.url) await jobs.add(tx, DELIVER, { tenant, workspace, id } satisfies DeliverOrder, { key: id })
  return id
}
