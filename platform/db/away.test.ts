// Tests against a database that is unreachable, in each of the ways in which that happens.
import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { tmpdir } from 'node:os'
import { type TestContext, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openLog } from '../log.ts'
import { testDatabase, testDatabaseUrl } from '../testing/db.ts'
import { openWire, type Wire } from '../testing/faults.ts'
import { databaseTrouble } from './failures.ts'
import { type Database, openDatabase } from './open.ts'
import { transact } from './transact.ts'

const skip = !testDatabaseUrl() && 'the embedded database is part of the process'
const log = openLog('silent')

async function open(t: TestContext, url: URL, pool = 3, now = () => new Date()): Promise<Database> {
  const settings = { url: url.href, pool, statementTimeoutMs: 15_000, prepare: true }
  const database = await openDatabase({ dataDir: tmpdir(), database: settings }, log, { now })
  t.after(() => database.close())
  database.heartbeat!.start()
  await sql`select 1`.execute(database.db)
  return database
}

async function openByWire(t: TestContext, pool?: number): Promise<Database & { wire: Wire }> {
  const url = new URL(testDatabaseUrl()!)
  const wire = await openWire({ host: url.hostname, port: Number(url.port) })
  // Runs before the database is closed, so that it can close its connections cleanly.
  t.after(() => wire.restore())
  url.host = `127.0.0.1:${wire.port}`
  return { ...(await open(t, url, pool)), wire }
}

const asksFor = (db: Database['db'], ms: number) =>
  transact(db, async (tx) => void (await sql`select pg_sleep(${ms / 1000})`.execute(tx)))

async function until(what: string, isSo: () => boolean, ms = 10_000): Promise<void> {
  for (const end = performance.now() + ms; !isSo(); await sleep(25))
    assert.ok(performance.now() < end, `not in time: ${what}`)
}

async function failureOf(work: Promise<unknown>): Promise<{ trouble: string | undefined; ms: number }> {
  const began = performance.now()
  const error = await work.then(
    () => assert.fail('it worked'),
    (failure: unknown) => failure,
  )
  return { trouble: databaseTrouble(error) ?? String(error), ms: performance.now() - began }
}

test('a hanging database fails running work within seconds and new work immediately, and recovers by itself', {
  skip,
}, async (t) => {
  const { db, heartbeat, wire } = await openByWire(t, 6)
  await Promise.all(Array.from({ length: 10 }, () => asksFor(db, 5)))
  wire.hold()
  const underWay = [asksFor(db, 1), sql`select 1`.execute(db), ...Array.from({ length: 8 }, () => asksFor(db, 1))]
  for (const { trouble, ms } of await Promise.all(underWay.map(failureOf)))
    assert.ok(trouble === 'away' && ms < 8_000, `${trouble} after ${ms} ms`)
  const late = await failureOf(asksFor(db, 1))
  assert.ok(late.trouble === 'away' && late.ms < 200, `${late.trouble} after ${late.ms} ms`)
  wire.restore()
  await until('it answers', () => heartbeat!.away() === undefined)
  await Promise.all(Array.from({ length: 10 }, () => asksFor(db, 5)))
})

test('a request that cannot get another connection waits for an open one', { skip }, async (t) => {
  const { db, pool, heartbeat, wire } = await openByWire(t, 3)
  await asksFor(db, 1)
  wire.refuse()
  const before = pool.liveCount
  assert.ok(before < 3)
  await Promise.all(Array.from({ length: 20 }, () => asksFor(db, 20)))
  assert.ok(pool.sinceRefusal < 5_000)
  assert.equal(heartbeat!.away(), undefined)
  wire.restore()
  await sleep(1_200)
  await Promise.all(Array.from({ length: 3 }, () => asksFor(db, 100)))
  assert.equal(pool.liveCount, 3)
})

test('calls wait for a server that refuses all connections, but only briefly', { skip }, async (t) => {
  const { db, pool, wire } = await openByWire(t, 2)
  pool.cut(new Error('the test starts without connections'))
  await until('no connection is left', () => pool.liveCount === 0)
  wire.refuse()
  const soon = asksFor(db, 1)
  await sleep(600)
  wire.restore()
  await soon
  pool.cut(new Error('and again'))
  await until('no connection is left', () => pool.liveCount === 0)
  wire.refuse()
  const { trouble, ms } = await failureOf(asksFor(db, 1))
  assert.ok(trouble === 'crowded' && ms > 1_500 && ms < 4_000, `${trouble} after ${ms} ms`)
})

test('callers share the connection limit of a real PostgreSQL, and no one fails', { skip }, async (t) => {
  const admin = await testDatabase()
  const role = `few_${randomBytes(6).toString('hex')}`
  // The role needs a limit because superusers have none. The heartbeat needs one connection; the pool, or opening the
  // database, gets the others.
  await sql`create role ${sql.id(role)} login password 'few' connection limit 3`.execute(admin.db)
  const url = new URL(testDatabaseUrl()!)
  Object.assign(url, { username: role, password: 'few' })
  const database = await open(t, url, 8)
  await Promise.all(Array.from({ length: 20 }, () => asksFor(database.db, 5)))
  assert.equal(database.heartbeat!.away(), undefined)
  assert.ok(database.pool.liveCount <= 3)
})

test('the clock of the database is compared with the local clock', { skip }, async (t) => {
  const hour = 3_600_000
  const url = new URL(testDatabaseUrl()!)
  for (const off of [0, hour, -hour]) {
    const { heartbeat } = await open(t, url, 2, () => new Date(Date.now() + off))
    await until('it has answered', () => heartbeat!.clockAhead() !== undefined)
    assert.ok(Math.abs(heartbeat!.clockAhead()! + off) < 5_000)
  }
})
