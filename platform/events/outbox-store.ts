// The outbox, and the position of each of its consumers.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export interface OutboxRow {
  id: number
  tenant_id: string
  /** The action of the event, such as `page.publish`. */
  type: string
  payload: OutboxPayload
  created_at: Date
}

export interface OutboxPayload {
  /** The ID of the audit entry; use it as an idempotency key. */
  entry_id: string
  /** The order of the events within a tenant. */
  sequence: number
  occurred_at: string
  actor: { type: string; id: string; label: string }
  resource: { type: string; id: string; label: string }
  outcome: 'success' | 'denied' | 'failed'
  data: Record<string, unknown>
}

export interface Position {
  /** A 64-bit transaction number, as text because a JavaScript number cannot represent all of them. */
  xid: string
  id: number
}

export async function insertConsumer(db: Db, name: string): Promise<void> {
  await sql`insert into platform.outbox_consumers (name) values (${name}) on conflict do nothing`.execute(db)
}

/** The consumer's position, locked until the transaction ends; undefined while another process holds it. */
export async function lockConsumer(tx: Db, name: string): Promise<Position | undefined> {
  const { rows } = await sql<Position>`
    select xid::text as xid, id from platform.outbox_consumers where name = ${name} for update skip locked`.execute(tx)
  return rows[0]
}

/**
 * The next rows after the position. Rows of transactions at or above the oldest running one must wait, because a row
 * with a lower number may still be committed.
 */
export async function listOutbox(tx: Db, after: Position, limit: number): Promise<(OutboxRow & { xid: string })[]> {
  const { rows } = await sql<OutboxRow & { xid: string }>`
    select xid::text as xid, id, tenant_id, type, payload, created_at from platform.outbox
    where (xid, id) > (${after.xid}::xid8, ${after.id}::bigint) and xid < pg_snapshot_xmin(pg_current_snapshot())
    order by outbox.xid, outbox.id limit ${limit}`.execute(tx)
  return rows
}

export async function moveConsumer(tx: Db, name: string, to: Position): Promise<void> {
  await sql`
    update platform.outbox_consumers set xid = ${to.xid}::xid8, id = ${to.id} where name = ${name}`.execute(tx)
}

/** Deletes a consumer that has been removed from the code; otherwise no row would ever be deleted. */
export async function deleteConsumer(db: Db, name: string): Promise<void> {
  await sql`delete from platform.outbox_consumers where name = ${name}`.execute(db)
}

/** Deletes rows older than `olderThan` that every consumer has passed. Returns their number. */
export async function deletePassed(db: Db, olderThan: Date, limit: number): Promise<number> {
  const { rows } = await sql`
    delete from platform.outbox where id in (
      select message.id from platform.outbox message
      where message.created_at < ${olderThan} and not exists (
        select 1 from platform.outbox_consumers consumer
        where (consumer.xid, consumer.id) < (message.xid, message.id))
      order by message.xid, message.id limit ${limit})
    returning id`.execute(db)
  return rows.length
}
