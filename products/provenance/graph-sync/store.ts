// SQL of the graph outbox. A row is open until it is delivered or dead. The oldest open row of a vendor is sent first.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Db } from '@veritrace/platform/db/db'
import { jsonRows } from '@veritrace/platform/db/json-rows'
import type { LeasedTable } from '@veritrace/platform/leases/leased-table'
import { LEASE_SECONDS } from '@veritrace/platform/leases/under-lease'
import { sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'

export interface DueRow {
  id: string
  vendor_id: string
  snapshot_id: string | null
  added: string[]
  ended: string[]
  extractor: string
  /** The vendor's previous names, if the row is a rename; otherwise null. */
  was: { display_name: string; primary_domain: string; aliases: string[] } | null
  /** Statements of a failed attempt. Empty before the first attempt. */
  assert: NewStatement[]
  retract: NewStatement[]
  attempts: number
  created_at: Date
}

/** Rows get their numbers while the vendor is locked, so the numbers follow the order of commits. */
export async function lockVendor(tx: Db<Tables>, id: string): Promise<void> {
  // Weaker than `for update`, so it does not block rows with a foreign key to this vendor.
  await sql`select id from provenance.vendors where id = ${id} for no key update`.execute(tx)
}

export async function insertOutbox(
  tx: Db<Tables>,
  rows: readonly Pick<DueRow, 'id' | 'vendor_id' | 'snapshot_id' | 'extractor' | 'added' | 'ended'>[],
  now: Date,
): Promise<void> {
  await sql`
    insert into provenance.graph_outbox (id, vendor_id, snapshot_id, extractor, added, ended, next_attempt_at, created_at)
    select id, vendor_id, snapshot_id, extractor, added, ended, ${now}::timestamptz, ${now}::timestamptz
    from json_to_recordset(${jsonRows(rows)}::json)
      as row(id text, vendor_id text, snapshot_id text, extractor text, added text[], ended text[])`.execute(tx)
}

export const GRAPH_OUTBOX: LeasedTable = {
  name: 'changes of the directory for the graph',
  until: 'provenance.graph_outbox.leased_until',
  seconds: LEASE_SECONDS,
}

const LEASE = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** Leases the oldest row that is due and is the oldest open row of its vendor. */
export async function takeDue(db: Db<Tables>, now: Date, holder: string): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    with due as (
      select id from provenance.graph_outbox as row
      where (status in ('pending', 'retry') or returns_at is not null) and next_attempt_at <= ${now}
        and (leased_until is null or leased_until <= clock_timestamp())
        and not exists (
          select 1 from provenance.graph_outbox as older
          where older.vendor_id = row.vendor_id and older.sequence < row.sequence
            and older.status in ('pending', 'retry'))
      order by sequence limit 1
      for update skip locked)
    update provenance.graph_outbox as row set leased_until = ${LEASE}, holder = ${holder}
    from due where row.id = due.id
    returning row.id, row.vendor_id, row.snapshot_id, row.added, row.ended, row.extractor, row.was, row.assert,
      row.retract, row.attempts, row.created_at`.execute(db)
  return rows[0]
}

/** False if the lease is lost. */
export async function renew(db: Db<Tables>, { id, holder }: OwnRow): Promise<boolean> {
  const { rows } = await sql`
    update provenance.graph_outbox set leased_until = ${LEASE} where id = ${id} and holder = ${holder}
    returning id`.execute(db)
  return rows.length > 0
}

/** Seconds until the first lease ends. */
export async function secondsUntilFree(db: Db<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(leased_until) - clock_timestamp())::float8 as seconds from provenance.graph_outbox
    where leased_until > clock_timestamp()`.execute(db)
  return rows[0]?.seconds ?? undefined
}

interface OwnRow {
  id: string
  holder: string
}
const FREE = { leased_until: null, holder: null } as const

/** Clears the statements, because they are in the graph now. */
export async function markDelivered(db: Db<Tables>, row: OwnRow, now: Date): Promise<void> {
  const nothing = { added: [], ended: [], assert: '[]', retract: '[]', returns_at: null }
  await update(db, row, { status: 'delivered', delivered_at: now, last_error: '', ...FREE, ...nothing })
}

export async function markFailed(
  db: Db<Tables>,
  row: OwnRow,
  failed: {
    status: 'retry' | 'dead' | 'auth_dead'
    attempts: number
    last_error: string
    next_attempt_at: Date
    returns_at: Date | null
    /** The statements that were sent, if the row does not have them yet. */
    said?: Pick<DueRow, 'assert' | 'retract'>
  },
): Promise<void> {
  const { said, ...columns } = failed
  const sent = said && { assert: jsonRows(said.assert), retract: jsonRows(said.retract) }
  await update(db, row, { ...columns, ...sent, ...FREE })
}

/** Releases a leased row that was not tried. */
export async function release(db: Db<Tables>, row: OwnRow): Promise<void> {
  await update(db, row, FREE)
}

/** Changes the row only for the lease holder: another worker may have taken over since. */
async function update(
  db: Db<Tables>,
  { id, holder }: OwnRow,
  columns: Updateable<Tables['provenance.graph_outbox']>,
): Promise<void> {
  await db
    .updateTable('provenance.graph_outbox')
    .set(columns)
    .where('id', '=', id)
    .where('holder', '=', holder)
    .execute()
}
