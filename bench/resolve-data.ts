// Lists as long as real ones instead of the sample: 40,000 things of one release and 8,000 classic ones.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'

const THINGS = 40_000
const CLASSIC = 8_000
/** One of this many things has a successor, which is the next thing. */
const FOLLOWED = 20

export const thingName = (number: number): string => `BENCH_${String(number).padStart(6, '0')}`

/** Returns the entry of the release list. */
export async function fillLists(db: Db): Promise<string> {
  const release = await entryOf(db, 'pce-2023-3')
  await insertFacts(db, release, 'release', THINGS, 'released')
  await insertFacts(db, await entryOf(db, 'classic'), 'classification', CLASSIC, 'classicAPI')
  await sql`insert into casework.successors (entry_id, type, key, place, successor_type, successor_key)
    select ${release}, 'TABL', 'BENCH_' || lpad(n::text, 6, '0'), 0, 'TABL', 'BENCH_' || lpad((n + 1)::text, 6, '0')
    from generate_series(0, ${THINGS - 2}, ${FOLLOWED}) n`.execute(db)
  await sql`analyze`.execute(db)
  return release
}

async function entryOf(db: Db, list: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select id from casework.entries where list_id = ${list} and is_current and space = 'shared'`.execute(db)
  return rows[0]!.id
}

const insertFacts = (db: Db, entry: string, role: string, count: number, state: string) =>
  sql`insert into casework.facts (entry_id, type, key, role, state, successor_kind, component, software_component, pointer)
    select ${entry}, 'TABL', 'BENCH_' || lpad(n::text, 6, '0'), ${role},
      case when n % ${FOLLOWED} = 0 and ${role} = 'release' then 'notToBeReleased' else ${state} end,
      case when n % ${FOLLOWED} = 0 and ${role} = 'release' then 'oneObject' else '' end, 'SD-SLS', 'S4CORE', '/rows/' || n
    from generate_series(0, ${count - 1}) n`.execute(db)
