import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { systemClock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import { transact } from '../db/transact.ts'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import type { AuditEntry, Events } from './event.ts'
import { openFeeds, SlowFollower } from './follow.ts'
import { openEvents } from './open.ts'
import { onePerFolder, SECOND, secondDatabase, testCaller } from './testing.ts'

const log = openLog('silent')

/** Starts events that stop at the end of the test. */
async function start(t: TestContext, database: Database): Promise<Events> {
  const events = openEvents({ database, clock: systemClock, log })
  await events.start()
  t.after(() => events.stop())
  return events
}

const record = (database: Database, events: Events, caller: Caller, count = 1): Promise<void> =>
  transact(database.db, async (tx) => {
    for (let i = 0; i < count; i++)
      await events.record(tx, caller, { action: 'page.update', resource: { type: 'page', id: '1', label: '' } })
  })

/** The next `count` sequences of a follower. */
async function take(entries: AsyncIterator<AuditEntry>, count: number): Promise<number[]> {
  const taken: number[] = []
  while (taken.length < count) taken.push((await entries.next()).value?.sequence)
  return taken
}
const iterate = (entries: AsyncIterable<AuditEntry>) => entries[Symbol.asyncIterator]()

test('a follower receives new records of its tenant only, in order', async (t) => {
  const database = await testDatabase()
  const events = await start(t, database)
  const [caller, stranger] = [testCaller(), testCaller()]
  await record(database, events, caller, 2)
  const afterSequence = await events.headOf(caller.tenant)
  assert.deepEqual([afterSequence, await events.headOf(stranger.tenant)], [2, 0])
  const follower = iterate(events.follow(caller.tenant, { afterSequence }))
  await record(database, events, stranger, 3)
  await record(database, events, caller)
  // However late the first entry is requested.
  const pending = take(follower, 4)
  await record(database, events, caller, 3)
  assert.deepEqual(await pending, [3, 4, 5, 6])
  await follower.return?.()
})

test('a follower resumes after the given sequence without gaps or duplicates, while more is recorded', async (t) => {
  const database = await testDatabase()
  const events = await start(t, database)
  const caller = testCaller()
  await record(database, events, caller, 30)
  const follower = iterate(events.follow(caller.tenant, { afterSequence: 10 }))
  const pending = take(follower, 60)
  for (let i = 0; i < 20; i++) await record(database, events, caller, 2)
  assert.deepEqual(
    await pending,
    Array.from({ length: 60 }, (_, i) => 11 + i),
  )
  await follower.return?.()
})

test('a follower that names a future sequence receives new entries', async (t) => {
  const database = await testDatabase()
  const events = await start(t, database)
  const caller = testCaller()
  await record(database, events, caller, 2)
  const follower = iterate(events.follow(caller.tenant, { afterSequence: 1_000 }))
  const pending = take(follower, 1)
  const timer = setInterval(() => void record(database, events, caller), 20)
  const [sequence] = await pending
  clearInterval(timer)
  assert.ok(sequence! >= 3)
  await follower.return?.()
})

test('closing, an abort and the shutdown of the process each end a waiting follower', async () => {
  const database = await testDatabase()
  const events = openEvents({ database, clock: systemClock, log })
  await events.start()
  const { tenant } = testCaller()
  const abort = new AbortController()
  const [leaving, aborted, stopped] = [{}, { signal: abort.signal }, {}].map((o) =>
    iterate(events.follow(tenant, { afterSequence: 0, ...o })),
  )
  const waiting = [leaving, aborted, stopped].map((follower) => follower!.next())
  await leaving!.return?.()
  assert.equal((await waiting[0])?.done, true)
  abort.abort()
  assert.equal((await waiting[1])?.done, true)
  await events.stop()
  assert.equal((await waiting[2])?.done, true)
  assert.equal(
    (await iterate(events.follow(tenant, { afterSequence: 0, signal: AbortSignal.abort() })).next()).done,
    true,
  )
})

test('50 followers of a tenant cost one query per notification', async () => {
  const database = await testDatabase()
  const events = openEvents({ database, clock: systemClock, log })
  const caller = testCaller()
  let queries = 0
  const counting = database.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const feeds = openFeeds(counting, log)
  const followers = Array.from({ length: 50 }, () => iterate(feeds.follow(caller.tenant, { afterSequence: 0 })))
  const pending = followers.map((follower) => take(follower, 1))
  await new Promise((done) => setTimeout(done, 50))
  await record(database, events, caller)
  queries = 0
  feeds.wake(new Set([caller.tenant]))
  assert.deepEqual(
    (await Promise.all(pending)).flat(),
    Array.from({ length: 50 }, () => 1),
  )
  assert.equal(queries, 1)
  feeds.close()
})

test('a follower that is too slow is disconnected with an error, and can resume', async () => {
  const database = await testDatabase()
  const events = openEvents({ database, clock: systemClock, log })
  const caller = testCaller()
  const feeds = openFeeds(database.db, log)
  const slow = iterate(feeds.follow(caller.tenant, { afterSequence: 0 }))
  const first = slow.next()
  await new Promise((done) => setTimeout(done, 20))
  await record(database, events, caller)
  await feeds.poll()
  assert.equal((await first).value.sequence, 1)
  await sql`
    insert into platform.audit_entries (tenant_id, sequence, id, occurred_at, actor, action, resource_type, resource_id,
      resource_label, outcome, changes, request_id, prev_hash, hash)
    select ${caller.tenant}, n, ${caller.tenant} || n, now(), '{}', 'x', 'x', 'x', 'x', 'success', '[]', 'x', 'x', 'x'
    from generate_series(2, 1200) n`.execute(database.db)
  const watcher = iterate(feeds.follow(caller.tenant, { afterSequence: 1 }))
  const last = take(watcher, 1199)
  feeds.wake()
  assert.equal((await last).at(-1), 1_200)
  await assert.rejects(Promise.resolve(slow.next()), SlowFollower)
  assert.deepEqual(await take(iterate(feeds.follow(caller.tenant, { afterSequence: 1 })), 2), [2, 3])
  feeds.close()
})

test('a record of one process reaches a follower in another within a second, also after a lost connection', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const other = await secondDatabase(database)
  const here = await start(t, database)
  const there = await start(t, other)
  t.after(() => other.close())
  const caller = testCaller()
  const follower = iterate(there.follow(caller.tenant, { afterSequence: 0 }))
  for (let sequence = 1; sequence <= 5; sequence++) {
    const pending = take(follower, 1)
    if (sequence === 3)
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = ${SECOND} and query like 'listen %'`.execute(
        database.db,
      )
    const before = Date.now()
    await record(database, here, caller)
    assert.deepEqual(await pending, [sequence])
    assert.ok(Date.now() - before < 1_200, `entry ${sequence} took ${Date.now() - before} ms`)
  }
  await follower.return?.()
})
