// The SQL for the statements that a validation reads: those of one context with the predicates of its shapes.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { isAmong, nextInOrder, type Place } from '../statements/lookup-store.ts'
import type { StatementRow, Tables } from '../tables.ts'
import type { Home } from './store.ts'

export type DataRow = Pick<
  StatementRow,
  'id' | 'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language' | 'seq'
>

/** Optional filters: by predicate, and by the time of the last assertion. */
export interface DataFilter {
  predicates: readonly string[] | undefined
  since?: Date
}

const COLUMNS = sql`id, subject, predicate, object, object_type, datatype, language, seq`

/** A page in order of arrival, after the given position. */
export async function listData(
  db: Db<Tables>,
  { tenant, workspace, context }: Home,
  { predicates, since }: DataFilter,
  after: Place,
  limit: number,
): Promise<DataRow[]> {
  const condition = sql`
    ${isAmong({ tenant, workspace }, { after })} and context = ${context}
    ${predicates ? sql`and predicate = any(${predicates}::text[])` : sql``}
    ${since ? sql`and updated_at >= ${since}` : sql``}`
  const { rows } = await nextInOrder<DataRow>(COLUMNS, condition, limit).execute(db)
  return rows
}
