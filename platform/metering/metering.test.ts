import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  DummyDriver,
  Kysely,
  type KyselyPlugin,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely'
import type { Caller } from '../caller.ts'
import { fakeClock, systemClock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { onePerFolder, secondDatabase, testCaller } from '../events/testing.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import { openMeter } from './meter.ts'
import { networkOf, rateLimitOf } from './plans.ts'
import { type Limiter, openLimiter } from './rate-limit.ts'

const log = openLog('silent')
const START = new Date('2026-03-01T12:00:30Z')

/** The stored usage of a tenant: operation, minute, units. */
async function usageOf(db: Db, { tenant }: Caller): Promise<[string, string, number][]> {
  const { rows } = await sql<{ operation: string; minute: Date; units: number }>`
    select operation, minute, units from platform.usage_minutes where tenant_id = ${tenant}
    order by operation, minute`.execute(db)
  return rows.map(({ operation, minute, units }) => [operation, minute.toISOString().slice(11, 16), units])
}

/** A handle that counts its statements, and rejects them while `down` is set. */
function watched(db: Db) {
  const state = { statements: 0, down: false }
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      state.statements++
      if (state.down) throw new Error('the database is down')
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return Object.assign(state, { db: db.withPlugin(plugin) as Db })
}

test('a thousand calls become one row per operation and minute, written in one statement', async () => {
  const counted = watched((await testDatabase()).db)
  const clock = fakeClock(START)
  const meter = openMeter(counted.db, clock, log)
  const caller = testCaller()
  for (let i = 0; i < 600; i++) meter.count(caller, 'graph', 'GET /things')
  for (let i = 0; i < 300; i++) meter.count(caller, 'graph', 'POST /things', 2)
  clock.advance(30_000)
  for (let i = 0; i < 100; i++) meter.count(caller, 'graph', 'GET /things')
  assert.equal(counted.statements, 0)
  await meter.flush()
  assert.equal(counted.statements, 1)
  assert.deepEqual(await usageOf(counted.db, caller), [
    ['GET /things', '12:00', 600],
    ['GET /things', '12:01', 100],
    ['POST /things', '12:00', 600],
  ])
  await meter.close()
})

test('counts after a flush are added to their minute, and an empty flush runs no query', async () => {
  const counted = watched((await testDatabase()).db)
  const meter = openMeter(counted.db, fakeClock(START), log)
  const caller = testCaller()
  for (let round = 0; round < 3; round++) {
    meter.count(caller, 'graph', 'GET /things', 5)
    await meter.flush()
  }
  await meter.flush()
  assert.equal(counted.statements, 3)
  assert.deepEqual(await usageOf(counted.db, caller), [['GET /things', '12:00', 15]])
  await meter.close()
})

test('counts are flushed automatically', async (t) => {
  const { db } = await testDatabase()
  const meter = openMeter(db, fakeClock(START), log)
  t.after(() => meter.close())
  const caller = testCaller()
  meter.count(caller, 'graph', 'GET /things')
  const end = Date.now() + 20_000
  while ((await usageOf(db, caller)).length === 0 && Date.now() < end) await sleep(50)
  assert.deepEqual(await usageOf(db, caller), [['GET /things', '12:00', 1]])
})

test('counts of tenants and products are separate', async () => {
  const { db } = await testDatabase()
  const meter = openMeter(db, fakeClock(START), log)
  const [one, two] = [testCaller(), testCaller()]
  meter.count(one, 'graph', 'GET /things')
  meter.count(one, 'casework', 'GET /things')
  meter.count(two, 'graph', 'GET /things', 7)
  await meter.close()
  assert.equal((await usageOf(db, one)).length, 2)
  assert.deepEqual(await usageOf(db, two), [['GET /things', '12:00', 7]])
})

test('closing flushes the counts', async () => {
  const { db } = await testDatabase()
  const meter = openMeter(db, fakeClock(START), log)
  const caller = testCaller()
  meter.count(caller, 'graph', 'GET /things', 4)
  await meter.close()
  assert.deepEqual(await usageOf(db, caller), [['GET /things', '12:00', 4]])
})

test('counts that the database rejects are retained and written later, together with new ones', async (t) => {
  const { db } = await testDatabase()
  const meter = openMeter(db, fakeClock(START), log)
  t.after(() => meter.close())
  const caller = testCaller()
  // Another meter of the same process writes too, so only this tenant is rejected.
  const rule = `refuse_${caller.tenant}`
  await sql`alter table platform.usage_minutes add constraint ${sql.id(rule)}
    check (tenant_id <> ${sql.lit(caller.tenant)}) not valid`.execute(db)
  const allow = () => sql`alter table platform.usage_minutes drop constraint if exists ${sql.id(rule)}`.execute(db)
  t.after(allow)
  meter.count(caller, 'graph', 'GET /things', 3)
  await meter.flush()
  meter.count(caller, 'graph', 'GET /things', 4)
  await meter.flush()
  assert.deepEqual(await usageOf(db, caller), [])
  await allow()
  await meter.flush()
  assert.deepEqual(await usageOf(db, caller), [['GET /things', '12:00', 7]])
})

test('counts during a flush are neither lost nor written twice', async () => {
  const { db } = await testDatabase()
  const meter = openMeter(db, fakeClock(START), log)
  const caller = testCaller()
  const flushes: Promise<void>[] = []
  for (let i = 0; i < 200; i++) {
    meter.count(caller, 'graph', 'GET /things')
    if (i % 10 === 0) flushes.push(meter.flush())
    if (i % 50 === 0) await flushes[0]
  }
  await Promise.all(flushes)
  await meter.close()
  assert.deepEqual(await usageOf(db, caller), [['GET /things', '12:00', 200]])
})

test('two meters on one database add up, even if they write the same rows simultaneously', async () => {
  const { db } = await testDatabase()
  const clock = fakeClock(START)
  const meters = [openMeter(db, clock, log), openMeter(db, clock, log)]
  const callers = Array.from({ length: 20 }, testCaller)
  for (let round = 0; round < 5; round++) {
    for (const caller of callers) for (const meter of meters) meter.count(caller, 'graph', 'GET /things', 3)
    await Promise.all(meters.map((meter) => meter.flush()))
  }
  await Promise.all(meters.map((meter) => meter.close()))
  for (const caller of callers) assert.deepEqual(await usageOf(db, caller), [['GET /things', '12:00', 30]])
})

const key = () => newId('bucket')
/** Takes tokens until one is refused. Returns how many were allowed. */
async function drain(limiter: Limiter, limit: { key: string; perMinute: number }, most = 10_000): Promise<number> {
  for (let allowed = 0; allowed < most; allowed++) if (!(await limiter.take(limit)).allowed) return allowed
  return most
}

test('a bucket allows the calls of a minute, then refuses with the time until the next one', async () => {
  const { db } = await testDatabase()
  const limiter = openLimiter(db, systemClock)
  const limit = { key: key(), perMinute: 60 }
  const first = await limiter.take(limit)
  assert.deepEqual([first.allowed, first.limit, first.remaining], [true, 60, 59])
  const allowed = 1 + (await drain(limiter, limit))
  assert.ok(allowed >= 60 && allowed <= 62, `${allowed} calls passed a limit of 60`)
  const refused = await limiter.take(limit)
  assert.deepEqual([refused.allowed, refused.remaining, refused.resetSeconds], [false, 0, 1])
})

test('the remaining calls decrease with every call, but never below zero', async () => {
  const { db } = await testDatabase()
  const limiter = openLimiter(db, fakeClock(new Date()))
  const limit = { key: key(), perMinute: 30 }
  const left: number[] = []
  for (let i = 0; i < 32; i++) left.push((await limiter.take(limit)).remaining)
  assert.deepEqual(
    left,
    left.toSorted((a, b) => b - a),
  )
  assert.deepEqual([left[0], left.at(-1)], [29, 0])
})

test('an empty bucket refills over time, up to its size', async () => {
  const { db } = await testDatabase()
  const limiter = openLimiter(db, systemClock)
  // 100 tokens per second.
  const limit = { key: key(), perMinute: 6_000 }
  await drain(limiter, limit)
  const began = performance.now()
  await sleep(300)
  const gained = await drain(limiter, limit)
  const seconds = (performance.now() - began) / 1000
  assert.ok(gained >= 20 && gained <= seconds * 100 + 2, `${gained} in ${seconds.toFixed(2)} s`)

  const small = { key: key(), perMinute: 5 }
  await limiter.take(small)
  await sql`update platform.rate_buckets set updated_at = updated_at - interval '1 hour' where key = ${small.key}`.execute(
    db,
  )
  assert.equal(await drain(limiter, small), 5)
})

test('each plan has its own limit per product; visitors share the free one by address', () => {
  const limits = { free: 10, pro: 20, enterprise: 30 }
  const caller: Caller = { ...testCaller(), plan: 'pro', productPlans: { graph: 'enterprise' } }
  const visitor = { requestId: 'r', ip: '192.0.2.9', userAgent: '' }
  assert.deepEqual(rateLimitOf(caller, 'graph', limits), { key: `tenant:${caller.tenant}:graph`, perMinute: 30 })
  assert.deepEqual(rateLimitOf(caller, 'casework', limits), { key: `tenant:${caller.tenant}:casework`, perMinute: 20 })
  assert.deepEqual(rateLimitOf(testCaller(), 'graph', limits).perMinute, 10)
  assert.deepEqual(rateLimitOf(visitor, 'graph', limits), { key: 'ip:192.0.2.9', perMinute: 10 })
  assert.deepEqual(rateLimitOf(visitor, 'casework', limits), rateLimitOf(visitor, 'graph', limits))
})

test('an IPv6 network counts as one visitor, and so do all disconnected clients without an address', () => {
  for (const [network, ...addresses] of [
    ['192.0.2.9', '192.0.2.9'],
    ['::ffff:192.0.2.9', '::ffff:192.0.2.9'],
    ['2001:db8:1:2', '2001:db8:1:2::5', '2001:db8:1:2:3:4:5:6'],
    ['2001:db8:', '2001:db8::1', '2001:db8::'],
    ['', undefined],
  ] as const)
    for (const address of addresses) assert.equal(networkOf(address), network)
})

test('a busy tenant does not affect another, nor one product another', async () => {
  const { db } = await testDatabase()
  const limiter = openLimiter(db, systemClock)
  const limits = { free: 20, pro: 40, enterprise: 60 }
  const [one, two] = [testCaller(), testCaller()]
  await drain(limiter, rateLimitOf(one, 'graph', limits))
  for (const [who, product] of [
    [two, 'graph'],
    [one, 'casework'],
  ] as const)
    assert.equal((await limiter.take(rateLimitOf(who, product, limits))).remaining, 19)
})

test('simultaneous calls pass as often as sequential ones', async () => {
  const { db } = await testDatabase()
  const limiter = openLimiter(db, systemClock)
  const limit = { key: key(), perMinute: 600 }
  const began = performance.now()
  const verdicts = await Promise.all(Array.from({ length: 700 }, () => limiter.take(limit)))
  const allowed = verdicts.filter((verdict) => verdict.allowed).length
  const gained = Math.ceil(((performance.now() - began) / 1000) * 10)
  assert.ok(allowed >= 600 && allowed <= 600 + gained + 1, `${allowed} of 700 passed a limit of 600`)
})

test('most calls cost no query: a batch is a hundredth of the calls of a minute', async () => {
  const counted = watched((await testDatabase()).db)
  const limiter = openLimiter(counted.db, fakeClock(new Date()))
  const limit = { key: key(), perMinute: 1_000 }
  for (let i = 0; i < 500; i++) await limiter.take(limit)
  assert.equal(counted.statements, 50)
})

test('two limiters on one database share one bucket, within one batch each', async (t) => {
  const database = await testDatabase()
  const second = onePerFolder(database) ? undefined : await secondDatabase(database)
  t.after(() => second?.close())
  const limiters = [openLimiter(database.db, systemClock), openLimiter(second?.db ?? database.db, systemClock)]
  const limit = { key: key(), perMinute: 600 }
  const began = performance.now()
  let allowed = 0
  for (let i = 0; i < 700; i++) if ((await limiters[i % 2]!.take(limit)).allowed) allowed++
  const gained = Math.ceil(((performance.now() - began) / 1000) * 10)
  const lot = 6
  assert.ok(allowed >= 600 - lot && allowed <= 600 + gained + 1, `${allowed} of 700 passed a limit of 600`)
})

test('an empty bucket is not queried before it can have a token', async () => {
  const counted = watched((await testDatabase()).db)
  const clock = fakeClock(new Date())
  const limiter = openLimiter(counted.db, clock)
  const limit = { key: key(), perMinute: 3 }
  await drain(limiter, limit)
  const asked = counted.statements
  for (let i = 0; i < 100; i++) assert.equal((await limiter.take(limit)).allowed, false)
  clock.advance(15_000)
  assert.equal((await limiter.take(limit)).allowed, false)
  assert.equal(counted.statements, asked)
  clock.advance(6_000)
  await limiter.take(limit)
  assert.equal(counted.statements, asked + 1)
})

test('tokens that are unused for five seconds are returned for other replicas', async () => {
  const counted = watched((await testDatabase()).db)
  const clock = fakeClock(new Date())
  const limiter = openLimiter(counted.db, clock)
  const limit = { key: key(), perMinute: 1_000 }
  await limiter.take(limit)
  await limiter.take(limit)
  assert.equal(counted.statements, 1)
  clock.advance(5_001)
  const verdict = await limiter.take(limit)
  assert.equal(counted.statements, 2)
  assert.equal(verdict.allowed, true)
})

test('a call while the database is down fails, and the next one passes', async () => {
  const counted = watched((await testDatabase()).db)
  const limiter = openLimiter(counted.db, systemClock)
  const limit = { key: key(), perMinute: 60 }
  counted.down = true
  for (let i = 0; i < 2; i++) await assert.rejects(async () => limiter.take(limit), /database is down/)
  counted.down = false
  assert.equal((await limiter.take(limit)).remaining, 59)
})

test('when there are too many batches, unused ones are dropped and the others remain', async () => {
  const emptied = watched(databaseWithEmptyBuckets())
  const clock = fakeClock()
  const limiter = openLimiter(emptied.db, clock, { mostLots: 1_000 })
  const asks = async (name: string): Promise<boolean> => {
    const before = emptied.statements
    await limiter.take({ key: name, perMinute: 1 })
    return emptied.statements > before
  }
  assert.deepEqual([await asks('idle'), await asks('idle')], [true, false])
  clock.advance(6_000)
  for (let i = 0; i < 999; i++) await limiter.take({ key: `k${i}`, perMinute: 1 })
  assert.equal(await asks('idle'), false, 'there is room for a thousand')
  assert.equal(await asks('one more'), true)
  assert.deepEqual([await asks('idle'), await asks('k7')], [true, false])
})

/** A real database would take too long for a thousand queries. */
function databaseWithEmptyBuckets(): Db {
  class EmptyBuckets extends DummyDriver {
    override async acquireConnection() {
      const executeQuery = async <R>() => ({ rows: [{ granted: 0, left: 0 }] as R[] })
      return {
        executeQuery,
        streamQuery: () => {
          throw new Error('buckets are never streamed')
        },
      }
    }
  }
  return new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new EmptyBuckets(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
}
