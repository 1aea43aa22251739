// The SQL for statements about given nodes.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { at, type Within } from '../search/store.ts'
import type { StatementRow, Tables } from '../tables.ts'

export type AboutRow = Pick<
  StatementRow,
  'id' | 'context' | 'subject' | 'predicate' | 'object' | 'object_type' | 'metadata'
>

/** Statements from and to the nodes, with a limit per node and direction, oldest first. */
export async function listAbout(
  db: Db<Tables>,
  within: Within,
  nodes: readonly string[],
  { out, into }: { out: number; into: number },
): Promise<AboutRow[]> {
  if (nodes.length === 0) return []
  const side = (column: 'subject' | 'object', most: number) => sql`
    select about.id, context, subject, predicate, object, object_type, metadata, seq
    from unnest(${nodes}::text[]) wanted (node) cross join lateral (
      select id, context, subject, predicate, left(object, 4000) as object, object_type, metadata, seq
      from graph.statements
      where ${at(within, column, sql`wanted.node`)} ${column === 'object' ? sql`and object_type <> 'literal'` : sql``}
      order by seq, id limit ${most}
    ) about`
  const { rows } = await sql<AboutRow>`
    select distinct id, context, subject, predicate, object, object_type, metadata, seq
    from (${side('subject', out)} union all ${side('object', into)}) about order by seq, id`.execute(db)
  return rows
}
