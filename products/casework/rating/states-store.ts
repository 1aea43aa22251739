// SQL for what whole lists say about their things, grouped by identical statements.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { FactRow } from '../model/tables.ts'
import type { Tables } from '../tables.ts'

export interface StateGroup extends Pick<FactRow, 'type' | 'state' | 'successor_kind' | 'labels' | 'attributes'> {
  /** The position of the list among the requested ones, from 1. */
  list: number
  /** All things with this statement. */
  keys: string[]
}

/** Tens of thousands of things per list become a few hundred rows. */
export async function listStateGroups(db: Db<Tables>, entries: readonly string[]): Promise<readonly StateGroup[]> {
  const lists = sql`${textArray(entries)}::text[]`
  const { rows } = await sql<StateGroup>`
    select array_position(${lists}, f.entry_id) as list, f.type, f.state, f.successor_kind, f.labels, f.attributes,
      json_agg(f.key) as keys
    from casework.facts f where f.entry_id = any(${lists})
    group by f.entry_id, f.type, f.state, f.successor_kind, f.labels, f.attributes
    order by 1, 2, 3, 4`.execute(db)
  return rows
}

export interface StateCount extends Pick<FactRow, 'entry_id' | 'type' | 'state'> {
  count: number
}

/** Number of things by list, type and state. */
export async function countStates(db: Db<Tables>, entries: readonly string[]): Promise<readonly StateCount[]> {
  const { rows } = await sql<StateCount>`
    select f.entry_id, f.type, f.state, count(*)::int as count
    from casework.facts f where f.entry_id = any(${textArray(entries)}::text[])
    group by f.entry_id, f.type, f.state order by 1, 4 desc, 2, 3`.execute(db)
  return rows
}
