// How a real PostgreSQL fails: stopped statements and dropped connections.
import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { readConfig } from '../config/config.ts'
import { createHttp } from '../http/server.ts'
import { purgeTenants } from '../identity/tenancy/purge.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { testDatabase, testDatabaseUrl } from '../testing/db.ts'
import { isDatabaseDown } from './failures.ts'
import { migrate } from './migrate.ts'
import { openDatabase } from './open.ts'
import { transact } from './transact.ts'

const skip = !testDatabaseUrl() && 'the embedded database cannot stop a statement and has no connections to drop'
const log = openLog('silent')

/** A separate pool with short timeouts, and a function that drops all its connections. */
async function open(t: TestContext, pool = 3, statementTimeoutMs = 200) {
  const shared = await testDatabase()
  const name = newId('cut')
  const url = new URL(shared.pool.options.connectionString!)
  url.searchParams.set('application_name', name)
  const settings = { url: url.href, pool, statementTimeoutMs, prepare: true }
  const database = await openDatabase({ dataDir: tmpdir(), database: settings }, log)
  t.after(() => database.close())
  const cut = () =>
    sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = ${name}`.execute(shared.db)
  return { ...database, cut }
}
const answers = (db: Parameters<typeof transact>[0], count: number) =>
  Promise.all(
    Array.from(
      { length: count },
      async (_, i) => (await sql<{ n: number }>`select ${i}::int as n`.execute(db)).rows[0]!.n,
    ),
  )

test('a full disk is reported as such, and not as an error of the caller or the server', async (t) => {
  const app = await createHttp(readConfig([], {}), log)
  t.after(() => app.close())
  const said = 'could not extend file "base/5/16384": No space left on device'
  const failures = [
    Object.assign(new Error(said), { code: '53100' }),
    // The code that the embedded database uses.
    Object.assign(new Error(said), { code: '58030' }),
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
  ]
  app.get<{ Params: { n: string } }>('/full/:n', async ({ params }) => {
    throw failures[Number(params.n)]
  })
  for (const n of failures.keys()) {
    const answer = await app.inject(`/full/${n}`)
    assert.deepEqual([answer.statusCode, answer.json().code], [503, 'storage_full'])
    assert.ok(answer.headers['retry-after'])
    assert.doesNotMatch(answer.body, /space|base\/5/)
  }
})

test('a statement that runs too long is stopped, and its connection remains usable', { skip }, async (t) => {
  const { db } = await open(t, 1)
  const began = performance.now()
  await assert.rejects(sql`select pg_sleep(20)`.execute(db), { code: '57014' })
  const took = performance.now() - began
  assert.ok(took >= 190 && took < 15_000, `${took} ms`)
  assert.deepEqual(await answers(db, 3), [0, 1, 2])
})

test('a process that waits for migrations of another process does not time out', { skip }, async (t) => {
  const [first, second] = [await open(t), await open(t)]
  const began = Promise.withResolvers<void>()
  const holding = first.patiently((own) =>
    transact(own, async (tx) => {
      await sql`lock table platform.migrations_lock`.execute(tx)
      began.resolve()
      await sql`select pg_sleep(0.6)`.execute(tx)
    }),
  )
  await began.promise
  assert.deepEqual(await second.patiently((own) => migrate(own, [])), [])
  await holding
})

test('deleting the audit log of a tenant may take longer than the statement timeout', { skip }, async (t) => {
  // The other deletions fit into the statement timeout, even under load.
  const [patient, other] = [await open(t, 3, 1_000), await testDatabase()]
  const tenant = newId('t')
  await sql`insert into platform.tenants (id, customer_id, display_name, deleted_at)
    values (${tenant}, ${tenant}, 'Leaving', '2020-01-01')`.execute(other.db)
  await sql`insert into platform.audit_heads (tenant_id, sequence, hash) values (${tenant}, 1, 'x')`.execute(other.db)
  const began = Promise.withResolvers<void>()
  // Longer than the statement timeout and the driver's own timeout.
  const holding = transact(other.db, async (tx) => {
    await sql`select 1 from platform.audit_heads where tenant_id = ${tenant} for update`.execute(tx)
    began.resolve()
    await sql`select pg_sleep(3.5)`.execute(tx)
  })
  await began.promise
  const clock = { now: () => new Date('2020-03-01') }
  await purgeTenants({ database: patient, db: patient.db, clock, blobs: { delete: async () => {} } })
  await holding
  const { rows } = await sql<{ purged: boolean }>`
    select purged_at is not null as purged from platform.tenants where id = ${tenant}`.execute(other.db)
  assert.deepEqual(rows, [{ purged: true }])
})

test('the error response does not contain the statement', { skip }, async (t) => {
  const { db } = await open(t, 1)
  const app = await createHttp(readConfig([], {}), log)
  t.after(() => app.close())
  app.get('/slow', async () => sql`select pg_sleep(20) as secret_column`.execute(db))
  const answer = await app.inject('/slow')
  assert.deepEqual([answer.statusCode, answer.json().code], [503, 'unavailable'])
  assert.match(answer.json().detail, /^The request took too long/)
  assert.doesNotMatch(answer.body, /pg_sleep|secret_column|statement|57014/)
})

test('a transaction whose statement was stopped leaves nothing', { skip }, async (t) => {
  const { db } = await open(t, 1)
  const name = newId('stopped')
  const failing = transact(db, async (tx) => {
    await sql`insert into platform.keyring (name, value) values (${name}, 'x')`.execute(tx)
    await sql`select pg_sleep(20)`.execute(tx)
  })
  await assert.rejects(failing, { code: '57014' })
  const { rows } = await sql`select 1 from platform.keyring where name = ${name}`.execute(db)
  assert.equal(rows.length, 0)
})

test('the pool replaces idle connections that were dropped', { skip }, async (t) => {
  const { db, pool, cut } = await open(t)
  await answers(db, 20)
  assert.ok(pool.totalCount > 1)
  const emptied = new Promise<void>((done) => pool.on('remove', () => pool.totalCount === 0 && done()))
  await cut()
  await emptied
  assert.deepEqual(
    await answers(db, 20),
    Array.from({ length: 20 }, (_, i) => i),
  )
})

test('when busy connections are dropped, their statements fail as unavailable, and the next ones succeed', {
  skip,
}, async (t) => {
  const { db, cut } = await open(t)
  const slow = Array.from({ length: 3 }, () =>
    transact(db, async (tx) => {
      // Each statement stays below its timeout.
      for (;;) await sql`select pg_sleep(0.1)`.execute(tx)
    }),
  )
  const outcomes = Promise.allSettled(slow)
  await new Promise((done) => setTimeout(done, 150))
  await cut()
  for (const outcome of await outcomes) {
    assert.equal(outcome.status, 'rejected')
    assert.ok(isDatabaseDown(outcome.reason), String(outcome.reason))
  }
  assert.deepEqual(
    await answers(db, 20),
    Array.from({ length: 20 }, (_, i) => i),
  )
})

test('connections that are dropped again and again do not use up the pool', { skip }, async (t) => {
  const { db, pool, cut } = await open(t)
  // The pool shrinks for a while after each refusal.
  const most = pool.options.max!
  for (let round = 0; round < 10; round++) {
    const asked = Array.from({ length: 10 }, () => sql`select ${round}::int`.execute(db).catch(() => {}))
    await cut()
    await Promise.all(asked)
  }
  // The pool may still hand out a connection that was dropped while idle.
  for (let tries = 0; tries < most; tries++) await sql`select 1`.execute(db).catch(() => {})
  assert.deepEqual(
    await answers(db, 20),
    Array.from({ length: 20 }, (_, i) => i),
  )
  assert.ok(pool.totalCount <= 3)
})
