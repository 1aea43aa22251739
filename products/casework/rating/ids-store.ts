// Finds the name for an artifact id. Ids are hashes, so the ids of all names in lists are stored.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface NamedRow {
  type: string
  key: string
}

export const findById = (db: Db<Tables>, pack: string, id: string): Promise<NamedRow | undefined> =>
  db
    .selectFrom('casework.artifact_ids')
    .select(['type', 'key'])
    .where('id', '=', id)
    .where('pack_id', '=', pack)
    .executeTakeFirst()

/** Those of these entries whose ids have not been stored yet. */
export async function listUnentered(db: Db<Tables>, entries: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select e.id from unnest(${textArray(entries)}::text[]) as e(id)
    where not exists (select from casework.artifact_id_entries a where a.entry_id = e.id) order by e.id`.execute(db)
  return rows.map(({ id }) => id)
}

/** The artifacts of the entry and their successors, in pages. */
export async function listNames(
  db: Db<Tables>,
  entry: string,
  after: NamedRow | undefined,
  limit: number,
): Promise<NamedRow[]> {
  const { rows } = await sql<NamedRow>`
    select n.type, n.key from (
      select type, key from casework.facts where entry_id = ${entry}
      union select successor_type, successor_key from casework.successors where entry_id = ${entry}
    ) n
    where (n.type, n.key) > (${after?.type ?? ''}, ${after?.key ?? ''})
    order by n.type, n.key limit ${limit}`.execute(db)
  return rows
}

export async function insertIds(
  db: Db<Tables>,
  pack: string,
  rows: readonly (NamedRow & { id: string })[],
): Promise<void> {
  await sql`insert into casework.artifact_ids (id, pack_id, type, key)
    select n.id, ${pack}, n.type, n.key from unnest(
      ${textArray(rows.map(({ id }) => id))}::text[], ${textArray(rows.map(({ type }) => type))}::text[],
      ${textArray(rows.map(({ key }) => key))}::text[]) as n(id, type, key)
    on conflict (id) do nothing`.execute(db)
}

export async function insertEntered(db: Db<Tables>, entry: string): Promise<void> {
  await sql`insert into casework.artifact_id_entries (entry_id)
    select id from casework.entries where id = ${entry} on conflict (entry_id) do nothing`.execute(db)
}
