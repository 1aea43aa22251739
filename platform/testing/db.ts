// The test database, shared by the whole process. Tests are isolated by tenant.
import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { systemClock } from '../clock.ts'
import { type MigrationFolder, migrate } from '../db/migrate.ts'
import type { Database } from '../db/open.ts'
import { openMigrated } from '../db/open-migrated.ts'
import { isInTransaction } from '../db/transact.ts'
import { openJobs } from '../jobs/open.ts'
import { openLog } from '../log.ts'
import { atEnd } from './at-end.ts'
import { testFolder } from './folder.ts'
import { learnTenants, tenantCheckHook } from './tenant-isolation/around-tests.ts'

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
  // Serialized, because waiting for the migration lock occupies a connection.
  const mine = turn.then(() => migrateFresh(database, rooms))
  turn = mine.catch(() => {})
  await mine
  return database
}

async function migrateFresh(database: Database, rooms: readonly MigrationFolder[]): Promise<void> {
  const fresh = rooms.filter(({ room }) => !migrated.has(room))
  if (fresh.length === 0) return
  await database.patiently((own) => migrate(own, fresh))
  if (testDatabaseUrl()) await learnTenants(database)
  for (const { room } of fresh) migrated.add(room)
}

async function openShared(): Promise<Database> {
  const url = testDatabaseUrl() && (await makeDatabase())
  const { database } = await openMigrated(
    { dataDir: testFolder(), database: { url, pool: 20, statementTimeoutMs: 15_000, prepare: true } },
    openLog('silent'),
    [],
    { taking: refuseOutside, ...(url && tenantCheckHook) },
  )
  if (url) await learnTenants(database)
  return database
}

/**
 * On the embedded database, with its single connection, this would deadlock; PostgreSQL would allow it, so tests there
 * would miss it.
 */
function refuseOutside(): void {
  if (isInTransaction()) throw new Error('A query inside a transaction does not use `tx`.')
}

/** Creates an empty database on the test server. Returns its URL. */
export const makeDatabase = (): Promise<string> => create('')

const migratedOnce = new Map<string, Promise<string>>()

/** Creates a database with the tables of these rooms and an empty queue, by copying a template. */
export async function makeMigrated(rooms: readonly MigrationFolder[]): Promise<string> {
  const key = rooms.map(({ room }) => room).join()
  const original = migratedOnce.get(key) ?? migrateOnce(rooms)
  migratedOnce.set(key, original)
  return create(`template ${nameIn(await original)} strategy file_copy`)
}

/** Settings that give a server a separate database. The embedded database is in the server's data folder. */
export async function ownDatabase(rooms: readonly MigrationFolder[]): Promise<Record<string, string>> {
  return testDatabaseUrl() ? { DATABASE_URL: await makeMigrated(rooms) } : {}
}

async function migrateOnce(rooms: readonly MigrationFolder[]): Promise<string> {
  const url = await makeDatabase()
  const options = { dataDir: testFolder(), database: { url, pool: 2, statementTimeoutMs: 15_000, prepare: true } }
  const log = openLog('silent')
  const { database } = await openMigrated(options, log, rooms)
  const jobs = await openJobs({ database, jobs: [], clock: systemClock, log })
  await jobs.stop()
  // PostgreSQL copies only databases without connections.
  await database.close()
  return url
}

const nameIn = (url: string): string => new URL(url).pathname.slice(1)

async function create(how: string): Promise<string> {
  const url = new URL(testDatabaseUrl()!)
  const name = `test_${randomBytes(6).toString('hex')}`
  const admin = new pg.Client({ connectionString: url.href })
  await admin.connect()
  await admin.query(`create database ${name} ${how}`)
  await admin.end()
  url.pathname = `/${name}`
  return url.href
}
