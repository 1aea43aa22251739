// Finds artifacts by names that may be misspelled.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

/** Artifacts with one of these names, given in lower case. */
export async function findNamed(
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly string[],
  limit: number,
): Promise<readonly { type: string; name: string }[]> {
  const { rows } = await sql<{ type: string; name: string }>`
    select distinct f.type, f.key as name from casework.facts f
    where lower(f.key) = any(${textArray(names)}::text[]) and f.entry_id = any(${textArray(entries)}::text[])
    order by f.key, f.type limit ${limit}`.execute(db)
  return rows
}
