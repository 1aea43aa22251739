// The cost of a call in database rows, by PostgreSQL's table statistics. Never time.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'

/** Rows by table: those read by scans, and the entries returned by index scans. */
export type Touched = ReadonlyMap<string, number>

/** The rows that `work` reads. The server has only one connection, so nothing else is counted. */
export async function touchedBy(db: Db, work: () => Promise<unknown>): Promise<Touched> {
  const before = await readCounters(db)
  await work()
  const after = await readCounters(db)
  const grown = [...after].map(([table, rows]) => [table, rows - (before.get(table) ?? 0)] as const)
  return new Map(grown.filter(([, rows]) => rows > 0))
}

async function readCounters(db: Db): Promise<Touched> {
  // Otherwise a connection reports its statistics only occasionally.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<{ name: string; rows: number }>`
    select t.schemaname || '.' || t.relname as name, seq_tup_read + coalesce(
      (select sum(idx_tup_read) from pg_stat_user_indexes i where i.relid = t.relid), 0) as rows
    from pg_stat_user_tables t where t.schemaname in ('platform', 'provenance', 'graph', 'casework')`.execute(db)
  return new Map(rows.map((row) => [row.name, row.rows]))
}
