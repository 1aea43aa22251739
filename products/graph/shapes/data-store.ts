// The statements that a validation reads: those of one context, and of the predicates that its shapes look at.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { StatementRow, Tables } from '../tables.ts'
import type { Home } from './store.ts'

export type DataRow = Pick<
  StatementRow,
  'id' | 'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language' | 'seq'
>

/** Only those of the predicates, and only what was said since the moment, where there are such. */
export interface Looked {
  predicates: readonly string[] | undefined
  since?: Date
}

/** In the order of their arrival, after the given place. */
export async function listData(
  db: Db<Tables>,
  { tenant, workspace, context }: Home,
  { predicates, since }: Looked,
  after: { seq: number; id: string },
  limit: number,
): Promise<DataRow[]> {
  const { rows } = await sql<DataRow>`
    select id, subject, predicate, object, object_type, datatype, language, seq
    from graph.statements
    where tenant_id = ${tenant} and workspace_id = ${workspace} and context = ${context}
      and (seq, id) > (${after.seq}::bigint, ${after.id})
      ${predicates ? sql`and predicate = any(${predicates}::text[])` : sql``}
      ${since ? sql`and updated_at >= ${since}` : sql``}
    order by seq, id limit ${limit}`.execute(db)
  return rows
}
