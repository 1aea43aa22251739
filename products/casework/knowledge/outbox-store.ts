// The SQL of the outbox: contexts that are due, leased or failed.

import type { Db } from '@veritrace/platform/db/db'
import type { LeasedTable } from '@veritrace/platform/leases/leased-table'
import { LEASE_SECONDS } from '@veritrace/platform/leases/under-lease'
import { sql } from 'kysely'
import type { GraphContext } from '../model/graph-contexts.ts'
import type { Tables } from '../tables.ts'
import { kindOf } from './rules.ts'
import type { OutboxRow } from './tables.ts'

/**
 * Marks a named graph as due, in the transaction that changed its content. Several changes result in one entry; a
 * failed one is tried again. With `whole`, the metadata has changed too, so all statements are sent again.
 */
export async function dueContext(
  tx: Db<Tables>,
  context: GraphContext,
  now: Date,
  { whole = false }: { whole?: boolean } = {},
): Promise<void> {
  const { tenant, workspace, name } = context
  // The update locks the row, so that it is not deleted as empty at the same time.
  await sql`
    insert into casework.contexts (tenant_id, workspace_id, name, kind)
    values (${tenant}, ${workspace}, ${name}, ${kindOf(context)})
    on conflict (tenant_id, workspace_id, name) do update set kind = excluded.kind`.execute(tx)
  await sql`
    insert into casework.outbox as due (tenant_id, workspace_id, name, whole, next_at, created_at)
    values (${tenant}, ${workspace}, ${name}, ${whole}, ${now}, ${now})
    on conflict (tenant_id, workspace_id, name) do update set revision = due.revision + 1,
      whole = due.whole or excluded.whole, status = 'pending', attempts = 0, returns_at = null,
      next_at = excluded.next_at`.execute(tx)
}

export type DueRow = Pick<OutboxRow, 'tenant_id' | 'workspace_id' | 'name' | 'revision' | 'whole' | 'attempts'> & {
  /** Its last holder never released it: a request of that holder may still be in progress. */
  was_left: boolean
}
const RETURNED = sql.raw('row.tenant_id, row.workspace_id, row.name, row.revision, row.whole, row.attempts')
const FREE = sql`(leased_until is null or leased_until <= clock_timestamp())`
export const GRAPH_OUTBOX: LeasedTable = {
  name: 'pending graph updates of casework',
  until: 'casework.outbox.leased_until',
  seconds: LEASE_SECONDS,
}

const LEASE = sql`clock_timestamp() + make_interval(secs => ${LEASE_SECONDS})`

/** Leases the context that has waited longest. */
export async function takeDue(db: Db<Tables>, now: Date, holder: string): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    with due as (
      select tenant_id, workspace_id, name, leased_until is not null as was_left from casework.outbox
      where (status in ('pending', 'retry') or returns_at is not null) and next_at <= ${now} and ${FREE}
      order by next_at, tenant_id, workspace_id, name limit 1
      for update skip locked)
    update casework.outbox as row set leased_until = ${LEASE}, holder = ${holder} from due
    where row.tenant_id = due.tenant_id and row.workspace_id = due.workspace_id and row.name = due.name
    returning ${RETURNED}, due.was_left`.execute(db)
  return rows[0]
}

/** Leases this context even if it is not its turn; undefined if another worker has it. */
export async function takeContext(
  db: Db<Tables>,
  { tenant, workspace, name }: GraphContext,
  holder: string,
): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    with due as (
      select leased_until is not null as was_left from casework.outbox
      where tenant_id = ${tenant} and workspace_id = ${workspace} and name = ${name} and ${FREE} for update)
    update casework.outbox as row set leased_until = ${LEASE}, holder = ${holder} from due
    where tenant_id = ${tenant} and workspace_id = ${workspace} and name = ${name}
    returning ${RETURNED}, due.was_left`.execute(db)
  return rows[0]
}

type Key = Pick<OutboxRow, 'tenant_id' | 'workspace_id' | 'name'>

const isOf = ({ tenant_id, workspace_id, name }: Key, holder: string) =>
  sql<boolean>`(tenant_id = ${tenant_id} and workspace_id = ${workspace_id} and name = ${name} and holder = ${holder})`

/** False if the lease is lost. */
export async function renewContext(db: Db<Tables>, row: Key, holder: string): Promise<boolean> {
  const { rows } = await sql`
    update casework.outbox set leased_until = ${LEASE} where ${isOf(row, holder)} returning 1`.execute(db)
  return rows.length > 0
}

/** Whether the holder still has the lease, with the row locked until the transaction ends. */
export async function lockHeld(tx: Db<Tables>, row: Key, holder: string): Promise<boolean> {
  const { rows } = await sql`select 1 from casework.outbox where ${isOf(row, holder)} for update`.execute(tx)
  return rows.length > 0
}

/** Seconds until the first lease ends. */
export async function secondsUntilFree(db: Db<Tables>): Promise<number | undefined> {
  const { rows } = await sql<{ seconds: number | null }>`
    select extract(epoch from min(leased_until) - clock_timestamp())::float8 as seconds from casework.outbox
    where leased_until > clock_timestamp()`.execute(db)
  return rows[0]?.seconds ?? undefined
}

/** Deletes the entry, unless the content has changed since it was taken: then it stays due. */
export async function markSynced(db: Db<Tables>, row: DueRow, holder: string): Promise<void> {
  await sql`delete from casework.outbox where ${isOf(row, holder)} and revision = ${row.revision}`.execute(db)
  await sql`update casework.outbox set ${RELEASED} where ${isOf(row, holder)}`.execute(db)
}

const RELEASED = sql`leased_until = null, holder = null`

export async function markFailed(
  db: Db<Tables>,
  row: DueRow,
  holder: string,
  failed: Pick<OutboxRow, 'attempts' | 'last_error' | 'next_at' | 'returns_at'> & {
    status: 'retry' | 'dead' | 'auth_dead'
  },
): Promise<void> {
  const { status, attempts, last_error, next_at, returns_at } = failed
  // If the content has changed since, the attempts start from zero.
  await sql`
    update casework.outbox set status = ${status}, attempts = ${attempts}, last_error = ${last_error},
      next_at = ${next_at}, returns_at = ${returns_at}
    where ${isOf(row, holder)} and revision = ${row.revision}`.execute(db)
  await sql`update casework.outbox set ${RELEASED} where ${isOf(row, holder)}`.execute(db)
}

/** Releases a context that was taken but not synced, until `nextAt`, without counting an attempt. */
export async function putBack(db: Db<Tables>, row: DueRow, holder: string, nextAt: Date): Promise<void> {
  await sql`update casework.outbox set ${RELEASED}, next_at = ${nextAt} where ${isOf(row, holder)}`.execute(db)
}

export interface OutboxCounts {
  pending: number
  retrying: number
  dead_letter: number
  oldest_at: Date | null
}

/** Counts the entries of these workspaces. */
export async function countOutbox(
  db: Db<Tables>,
  places: readonly Pick<GraphContext, 'tenant' | 'workspace'>[],
): Promise<OutboxCounts> {
  const { rows } = await sql<OutboxCounts>`
    select count(*) filter (where status = 'pending')::int as pending,
      count(*) filter (where status = 'retry')::int as retrying,
      count(*) filter (where status in ('dead', 'auth_dead'))::int as dead_letter,
      min(created_at) as oldest_at
    from casework.outbox
    where (tenant_id, workspace_id) in (${sql.join(places.map(({ tenant, workspace }) => sql`(${tenant}, ${workspace})`))})`.execute(
    db,
  )
  return rows[0]!
}

/** Serializes rebuild requests of a workspace. */
export async function lockRebuilds(
  tx: Db<Tables>,
  { tenant, workspace }: Pick<GraphContext, 'tenant' | 'workspace'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`casework rebuild ${tenant}/${workspace}`}, 0))`.execute(tx)
}
