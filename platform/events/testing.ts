// Helpers for tests with several processes: a second connection to the test database, and a caller.
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { sql } from 'kysely'
import { type Caller, systemCaller } from '../caller.ts'
import { type Database, openDatabase } from '../db/open.ts'
import { openLog } from '../log.ts'

/** Why tests with several processes are skipped on the embedded database. */
export const onePerFolder = (database: Database): string | false =>
  database.kind === 'embedded' && 'the embedded database serves one process'

/** Application name of the connections of a second database, for tests that drop them. */
export const SECOND = 'veritrace-second'

/** Simulates another process: a separate pool and LISTEN connection. PostgreSQL only. */
export function secondDatabase(database: Database): Promise<Database> {
  const url = new URL(database.pool.options.connectionString!)
  url.searchParams.set('application_name', SECOND)
  return openOn(url.href)
}

export async function openOn(url: string): Promise<Database> {
  const settings = { url, pool: 5, statementTimeoutMs: 15_000, prepare: true }
  const database = await openDatabase({ dataDir: tmpdir(), database: settings }, openLog('silent'))
  // Kysely ends a pool only if it has been used.
  await sql`select 1`.execute(database.db)
  return database
}

/** A caller with a new tenant. */
export function testCaller(): Caller {
  const tenant = `t_${randomBytes(6).toString('hex')}`
  return { ...systemCaller(tenant, tenant), ip: '192.0.2.7', userAgent: 'test', requestId: 'req_1' }
}
