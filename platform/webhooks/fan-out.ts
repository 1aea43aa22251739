// Turns events into messages: one for each subscribed endpoint.
import { wants } from '@veritrace/contract/event-types'
import type { Db } from '../db/db.ts'
import { afterCommit } from '../db/transact.ts'
import type { OutboxRow } from '../events/consume.ts'
import { newId } from '../ids.ts'
import { messageBody } from './message.ts'
import { type FanOutEndpoint, insertDeliveries, type NewDelivery, readFanOutEndpoints } from './queue/store.ts'
import { MAX_ATTEMPTS } from './schedule.ts'

/** Whether an endpoint gets an event of a subscribed type; products decide by its scope and filter. */
export type Accepts = (
  endpoint: Pick<FanOutEndpoint, 'id' | 'tenant_id' | 'scope' | 'filter'>,
  row: OutboxRow,
) => boolean

/** Loads once, for many rows, what a product needs to decide. */
export type PrepareAccepts = (tx: Db, rows: readonly OutboxRow[]) => Promise<Accepts>

/** Queues messages in the transaction of the consumer. Repeating it for the same rows changes nothing. */
export async function fanOut(
  tx: Db,
  rows: readonly OutboxRow[],
  { accepts, now, wake }: { accepts: readonly Accepts[]; now: Date; wake(): void },
): Promise<void> {
  const endpoints = await readFanOutEndpoints(tx, [...new Set(rows.map((row) => row.tenant_id))])
  const deliveries = rows.flatMap((row) =>
    endpoints
      .filter((e) => e.tenant_id === row.tenant_id && wants(e.event_types, row.type))
      .filter((e) => accepts.every((accept) => accept(e, row)))
      .map((endpoint) => deliveryOf(endpoint, row)),
  )
  if (deliveries.length === 0) return
  await insertDeliveries(tx, deliveries, MAX_ATTEMPTS, now)
  afterCommit(tx, wake)
}

const deliveryOf = (endpoint: FanOutEndpoint, row: OutboxRow): NewDelivery => ({
  id: newId('msg'),
  tenant_id: row.tenant_id,
  endpoint_id: endpoint.id,
  outbox_id: row.id,
  event_type: row.type,
  body: messageBody(row, endpoint.payload),
})
