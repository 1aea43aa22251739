// The statements of one context, page by page, in the order of their arrival.
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

/** Small enough that writing a page out does not hold up other requests. */
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

/** As counted with every write; 0 for a context that was never written to. */
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

/** From here to its end the transaction sees one state; nothing may have been asked in it before. */
export const seeOneState = async (tx: Db<Tables>): Promise<void> => {
  await sql`set transaction isolation level repeatable read, read only`.execute(tx)
}
