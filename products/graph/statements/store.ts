// The SQL of statements. Every query names tenant and workspace; many rows go in one statement.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { StatementRow, Tables } from '../tables.ts'

export type NewRow = Pick<
  StatementRow,
  'id' | 'context' | 'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language' | 'assertions'
> & { metadata: Record<string, unknown> }

/** Inserts what is new and merges what is known; the ids of what is new. No id may be there twice. */
export async function upsertStatements(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  rows: readonly NewRow[],
  { created_by, now, seq }: { created_by: string; now: Date; seq: number },
): Promise<Set<string>> {
  const column = <K extends keyof NewRow>(name: K) => rows.map((row) => row[name])
  const { rows: written } = await sql<{ id: string }>`
    with written as (
      insert into graph.statements as known (tenant_id, workspace_id, id, context, subject, predicate, object,
        object_type, datatype, language, metadata, assertions, seq, created_at, updated_at, created_by)
      select ${tenant}, ${workspace}, new.id, new.context, new.subject, new.predicate, new.object,
        new.object_type, new.datatype, new.language, new.metadata::jsonb, new.assertions,
        ${seq}::bigint, ${now}::timestamptz, ${now}::timestamptz, ${created_by}
      from unnest(${column('id')}::text[], ${column('context')}::text[], ${column('subject')}::text[],
        ${column('predicate')}::text[], ${column('object')}::text[], ${column('object_type')}::text[],
        ${column('datatype')}::text[], ${column('language')}::text[],
        ${rows.map((row) => JSON.stringify(row.metadata))}::text[], ${column('assertions')}::int[])
        as new (id, context, subject, predicate, object, object_type, datatype, language, metadata, assertions)
      on conflict (tenant_id, workspace_id, id) do update set
        metadata = known.metadata || excluded.metadata,
        assertions = known.assertions + excluded.assertions,
        updated_at = excluded.updated_at
      returning id, seq
    )
    select id from written where seq = ${seq}::bigint`.execute(tx)
  return new Set(written.map((row) => row.id))
}

export type Removed = Omit<NewRow, 'metadata' | 'assertions'>

export const deleteStatements = (
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  ids: readonly string[],
): Promise<Removed[]> =>
  tx
    .deleteFrom('graph.statements')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where(sql<boolean>`id = any(${ids}::text[])`)
    .returning(['id', 'context', 'subject', 'predicate', 'object', 'object_type', 'datatype', 'language'])
    .execute()

/** In any context of the workspace, or only in the one given. */
export const findStatement = (
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  id: string,
  context: string | undefined,
): Promise<Omit<StatementRow, 'seq'> | undefined> =>
  db
    .selectFrom('graph.statements')
    .select(['tenant_id', 'workspace_id', 'id', 'context', 'subject', 'predicate', 'object', 'object_type'])
    .select(['datatype', 'language', 'metadata', 'assertions', 'created_at', 'updated_at', 'created_by'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .executeTakeFirst()

/** What the metadata of known statements would become, where that is longer than `bytes` in the database's spelling. */
export async function listLongMerges(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  additions: ReadonlyMap<string, Record<string, unknown>>,
  bytes: number,
): Promise<{ id: string; merged: Record<string, unknown> }[]> {
  const metadata = [...additions.values()].map((value) => JSON.stringify(value))
  const { rows } = await sql<{ id: string; merged: Record<string, unknown> }>`
    select known.id, known.metadata || new.metadata::jsonb as merged
    from unnest(${[...additions.keys()]}::text[], ${metadata}::text[]) as new (id, metadata)
    join graph.statements known on known.id = new.id and known.tenant_id = ${tenant} and known.workspace_id = ${workspace}
    where octet_length((known.metadata || new.metadata::jsonb)::text) > ${bytes}`.execute(db)
  return rows
}

export type LineRow = Removed & { seq: number }

/** In the order of their arrival, after the given place. */
export async function listRows(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  after: { seq: number; id: string },
  limit: number,
): Promise<LineRow[]> {
  const { rows } = await sql<LineRow>`
    select id, context, subject, predicate, object, object_type, datatype, language, seq
    from graph.statements
    where tenant_id = ${tenant} and workspace_id = ${workspace} and (seq, id) > (${after.seq}::bigint, ${after.id})
    order by seq, id limit ${limit}`.execute(db)
  return rows
}
