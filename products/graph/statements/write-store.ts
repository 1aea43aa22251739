// Statements go in here, many in one statement.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { type RawBuilder, sql } from 'kysely'
import type { StatementRow, Tables } from '../tables.ts'

export type NewRow = Pick<
  StatementRow,
  'id' | 'context' | 'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language' | 'assertions'
> & { metadata: Record<string, unknown> }

interface Author {
  created_by: string
  now: Date
  seq: number
}

/** Inserts what is new and merges what is known; the ids of what was known. No id may be there twice. */
export async function upsertStatements(
  tx: Db<Tables>,
  tenant: string,
  workspace: string,
  rows: readonly NewRow[],
  author: Author,
): Promise<Set<string>> {
  // In the order of their ids two of the indexes grow at one place instead of everywhere.
  const sorted = rows.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  const { rows: known } = await sql<{ id: string }>`
    with written as (
      ${insertion(tenant, workspace, sorted, author)}
      on conflict (tenant_id, workspace_id, id) do update set
        metadata = known.metadata || excluded.metadata,
        assertions = known.assertions + excluded.assertions,
        updated_at = excluded.updated_at
      returning id, seq
    )
    select id from written where seq <> ${author.seq}::bigint`.execute(tx)
  return new Set(known.map(({ id }) => id))
}

function insertion(
  tenant: string,
  workspace: string,
  rows: readonly NewRow[],
  { created_by, now, seq }: Author,
): RawBuilder<unknown> {
  const column = (name: Exclude<keyof NewRow, 'metadata' | 'assertions'>) => textArray(rows.map((row) => row[name]))
  // Arrays that are too short are read as if they went on with nulls.
  const metadata = rows.some((row) => !isPlain(row)) ? rows.map((row) => JSON.stringify(row.metadata)) : []
  const assertions = rows.some((row) => row.assertions > 1) ? rows.map((row) => String(row.assertions)) : []
  return sql`
    insert into graph.statements as known (tenant_id, workspace_id, id, context, subject, predicate, object,
      object_type, datatype, language, metadata, assertions, seq, created_at, updated_at, created_by)
    select ${tenant}, ${workspace}, new.id, new.context, new.subject, new.predicate, new.object,
      new.object_type, new.datatype, new.language, coalesce(new.metadata::jsonb, '{}'), coalesce(new.assertions, 1),
      ${seq}::bigint, ${now}::timestamptz, ${now}::timestamptz, ${created_by}
    from unnest(${column('id')}::text[], ${column('context')}::text[], ${column('subject')}::text[],
      ${column('predicate')}::text[], ${column('object')}::text[], ${column('object_type')}::text[],
      ${column('datatype')}::text[], ${column('language')}::text[],
      ${textArray(metadata)}::text[], ${textArray(assertions)}::int[])
      as new (id, context, subject, predicate, object, object_type, datatype, language, metadata, assertions)`
}

const isPlain = ({ metadata }: NewRow): boolean => {
  for (const _ in metadata) return false
  return true
}

/**
 * Lets the planner learn what the table is like. A server does that by itself after a while, the embedded database never;
 * until then it takes every workspace for one row, and any index that begins with it for a good one.
 */
export const analyzeStatements = async (db: Db<Tables>): Promise<void> => {
  await sql`analyze graph.statements`.execute(db)
}
