// The SQL of contexts that are replaced.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { LineRow } from '../statements/store.ts'
import type { Tables } from '../tables.ts'

export interface ContextPlace {
  tenant: string
  workspace: string
  context: string
}

/** From now on the context is read in the one of that name; null for in itself. */
export async function updateStandIn(
  tx: Db<Tables>,
  { tenant, workspace, context }: ContextPlace,
  readIn: string | null,
  now: Date,
): Promise<void> {
  await sql`
    insert into graph.contexts as known (tenant_id, workspace_id, context, last_write_at, read_in)
    values (${tenant}, ${workspace}, ${context}, ${now}, ${readIn})
    on conflict (tenant_id, workspace_id, context) do update set read_in = excluded.read_in`.execute(tx)
}

type Row = LineRow & { updated_at: Date }

/** How many statements of a workspace are looked at for one page of a context: there is no index of contexts. */
const LOOKED_AT = 5_000

/**
 * Statements of a context, or those that were last said before a moment, in the order of their arrival, page by page. A page is
 * short where the workspace has much else; no transaction is held between two.
 */
export async function* pagesOfContext(
  db: Db<Tables>,
  { tenant, workspace, context }: ContextPlace,
  before?: Date,
): AsyncGenerator<LineRow[]> {
  let after = { seq: 0, id: '' }
  for (;;) {
    const { rows } = await sql<Row>`
      with page as materialized (
        select id, context, subject, predicate, object, object_type, datatype, language, seq, metadata, created_at,
          updated_at
        from graph.statements
        where tenant_id = ${tenant} and workspace_id = ${workspace} and (seq, id) > (${after.seq}::bigint, ${after.id})
        order by seq, id limit ${LOOKED_AT})
      select * from (
        select id, context, subject, predicate, object, object_type, datatype, language, seq, metadata, created_at,
          updated_at from page where context = ${context} ${before ? sql`and updated_at < ${before}` : sql``}
        union
        (select id, context, '', '', '', 'iri', null, null, seq, '{}'::jsonb, created_at, updated_at from page
          order by seq desc, id desc limit 1)) found
      order by seq, id, subject`.execute(db)
    const last = rows.at(-1)
    if (!last) return
    const own = rows.filter(({ subject }) => subject !== '')
    if (own.length > 0) yield own
    after = last
  }
}
