// For tests of what several processes do: a second door to the test database, and someone who acts.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../db/open.ts'
import { type Caller, systemCaller } from '../identity/caller.ts'
import { openLog } from '../log.ts'

/** Why tests of many processes are skipped where there can be only one. */
export const onePerFolder = (database: Database): string | false =>
  database.kind === 'embedded' && 'the embedded database serves one process'

/** Name of the connections of a second database, for tests that cut them. */
export const SECOND = 'veritrace-second'

/** What another process would have: its own pool and its own LISTEN connection. PostgreSQL only. */
export function secondDatabase(database: Database): Promise<Database> {
  const url = new URL(database.pool.options.connectionString!)
  url.searchParams.set('application_name', SECOND)
  return openOn(url.href)
}

export async function openOn(url: string): Promise<Database> {
  const settings = { url, pool: 5, statementTimeoutMs: 15_000, prepare: true }
  const database = await openDatabase({ dataDir: tmpdir(), database: settings }, openLog('silent'))
  // Kysely ends a pool only if it has used it.
  await sql`select 1`.execute(database.db)
  return database
}

/** Acts for a tenant of its own. */
export function someone(): Caller {
  const tenant = `t_${randomBytes(6).toString('hex')}`
  return { ...systemCaller(tenant, tenant), ip: '192.0.2.7', userAgent: 'test', requestId: 'req_1' }
}
