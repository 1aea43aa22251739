// The SQL of statements. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { StatementRow, Tables } from '../tables.ts'
import { hasId, isAmong, nextInOrder, type Place } from './lookup-store.ts'
import type { AssertedRow } from './tables.ts'

export type Removed = Omit<AssertedRow, 'assertions' | 'line'> & { created_at: Date }

export const deleteStatements = (
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  ids: readonly string[],
): Promise<Removed[]> =>
  tx
    .deleteFrom('graph.statements')
    .where(hasId(sql`any(${ids}::text[])`, { tenant, workspace }))
    .returning(['id', 'context', 'subject', 'predicate', 'object', 'object_type', 'datatype', 'language'])
    .returning(['metadata', 'created_at'])
    .execute()

/** Searches the whole workspace if no context is given. */
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
    .where(hasId(sql`${id}`, { tenant, workspace }))
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .executeTakeFirst()

/** The merged metadata of existing statements, if it is longer than `bytes` in PostgreSQL's format. */
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
    from unnest(${textArray(additions.keys())}::text[], ${textArray(metadata)}::text[]) as new (id, metadata), lateral (
      select id, metadata from graph.statements
      where ${hasId(sql`new.id`, { tenant, workspace })} limit 1
    ) known
    where octet_length((known.metadata || new.metadata::jsonb)::text) > ${bytes}`.execute(db)
  return rows
}

export type Described = Removed & { updated_at: Date }

/**
 * The existing ones of these statements, with metadata. The lateral join looks them up one by one, which the planner
 * avoids.
 */
export async function listDescribed(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  ids: readonly string[],
): Promise<Described[]> {
  const { rows } = await sql<Described>`
    select known.id, context, subject, predicate, object, object_type, datatype, language, metadata, created_at, updated_at
    from unnest(${ids}::text[]) as asked (id), lateral (
      select id, context, subject, predicate, object, object_type, datatype, language, metadata, created_at, updated_at
      from graph.statements
      where ${hasId(sql`asked.id`, { tenant, workspace })} limit 1
    ) known`.execute(tx)
  return rows
}

/** Metadata and time are null if the statement has no metadata. */
export type LineRow = Omit<Removed, 'metadata' | 'created_at'> & {
  seq: number
  metadata: Record<string, unknown> | null
  created_at: Date | null
}

const LINE = sql`id, context, subject, predicate, object, object_type, datatype, language, seq,
  nullif(metadata, '{}') as metadata, case when metadata <> '{}' then created_at end as created_at`

/** A page in order of arrival, after the given position. */
export async function listRows(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  after: Place,
  limit: number,
): Promise<LineRow[]> {
  const { rows } = await nextInOrder<LineRow>(LINE, isAmong({ tenant, workspace }, { after }), limit).execute(db)
  return rows
}
