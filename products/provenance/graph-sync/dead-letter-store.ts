// Counts the outbox and requeues dead letters.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface OutboxCounts {
  graph_delivered: number
  graph_retry: number
  graph_dead_letter: number
  graph_auth_dead_letter: number
  last_graph_sync_at: Date | null
}

/** The same names and numbers as in the public statistics. */
export async function countOutbox(db: Db<Tables>): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select count(*) filter (where status = 'delivered') as graph_delivered,
      count(*) filter (where status in ('pending', 'retry')) as graph_retry,
      count(*) filter (where status in ('dead', 'auth_dead')) as graph_dead_letter,
      count(*) filter (where status = 'auth_dead') as graph_auth_dead_letter,
      max(delivered_at) as last_graph_sync_at
    from provenance.graph_outbox`.execute(db)
  return rows[0]!
}

/** Runs requeues one after another, so that the number of remaining dead letters is correct. */
export async function lockDeadLetters(tx: Db<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('provenance.graph_outbox requeue', 0))`.execute(tx)
}

/** Requeues the oldest first, as new rows that are due immediately. Returns how many there were. */
export async function requeueDead(tx: Db<Tables>, withAuth: boolean, limit: number, now: Date): Promise<number> {
  const { numAffectedRows } = await sql`
    update provenance.graph_outbox
    set status = 'pending', attempts = 0, next_attempt_at = ${now}, leased_until = null, holder = null, returns_at = null
    where id in (
      select id from provenance.graph_outbox
      where status in ('dead', 'auth_dead') and (${withAuth} or status = 'dead')
      order by sequence limit ${limit} for update)`.execute(tx)
  return Number(numAffectedRows ?? 0)
}
