// The SQL of traversals: predecessors from lists, and documents that mention artifacts.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import { isVisible, type Visible } from '../documents/store.ts'
import type { SuccessorRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

/** Limits one level; a larger picture would be unreadable. */
const LIMIT = 20_000

export async function listPredecessors(
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly { type: string; name: string }[],
): Promise<readonly SuccessorRow[]> {
  if (names.length === 0 || entries.length === 0) return []
  const { rows } = await sql<SuccessorRow>`
    select s.entry_id, s.type, s.key, s.place, s.successor_type, s.successor_key
    from unnest(${textArray(names.map(({ type }) => type))}::text[], ${textArray(names.map(({ name }) => name))}::text[])
      as n(type, key)
    join casework.successors s on s.successor_key = n.key and s.successor_type = n.type
    where s.entry_id = any(${textArray(entries)}::text[])
    order by s.key, s.type, s.place limit ${LIMIT}`.execute(db)
  return rows
}

export interface Mention {
  id: string
  title: string
  source_id: string
  /** In lower case. */
  name: string
}

const MAX_DOCUMENTS = 2_000

/** Current documents that mention any of these names, given in lower case. */
export async function listMentions(db: Db<Tables>, visible: Visible, names: readonly string[]): Promise<Mention[]> {
  if (names.length === 0) return []
  const { rows } = await sql<Mention>`
    select d.id, d.title, d.source_id, n.name from unnest(${textArray(names)}::text[]) as n(name)
    join casework.documents d on d.names @> array[n.name]
    where ${isVisible('d', visible)} and exists (select from casework.passages p where p.document_id = d.id)
    order by d.id, n.name limit ${MAX_DOCUMENTS}`.execute(db)
  return rows
}

/** All names in these documents, whether a list knows them or not. */
export async function listMentioned(db: Db<Tables>, visible: Visible, ids: readonly string[]): Promise<Mention[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<Mention>`
    select d.id, d.title, d.source_id, unnest(d.names) as name from casework.documents d
    where ${isVisible('d', visible)} and d.id = any(${textArray(ids)}::text[])
    order by d.id, name limit ${LIMIT}`.execute(db)
  return rows
}
