// The SQL of the outbox: which contexts are due, which are on their way, which were given up.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { type GraphContext, kindOf } from './rules.ts'
import type { OutboxRow } from './tables.ts'

/**
 * Marks a named graph as due, in the transaction that changed what it should say. Once for many changes; one that had
 * been given up is tried again. `whole`: where its statements come from has changed, so all are said again.
 */
export async function dueContext(
  tx: Db<Tables>,
  context: GraphContext,
  now: Date,
  { whole = false }: { whole?: boolean } = {},
): Promise<void> {
  const { tenant, workspace, name } = context
  // The update locks it, so that nobody takes it for one that says nothing.
  await sql`
    insert into casework.contexts (tenant_id, workspace_id, name, kind)
    values (${tenant}, ${workspace}, ${name}, ${kindOf(context)})
    on conflict (tenant_id, workspace_id, name) do update set kind = excluded.kind`.execute(tx)
  await sql`
    insert into casework.outbox as due (tenant_id, workspace_id, name, whole, next_at, created_at)
    values (${tenant}, ${workspace}, ${name}, ${whole}, ${now}, ${now})
    on conflict (tenant_id, workspace_id, name) do update set revision = due.revision + 1,
      whole = due.whole or excluded.whole, status = 'pending', attempts = 0, next_at = excluded.next_at`.execute(tx)
}

export type DueRow = Pick<OutboxRow, 'tenant_id' | 'workspace_id' | 'name' | 'revision' | 'whole' | 'attempts'>
const RETURNED = sql.raw('row.tenant_id, row.workspace_id, row.name, row.revision, row.whole, row.attempts')
const FREE = (now: Date) => sql`(leased_until is null or leased_until <= ${now})`

/** Takes the context that has waited longest, for as long as the lease lasts. */
export async function takeDue(db: Db<Tables>, now: Date, leasedUntil: Date): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    with due as (
      select tenant_id, workspace_id, name from casework.outbox
      where status in ('pending', 'retry') and next_at <= ${now} and ${FREE(now)}
      order by next_at, tenant_id, workspace_id, name limit 1
      for update skip locked)
    update casework.outbox as row set leased_until = ${leasedUntil} from due
    where row.tenant_id = due.tenant_id and row.workspace_id = due.workspace_id and row.name = due.name
    returning ${RETURNED}`.execute(db)
  return rows[0]
}

/** This one, whether it is its turn or not; undefined where another has it. */
export async function takeContext(
  db: Db<Tables>,
  { tenant, workspace, name }: GraphContext,
  now: Date,
  leasedUntil: Date,
): Promise<DueRow | undefined> {
  const { rows } = await sql<DueRow>`
    update casework.outbox as row set leased_until = ${leasedUntil}
    where tenant_id = ${tenant} and workspace_id = ${workspace} and name = ${name} and ${FREE(now)}
    returning ${RETURNED}`.execute(db)
  return rows[0]
}

const ofRow = (db: Db<Tables>, row: DueRow) =>
  db
    .updateTable('casework.outbox')
    .where('tenant_id', '=', row.tenant_id)
    .where('workspace_id', '=', row.workspace_id)
    .where('name', '=', row.name)

/** Gone, unless something has changed since it was taken: then it is due again, with all there is to say. */
export async function markTold(db: Db<Tables>, row: DueRow): Promise<void> {
  await db
    .deleteFrom('casework.outbox')
    .where('tenant_id', '=', row.tenant_id)
    .where('workspace_id', '=', row.workspace_id)
    .where('name', '=', row.name)
    .where('revision', '=', row.revision)
    .execute()
  await ofRow(db, row).set({ leased_until: null }).execute()
}

export async function markFailed(
  db: Db<Tables>,
  row: DueRow,
  failed: { status: 'retry' | 'dead' | 'auth_dead'; attempts: number; last_error: string; next_at: Date },
): Promise<void> {
  await ofRow(db, row).set({ leased_until: null }).execute()
  // A change that came meanwhile starts anew.
  await ofRow(db, row).set(failed).where('revision', '=', row.revision).execute()
}

/** Gives a context back that was taken and not told, until then; that is no try. */
export async function putBack(db: Db<Tables>, row: DueRow, nextAt: Date): Promise<void> {
  await ofRow(db, row).set({ leased_until: null, next_at: nextAt }).execute()
}

export interface OutboxCounts {
  pending: number
  retrying: number
  dead_letter: number
  oldest_at: Date | null
}

/** Of these workspaces. */
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

/** Two orders of a workspace at once wait for each other. */
export async function lockRebuilds(
  tx: Db<Tables>,
  { tenant, workspace }: Pick<GraphContext, 'tenant' | 'workspace'>,
): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`casework rebuild ${tenant}/${workspace}`}, 0))`.execute(tx)
}
