// The statements of one context, page by page, in order of arrival.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { BEGINNING, isAmong, nextInOrder, type Place } from '../statements/lookup-store.ts'
import type { StatementRow, Tables } from '../tables.ts'

export type ContentRow = Pick<
  StatementRow,
  'id' | 'seq' | 'subject' | 'predicate' | 'object' | 'object_type' | 'datatype' | 'language'
>
export interface ContextPlace {
  tenant: string
  workspace: string
  context: string
}

/** Small enough that serializing a page does not block other requests. */
const ROWS_AT_ONCE = 1_000

const COLUMNS = sql`id, seq, subject, predicate, object, object_type, datatype, language`

export async function* pagesOf(db: Db<Tables>, { context, ...within }: ContextPlace) {
  let after: Place = BEGINNING
  for (;;) {
    const condition = sql`${isAmong(within, { after })} and context = ${context}`
    const { rows } = await nextInOrder<ContentRow>(COLUMNS, condition, ROWS_AT_ONCE).execute(db)
    if (rows.length > 0) yield rows
    if (rows.length < ROWS_AT_ONCE) return
    after = rows.at(-1)!
  }
}

/** The count maintained by every write; 0 for a context that was never written to. */
export async function countStatements(db: Db<Tables>, { tenant, workspace, context }: ContextPlace): Promise<number> {
  const row = await db
    .selectFrom('graph.contexts')
    .select('statements')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('context', '=', context)
    .executeTakeFirst()
  return row?.statements ?? 0
}

/** From here on the transaction sees a single snapshot. Must be its first statement. */
export const useSnapshot = async (tx: Db<Tables>): Promise<void> => {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}
