// Statements go in here, many in one statement.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { PackedColumns } from './tables.ts'

interface Author {
  created_by: string
  now: Date
  seq: number
}

export interface Known {
  id: string
  context: string
}

/** Inserts what is new and merges what is known; answers what was known. No id may be there twice. */
export async function upsertStatements(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  columns: PackedColumns,
  { created_by, now, seq }: Author,
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
        updated_at = excluded.updated_at
      returning id, context, seq
    )
    select id, context from written where seq <> ${seq}::bigint`.execute(tx)
  return rows
}

/** A server does it by itself when a table has grown by this share. */
const GROWN_SHARE = 0.1

/**
 * Lets the planner learn what the table is like, where so many new rows are more than it knows of. A server does that by
 * itself after a while, the embedded database never; until then it takes every workspace for one row, and any index that
 * begins with it for a good one.
 */
export const analyzeStatements = async (db: Db<Tables>, grownBy: number): Promise<void> => {
  const { rows } = await sql<{ known: number }>`
    select reltuples::float8 as known from pg_class where oid = 'graph.statements'::regclass`.execute(db)
  if (rows[0]!.known * GROWN_SHARE < grownBy) await sql`analyze graph.statements`.execute(db)
}
