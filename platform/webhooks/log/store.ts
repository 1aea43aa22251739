// The SQL of the delivery log: read, requeued, and deleted after a while.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import type { Attempt, Delivery, DeliveryStatus } from './delivery.ts'

const DELIVERY = sql.raw(`id, endpoint_id, outbox_id, event_type, status, attempt_count, max_attempts,
  next_attempt_at, last_status, last_error, response_snippet, created_at, completed_at, dead_lettered_at`)

export async function findDelivery(db: Db, tenant: string, id: string): Promise<Delivery | undefined> {
  const { rows } = await sql<Delivery>`
    select ${DELIVERY} from platform.webhook_deliveries where tenant_id = ${tenant} and id = ${id}`.execute(db)
  return rows[0]
}

export async function readDeliveries(
  db: Db,
  tenant: string,
  endpointId: string,
  status: DeliveryStatus | undefined,
  after: string | undefined,
  count: number,
): Promise<Delivery[]> {
  const { rows } = await sql<Delivery>`
    select ${DELIVERY} from platform.webhook_deliveries
    where tenant_id = ${tenant} and endpoint_id = ${endpointId}
      and (${status ?? null}::text is null or status = ${status ?? null})
      and (${after ?? null}::text is null or id < ${after ?? null})
    order by id desc limit ${count}`.execute(db)
  return rows
}

export async function readAttempts(db: Db, deliveryId: string): Promise<Attempt[]> {
  const { rows } = await sql<Attempt>`
    select attempt, at, status_code, duration_ms, error, response_snippet from platform.webhook_attempts
    where delivery_id = ${deliveryId} order by attempt`.execute(db)
  return rows
}

/** Requeues messages that are not in flight. Returns their IDs, in order. */
export async function requeueDeliveries(
  db: Db,
  tenant: string,
  chosen: { endpointId: string; since: Date; until: Date; statuses: readonly DeliveryStatus[]; after: string },
  count: number,
  now: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with chosen as (
      select id from platform.webhook_deliveries
      where tenant_id = ${tenant} and endpoint_id = ${chosen.endpointId} and id > ${chosen.after}
        and created_at >= ${chosen.since} and created_at < ${chosen.until} and status = any(${chosen.statuses})
        and (locked_until is null or locked_until <= ${now})
      order by id limit ${count} for update
    )
    update platform.webhook_deliveries d set ${newRound(now)} from chosen
    where d.tenant_id = ${tenant} and d.id = chosen.id
    returning d.id`.execute(db)
  return rows.map(({ id }) => id).sort()
}

/** The same for one message; false if it is in flight. */
export async function requeueDelivery(db: Db, tenant: string, id: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update platform.webhook_deliveries set ${newRound(now)}
    where tenant_id = ${tenant} and id = ${id} and (locked_until is null or locked_until <= ${now})`.execute(db)
  return numAffectedRows === 1n
}

const newRound = (
  now: Date,
) => sql`status = 'pending', attempt_count = 0, next_attempt_at = ${now}, locked_until = null,
  completed_at = null, dead_lettered_at = null`

/** Deletes a batch of messages that were settled before `before`. Returns their number. */
export async function pruneDeliveries(db: Db, before: Date, count: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from platform.webhook_deliveries where id in (
      select id from platform.webhook_deliveries
      where created_at < ${before} and status in ('succeeded', 'dead') limit ${count})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
