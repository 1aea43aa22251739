// The SQL of replaced contexts.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { lockWorkspace } from '../statements/change-store.ts'
import { BEGINNING, hasId, isAmong, nextInOrder, type Place } from '../statements/lookup-store.ts'
import type { LineRow } from '../statements/store.ts'
import type { Tables } from '../tables.ts'

export interface ContextPlace {
  tenant: string
  workspace: string
  context: string
}

/** The ingestion that replaces a context, and the context that is read in the meantime. */
export interface Replacement {
  replaced_by: string | null
  read_in: string | null
}

export async function findReplacement(
  db: Db<Tables>,
  { tenant, workspace, context }: ContextPlace,
): Promise<Replacement> {
  const row = await db
    .selectFrom('graph.contexts')
    .select(['replaced_by', 'read_in'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('context', '=', context)
    .executeTakeFirst()
  return row ?? { replaced_by: null, read_in: null }
}

/** Finds the replacement and locks the workspace against changes until the transaction ends. */
export async function lockContext(tx: Db<Tables>, place: ContextPlace): Promise<Replacement> {
  await lockWorkspace(tx, place.tenant, place.workspace)
  return findReplacement(tx, place)
}

/**
 * The last moment, before `until`, of a write to the context or of the arrival of a replacement. Concurrent callers
 * wait for each other.
 */
export async function lockLastWrite(
  tx: Db<Tables>,
  { tenant, workspace, context }: ContextPlace,
  now: Date,
  until: Date,
): Promise<Date | null> {
  const name = [tenant, workspace, context, 'replaced'].join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx)
  const { rows } = await sql<{ last: Date | null }>`
    select max(moment) as last from (
      select last_write_at as moment from graph.contexts
      where tenant_id = ${tenant} and workspace_id = ${workspace} and context = ${context}
      union all
      select created_at from graph.ingestions
      where tenant_id = ${tenant} and workspace_id = ${workspace} and context = ${context} and mode = 'replace'
        and created_at >= ${now}) known
    where moment < ${until}`.execute(tx)
  return rows[0]!.last
}

/** Returns whether the ingestion now owns the context. From then on, other writers write to the copy as well. */
export async function claimContext(
  tx: Db<Tables>,
  { tenant, workspace, context }: ContextPlace,
  { id, created_at }: { id: string; created_at: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into graph.contexts as known (tenant_id, workspace_id, context, last_write_at, replaced_by)
    values (${tenant}, ${workspace}, ${context}, ${created_at}, ${id})
    on conflict (tenant_id, workspace_id, context) do update set replaced_by = excluded.replaced_by
      where known.replaced_by is null or known.replaced_by = excluded.replaced_by
    returning 1`.execute(tx)
  return rows.length > 0
}

/** Pass `writtenAt` when readers switch to the copy. */
export const updateReplacement = async (
  tx: Db<Tables>,
  { tenant, workspace, context }: ContextPlace,
  fields: Partial<Replacement>,
  writtenAt?: Date,
): Promise<void> =>
  void (await tx
    .updateTable('graph.contexts')
    .set(fields)
    .$if(writtenAt !== undefined, (query) => query.set({ last_write_at: sql`greatest(last_write_at, ${writtenAt!})` }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('context', '=', context)
    .execute())

/** The given statements that were last asserted before the moment. */
export async function listOlder(
  tx: Db<Tables>,
  { tenant, workspace }: ContextPlace,
  ids: readonly string[],
  before: Date,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from graph.statements
    where ${hasId(sql`any(${ids}::text[])`, { tenant, workspace })} and updated_at < ${before}`.execute(tx)
  return rows.map(({ id }) => id)
}

export interface AssertedTime {
  id: string
  at: Date
}

/** Sets the times at which these statements were last asserted. */
export async function updateAssertedTimes(
  tx: Db<Tables>,
  { tenant, workspace }: ContextPlace,
  asserted: readonly AssertedTime[],
): Promise<void> {
  const times = asserted.map(({ at }) => at.toISOString())
  await sql`
    update graph.statements set updated_at = asserted.at
    from unnest(${asserted.map(({ id }) => id)}::text[], ${times}::timestamptz[]) as asserted (statement, at)
    where ${hasId(sql`asserted.statement`, { tenant, workspace })}`.execute(tx)
}

/** Statements of a workspace that are scanned for one page of a context; contexts have no index. */
const LOOKED_AT = 5_000

const LOOKED_AT_COLUMNS = sql`id, context, subject, predicate, object, object_type, datatype, language, seq, updated_at`
type Row = Omit<LineRow, 'metadata' | 'created_at'>

/**
 * Pages of a context's statements in order of arrival, optionally only those last asserted before a moment. A page is
 * short if the workspace has much else. No transaction stays open between two pages.
 */
export async function* pagesOfContext(
  db: Db<Tables>,
  { context, ...within }: ContextPlace,
  before?: Date,
): AsyncGenerator<Row[]> {
  let after: Place = BEGINNING
  for (;;) {
    const { rows } = await sql<Row>`
      with page as materialized (${nextInOrder(LOOKED_AT_COLUMNS, isAmong(within, { after }), LOOKED_AT)})
      select * from (
        select id, context, subject, predicate, object, object_type, datatype, language, seq
        from page where context = ${context} ${before ? sql`and updated_at < ${before}` : sql``}
        union
        (select id, context, '', '', '', 'iri', null, null, seq from page order by seq desc, id desc limit 1)) found
      order by seq, id, subject`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const own = rows.filter(({ subject }) => subject !== '')
    if (own.length > 0) yield own
    after = last
  }
}

interface Settling {
  tenant: string
  id: string
}

/**
 * Replacements without an active worker: unfinished ones, and finished ones that still own a context or have left a
 * copy.
 */
export async function listUnsettled(db: Db<Tables>, silentSince: Date): Promise<Settling[]> {
  const { rows } = await sql<Settling>`
    select distinct on (tenant_id, workspace_id, context) tenant_id as tenant, id from graph.ingestions one
    where mode = 'replace' and touched_at < ${silentSince} and (
      completed_at is null
      or exists (select from graph.contexts where tenant_id = one.tenant_id and workspace_id = one.workspace_id
        and context = one.context and replaced_by = one.id)
      or exists (select from graph.contexts where tenant_id = one.tenant_id and workspace_id = one.workspace_id
        and context = one.context || '+old' and statements > 0))
    order by tenant_id, workspace_id, context, id desc`.execute(db)
  return rows
}
