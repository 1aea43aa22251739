// The SQL for literals with a common subject, predicate and context.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { StatementRow, Tables } from '../tables.ts'
import { isNode } from './lookup-store.ts'

export interface Place {
  context: string
  subject: string
  predicate: string
}

type Row = Place & Pick<StatementRow, 'object' | 'object_type' | 'datatype' | 'language'>

/** All literals with one of these combinations of context, subject and predicate. Each must be listed only once. */
export async function listLiterals(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  places: readonly Place[],
): Promise<Row[]> {
  const column = (name: keyof Place) => places.map((place) => place[name])
  const { rows } = await sql<Row>`
    select known.context, known.subject, known.predicate, known.object, known.object_type, known.datatype, known.language
    from unnest(${column('context')}::text[], ${column('subject')}::text[], ${column('predicate')}::text[])
      as place (context, subject, predicate)
    cross join lateral (
      select context, subject, predicate, object, object_type, datatype, language from graph.statements
      where ${isNode('subject', sql`place.subject`, { tenant, workspace })}
        and predicate = place.predicate and context = place.context and object_type = 'literal'
      offset 0
    ) known`.execute(db)
  return rows
}
