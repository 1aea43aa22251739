// The SQL of related artifacts: predecessors, and artifacts in the same container.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

interface Name {
  type: string
  name: string
}

export async function listPredecessors(
  db: Db<Tables>,
  entries: readonly string[],
  { type, name }: Name,
  limit: number,
): Promise<Name[]> {
  const { rows } = await sql<Name>`
    select distinct s.type, s.key as name from casework.successors s
    where s.successor_key = ${name} and s.successor_type = ${type} and s.entry_id = any(${textArray(entries)}::text[])
    order by s.key, s.type limit ${limit}`.execute(db)
  return rows
}

/** The number of predecessors of each artifact, by short form. */
export async function countPredecessors(
  db: Db<Tables>,
  entries: readonly string[],
  names: readonly Name[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ form: string; count: number }>`
    select n.type || ':' || n.key as form, count(distinct s.type || ':' || s.key)::int as count
    from unnest(${textArray(names.map(({ type }) => type))}::text[], ${textArray(names.map(({ name }) => name))}::text[]) as n(type, key)
    join casework.successors s on s.successor_key = n.key and s.successor_type = n.type
    where s.entry_id = any(${textArray(entries)}::text[]) group by 1`.execute(db)
  return new Map(rows.map(({ form, count }) => [form, count]))
}

export async function listSiblings(
  db: Db<Tables>,
  entries: readonly string[],
  container: Name,
  limit: number,
): Promise<Name[]> {
  const { rows } = await sql<Name>`
    select distinct f.type, f.key as name from casework.facts f
    where f.container_name = ${container.name} and f.container_type = ${container.type}
      and f.entry_id = any(${textArray(entries)}::text[])
    order by f.key, f.type limit ${limit}`.execute(db)
  return rows
}
