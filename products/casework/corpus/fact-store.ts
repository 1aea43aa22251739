// The SQL of facts and successors, written in bulk.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import { type Columns, EDGE_COLUMNS, FACT_COLUMNS } from './columns-store.ts'

/** Inserts one batch. The entry is not visible until it becomes current, so batches need no shared transaction. */
export async function insertFacts(db: Db<Tables>, entryId: string, role: string, columns: Columns): Promise<void> {
  await sql`insert into casework.facts (entry_id, role, ${names(FACT_COLUMNS)})
    select ${entryId}, ${role}, type, key, state, successor_kind, concept, container_type, container_name,
      software_component, component, pointer, labels::text[], attributes::jsonb
    from unnest(${arrays(columns.factColumns)}) as given (${names(FACT_COLUMNS)})`.execute(db)
  if (columns.edges === 0) return
  await sql`insert into casework.successors (entry_id, ${names(EDGE_COLUMNS)})
    select ${entryId}, type, key, place::int, successor_type, successor_key
    from unnest(${arrays(columns.edgeColumns)}) as given (${names(EDGE_COLUMNS)})`.execute(db)
}

const names = (columns: readonly string[]) => sql.join(columns.map((column) => sql.ref(column)))
const arrays = (columns: readonly string[]) => sql.join(columns.map((column) => sql`${column}::text[]`))

export async function deleteFacts(db: Db<Tables>, entryIds: readonly string[]): Promise<void> {
  await sql`delete from casework.successors where entry_id = any(${entryIds}::text[])`.execute(db)
  await sql`delete from casework.facts where entry_id = any(${entryIds}::text[])`.execute(db)
}

/** Counts the successors of an entry, and those that none of the given entries names. */
export async function countSuccessors(
  db: Db<Tables>,
  entryId: string,
  among: readonly string[],
): Promise<{ edges: number; unresolved: number }> {
  const { rows } = await sql<{ edges: number; unresolved: number }>`
    select count(*)::int as edges,
      count(*) filter (where not exists (
        select 1 from casework.facts fact
        where fact.key = edge.successor_key and fact.type = edge.successor_type and fact.entry_id = any(${among}::text[])
      ))::int as unresolved
    from casework.successors edge where edge.entry_id = ${entryId}`.execute(db)
  return rows[0]!
}

/** Updates planner statistics after a bulk insert; autovacuum would take up to a minute. */
export async function analyzeFacts(db: Db<Tables>): Promise<void> {
  await sql`analyze casework.facts`.execute(db)
  await sql`analyze casework.successors`.execute(db)
}
