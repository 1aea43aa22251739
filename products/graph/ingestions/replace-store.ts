// The SQL of contexts that are replaced.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { holdWorkspace } from '../statements/change-store.ts'
import { BEGINNING, hasId, isAmong, nextInOrder, type Place } from '../statements/lookup-store.ts'
import type { LineRow } from '../statements/store.ts'
import type { Tables } from '../tables.ts'

export interface ContextPlace {
  tenant: string
  workspace: string
  context: string
}

/** Who replaces a context, and where it is read meanwhile. */
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

/** The same while nobody else changes anything in the workspace, from here to the end of the transaction. */
export async function holdContext(tx: Db<Tables>, place: ContextPlace): Promise<Replacement> {
  await holdWorkspace(tx, place.tenant, place.workspace)
  return findReplacement(tx, place)
}

/**
 * The last moment up to `until` at which something was said in the context, or a replacement came. Two who ask at once wait for
 * each other.
 */
export async function lockLastMoment(
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

/** Whether the context is the ingestion's from now on: whatever others write there, they write to the copy as well. */
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

/** `writtenAt` where something else is read from then on. */
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

/** Of these statements, those that nobody has said since the moment. */
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

export interface Said {
  id: string
  at: Date
}

/** When these statements were last said. */
export async function updateSaid(
  tx: Db<Tables>,
  { tenant, workspace }: ContextPlace,
  said: readonly Said[],
): Promise<void> {
  const times = said.map(({ at }) => at.toISOString())
  await sql`
    update graph.statements set updated_at = said.at
    from unnest(${said.map(({ id }) => id)}::text[], ${times}::timestamptz[]) as said (statement, at)
    where ${hasId(sql`said.statement`, { tenant, workspace })}`.execute(tx)
}

/** How many statements of a workspace are looked at for one page of a context: there is no index of contexts. */
const LOOKED_AT = 5_000

const LOOKED_AT_COLUMNS = sql`id, context, subject, predicate, object, object_type, datatype, language, seq, updated_at`
type Row = Omit<LineRow, 'metadata' | 'created_at'>

/**
 * Statements of a context, or those that were last said before a moment, in the order of their arrival, page by page. A page is
 * short where the workspace has much else; no transaction is held between two.
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

/** Replacements that nobody seems to work on: contexts that are still theirs, copies that they have left, and those that wait. */
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
