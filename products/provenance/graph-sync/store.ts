// The outbox of the graph. A row is open until it is delivered or dead; of a vendor's open rows the oldest goes first.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface DueRow {
  id: string
  vendor_id: string
  assert: NewStatement[]
  retract: NewStatement[]
  attempts: number
}

/** Rows of a vendor are numbered while it is locked, so the numbers follow the commits. */
export async function lockVendor(tx: Db<Tables>, id: string): Promise<void> {
  // Weaker than `for update`: rows that were written with this vendor as their owner do not stand in the way.
  await sql`select id from provenance.vendors where id = ${id} for no key update`.execute(tx)
}

export async function insertOutbox(
  tx: Db<Tables>,
  rows: readonly { id: string; vendor_id: string; snapshot_id: string | null; assert: string; retract: string }[],
  now: Date,
): Promise<void> {
  await tx
    .insertInto('provenance.graph_outbox')
    .values(rows.map((row) => ({ ...row, next_attempt_at: now, created_at: now })))
    .execute()
}

/** Takes the oldest row that is due and is the oldest open one of its vendor, for as long as the lease lasts. */
export async function takeDue(db: Db<Tables>, now: Date, leasedUntil: Date): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    with due as (
      select id from provenance.graph_outbox as row
      where status in ('pending', 'retry') and next_attempt_at <= ${now}
        and (leased_until is null or leased_until <= ${now})
        and not exists (
          select 1 from provenance.graph_outbox as older
          where older.vendor_id = row.vendor_id and older.sequence < row.sequence
            and older.status in ('pending', 'retry'))
      order by sequence limit 1
      for update skip locked)
    update provenance.graph_outbox as row set leased_until = ${leasedUntil}
    from due where row.id = due.id
    returning row.id, row.vendor_id, row.assert, row.retract, row.attempts`.execute(db)
  return rows[0]
}

/** What was said is in the graph now; here it would only take room. */
export async function markDelivered(db: Db<Tables>, id: string, now: Date): Promise<void> {
  await updateOpen(db, id)
    .set({ status: 'delivered', delivered_at: now, last_error: '', leased_until: null, assert: '[]', retract: '[]' })
    .execute()
}

export async function markFailed(
  db: Db<Tables>,
  id: string,
  failed: { status: 'retry' | 'dead' | 'auth_dead'; attempts: number; last_error: string; next_attempt_at: Date },
): Promise<void> {
  await updateOpen(db, id)
    .set({ ...failed, leased_until: null })
    .execute()
}

/** Gives a row back that was taken and not tried. */
export async function release(db: Db<Tables>, id: string): Promise<void> {
  await updateOpen(db, id).set({ leased_until: null }).execute()
}

/** A worker whose lease ran out must not undo what another has done since. */
const updateOpen = (db: Db<Tables>, id: string) =>
  db.updateTable('provenance.graph_outbox').where('id', '=', id).where('status', 'in', ['pending', 'retry'])

export const listStandingClaims = (db: Db<Tables>, vendorId: string) =>
  db
    .selectFrom('provenance.evidence_claims')
    .select(['id', 'category', 'predicate', 'value', 'state', 'relation', 'confidence'])
    .where('vendor_id', '=', vendorId)
    .where('valid_to', 'is', null)
    .where('relation', '=', 'supports')
    .orderBy('id')
    .execute()
