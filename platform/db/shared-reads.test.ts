import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openLog } from '../log.ts'
import { testDatabase, testDatabaseUrl } from '../testing/db.ts'
import { type Database, openDatabase } from './open.ts'
import { transact } from './transact.ts'

// The embedded database has one connection, so it has no shared reads.
const skip = testDatabaseUrl() ? false : 'only PostgreSQL has more than one connection'
let database: Database
before(async () => {
  if (skip) return
  const url = (await testDatabase()).pool.options.connectionString
  const settings = { url, pool: 6, prepare: true, statementTimeoutMs: 15_000 }
  database = await openDatabase({ dataDir: '', database: settings }, openLog('silent'))
})
after(() => database?.close())

const backend = async (db: Database['db']): Promise<number> =>
  (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(db)).rows[0]!.pid
const number = async (n: number): Promise<number> =>
  (await sql<{ n: number }>`select ${n}::int as n`.execute(database.db)).rows[0]!.n

/** The backend processes of the pool. */
const poolPids = (): number[] =>
  (database.pool as unknown as { _clients: { processID: number }[] })._clients.map(({ processID }) => processID)

test('reads outside transactions share two connections, and each gets its own answer', { skip }, async () => {
  // Two at a time, so that no read is slow enough to fall back to the pool, which also serves reads until both are
  // connected.
  const pids = new Set<number>()
  const shared = () => [...pids].filter((pid) => !poolPids().includes(pid)).length
  for (let i = 0; i < 10 || (i < 1_000 && shared() < 2); i++)
    for (const pid of await Promise.all([backend(database.db), backend(database.db)])) pids.add(pid)
  assert.equal(shared(), 2)
  const numbers = await Promise.all(Array.from({ length: 200 }, (_, n) => number(n)))
  assert.deepEqual(
    numbers,
    Array.from({ length: 200 }, (_, n) => n),
  )
})

test('a transaction has its own connection, from its first statement to its last', { skip }, async () => {
  const own = await transact(database.db, async (tx) => {
    const first = await backend(tx)
    const others = await Promise.all(Array.from({ length: 10 }, () => backend(database.db)))
    return { first, others, last: await backend(tx) }
  })
  assert.equal(own.first, own.last)
  assert.ok(poolPids().includes(own.first) && !own.others.includes(own.first))
})

test('a write uses a connection of the pool, because it may wait for a lock', { skip }, async () => {
  const { rows } = await sql<{ pid: number }>`
    with made as (select pg_backend_pid() as pid) select pid from made`.execute(database.db)
  assert.ok(poolPids().includes(rows[0]!.pid))
})

test('a failed read does not affect its neighbors', { skip }, async () => {
  const failing = () =>
    sql`select 1 / ${0}::int`.execute(database.db).then(
      () => 'done',
      (error: { code?: string }) => error.code,
    )
  const answers = await Promise.all([number(1), failing(), number(2), failing(), number(3)])
  assert.deepEqual(answers, [1, '22012', 2, '22012', 3])
})

test('a fast read does not wait for slow reads', { skip }, async () => {
  let slow = 2
  const slowReads = Array.from({ length: slow }, () =>
    sql`select pg_sleep(1.5)`.execute(database.db).then(() => slow--),
  )
  await new Promise((done) => setTimeout(done, 50))
  await Promise.all(Array.from({ length: 20 }, (_, n) => number(n)))
  assert.equal(slow, 2)
  await Promise.all(slowReads)
})

test('a lost shared connection is reopened', { skip }, async () => {
  const pids = await Promise.all(Array.from({ length: 10 }, () => backend(database.db)))
  const waiting = Promise.allSettled([sql`select pg_sleep(5)`.execute(database.db)])
  const lost = new Set(pids.filter((pid) => !poolPids().includes(pid)))
  for (const pid of lost) await database.pool.query('select pg_terminate_backend($1)', [pid])
  assert.equal((await waiting)[0]!.status, 'rejected')
  for (let tries = 0; ; tries++)
    try {
      const again = await Promise.all(Array.from({ length: 10 }, () => backend(database.db)))
      assert.ok(again.every((pid) => !lost.has(pid)))
      break
    } catch (error) {
      // The client may not have noticed yet that the connection has ended.
      if (tries > 20) throw error
      await new Promise((done) => setTimeout(done, 50))
    }
})
