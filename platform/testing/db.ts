// The database of the tests: one for the whole process. Tests keep apart by tenant.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type MigrationFolder, migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { openMigrated } from '../db/open-migrated.ts'
import { isInTransaction } from '../db/transact.ts'
import { openLog } from '../log.ts'
import { atEnd } from './at-end.ts'
import { testFolder } from './folder.ts'

/** Set by `npm test` for its second pass. */
export const testDatabaseUrl = (): string | undefined => process.env.TEST_DATABASE_URL

let shared: Promise<Database> | undefined
atEnd(async () => (await shared)?.close())
const migrated = new Set<string>()

let turn: Promise<unknown> = Promise.resolve()

/** Opened at the first call, closed when all tests are done. */
export async function testDatabase(rooms: readonly MigrationFolder[] = []): Promise<Database> {
  shared ??= openShared()
  const database = await shared
  // One after the other: who waits for the lock holds a connection.
  const mine = turn.then(() => migrateFresh(database, rooms))
  turn = mine.catch(() => {})
  await mine
  return database
}

async function migrateFresh({ db }: Database, rooms: readonly MigrationFolder[]): Promise<void> {
  const fresh = rooms.filter(({ room }) => !migrated.has(room))
  if (fresh.length > 0) await migrate(db, fresh)
  for (const { room } of fresh) migrated.add(room)
}

async function openShared(): Promise<Database> {
  const url = testDatabaseUrl() && (await makeDatabase())
  const { database } = await openMigrated(
    { dataDir: testFolder(), database: { url, pool: 20, statementTimeoutMs: 15_000, prepare: true } },
    openLog('silent'),
    [],
    { taking: refuseOutside },
  )
  return database
}

/** The embedded database has one connection and would wait for ever. PostgreSQL lets it pass, and the tests on it do not. */
function refuseOutside(): void {
  if (isInTransaction()) throw new Error('A query inside a transaction does not go through `tx`.')
}

/** A new, empty database on the test server; its URL. */
export async function makeDatabase(): Promise<string> {
  const url = new URL(testDatabaseUrl()!)
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}
