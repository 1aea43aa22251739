// SQL that inserts many statements at a time.
import { canCopy, copyRows } from '@veritrace/platform/db/copy'
import type { Db } from '@veritrace/platform/db/db'
import { breaksUnique, waitedTooLong } from '@veritrace/platform/db/failures'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { hasId } from './lookup-store.ts'
import type { Common, PackedColumns } from './tables.ts'

export interface Known {
  id: string
  context: string
}

/** Inserts new statements and merges existing ones; returns those that existed. Ids must be distinct. */
export async function upsertStatements(
  tx: Db<Tables>,
  columns: PackedColumns,
  { tenant, workspace, created_by, now, seq }: Common,
): Promise<Known[]> {
  const { rows } = await sql<Known>`
    with written as (
      insert into graph.statements as known (tenant_id, workspace_id, id, context, subject, predicate, object,
        object_type, datatype, language, metadata, assertions, seq, created_at, updated_at, created_by)
      select ${tenant}, ${workspace}, new.id, new.context, new.subject, new.predicate, new.object,
        new.object_type, new.datatype, new.language, coalesce(new.metadata::jsonb, '{}'), coalesce(new.assertions, 1),
        ${seq}::bigint, ${now}::timestamptz, ${now}::timestamptz, ${created_by}
      from unnest(${columns.id}::text[], ${columns.context}::text[], ${columns.subject}::text[],
        ${columns.predicate}::text[], ${columns.object}::text[], ${columns.object_type}::text[],
        ${columns.datatype}::text[], ${columns.language}::text[], ${columns.metadata}::text[],
        ${columns.assertions}::int[])
        as new (id, context, subject, predicate, object, object_type, datatype, language, metadata, assertions)
      on conflict (tenant_id, workspace_id, id) do update set
        metadata = known.metadata || excluded.metadata,
        assertions = known.assertions + excluded.assertions,
        updated_at = greatest(known.updated_at, excluded.updated_at)
      returning id, context, seq
    )
    select id, context from written where seq <> ${seq}::bigint`.execute(tx)
  return rows
}

const KEY = 'statements_pkey'

export const supportsCopy = (tx: Db<Tables>): boolean => canCopy(tx)

/** Inserts statements as bytes (copy-bytes.ts); wide ones have metadata and assertions. Fails if one exists. */
export const copyStatements = (tx: Db<Tables>, bytes: Uint8Array, isWide: boolean): Promise<void> =>
  copyRows(
    tx,
    `graph.statements (tenant_id, workspace_id, seq, created_at, updated_at, created_by, id, context, subject, predicate,
      object, object_type, datatype, language${isWide ? ', metadata, assertions' : ''})`,
    bytes,
  )

/** Like `copyStatements`, but if a statement exists it changes nothing and returns false. */
export async function copyIfNew(tx: Db<Tables>, bytes: Uint8Array, isWide: boolean): Promise<boolean> {
  await sql`savepoint before_copy`.execute(tx)
  try {
    await copyStatements(tx, bytes, isWide)
  } catch (error) {
    if (!breaksUnique(error, KEY)) throw error
    await sql`rollback to savepoint before_copy`.execute(tx)
    return false
  }
  await sql`release savepoint before_copy`.execute(tx)
  return true
}

/** Limits every lock wait until the transaction ends or `resetLockTimeout` is called. */
export const setLockTimeout = async (tx: Db<Tables>, ms: number): Promise<void> =>
  void (await sql`select set_config('lock_timeout', ${String(ms)}, true)`.execute(tx))

export const resetLockTimeout = async (tx: Db<Tables>): Promise<void> =>
  void (await sql`set local lock_timeout to default`.execute(tx))

/** True for a duplicate key or a lock timeout. */
export const isConflict = (error: unknown): boolean => waitedTooLong(error) || breaksUnique(error, KEY)

/** The existing ones of these ids. */
export async function listKnown(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from graph.statements
    where ${hasId(sql`any(${textArray(ids)}::text[])`, { tenant, workspace })}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** A PostgreSQL server analyzes a table by itself when it has grown by this share. */
const GROWN_SHARE = 0.1

/**
 * Updates the planner's statistics if the table has grown much. A server does that by itself after a while, the
 * embedded database never; until then the planner assumes one row per workspace and accepts any index that starts with
 * it.
 */
export const analyzeStatements = async (db: Db<Tables>, grownBy: number): Promise<void> => {
  const { rows } = await sql<{ known: number }>`
    select reltuples::float8 as known from pg_class where oid = 'graph.statements'::regclass`.execute(db)
  if (rows[0]!.known * GROWN_SHARE < grownBy) await sql`analyze graph.statements`.execute(db)
}
