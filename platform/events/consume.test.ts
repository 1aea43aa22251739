import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Caller } from '../caller.ts'
import { systemClock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Database } from '../db/open.ts'
import { transact } from '../db/transact.ts'
import { newId } from '../ids.ts'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import { type OutboxRow, openConsumer } from './consume.ts'
import { openEvents } from './open.ts'
import { deleteConsumer } from './outbox-store.ts'
import { sweepOutbox } from './sweep.ts'
import { onePerFolder, secondDatabase, testCaller } from './testing.ts'

const log = openLog('silent')
const edit = { action: 'page.update', resource: { type: 'page', id: '1', label: '' } } as const

const record = (database: Database, caller: Caller, count = 1): Promise<void> =>
  transact(database.db, (tx) => recordIn(database, tx, caller, count))
async function recordIn(database: Database, tx: Db, caller: Caller, count = 1): Promise<void> {
  const events = openEvents({ database, clock: systemClock, log })
  for (let i = 0; i < count; i++) await events.record(tx, caller, edit)
}

/** A consumer that collects the sequences of one tenant and ignores the rows of other tests. */
function remember(database: Database, caller: Caller, name = newId('consumer'), batch?: number) {
  const seen: number[] = []
  const handle = async (_: Db, rows: readonly OutboxRow[]): Promise<void> => {
    seen.push(...rows.filter((row) => row.tenant_id === caller.tenant).map((row) => row.payload.sequence))
  }
  return { seen, name, consumer: openConsumer({ database, log, name, handle, ...(batch && { batch }) }) }
}
const upTo = (count: number): number[] => Array.from({ length: count }, (_, i) => i + 1)

async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  for (let i = 0; i < 200; i++) {
    if (await holds()) return
    await sleep(25)
  }
  assert.fail('the condition was not met within 5 s')
}

test('a running consumer receives a record immediately and handles each row once, in order', async () => {
  const database = await testDatabase()
  const caller = testCaller()
  const { consumer, seen, name } = remember(database, caller, undefined, 10)
  await consumer.drain()
  await consumer.start()
  for (let i = 0; i < 5; i++) await record(database, caller, 5)
  await eventually(() => seen.length >= 25)
  assert.deepEqual(seen, upTo(25))
  await consumer.stop()
  await deleteConsumer(database.db, name)
})

test('when a handler throws, its writes are rolled back and its rows are delivered again', async () => {
  const database = await testDatabase()
  const caller = testCaller()
  const name = newId('consumer')
  await remember(database, caller, name).consumer.drain()
  await record(database, caller, 3)
  let tries = 0
  const handle = async (tx: Db, rows: readonly OutboxRow[]): Promise<void> => {
    for (const row of rows.filter(({ tenant_id }) => tenant_id === caller.tenant))
      await sql`insert into platform.keyring (name, value) values (${row.payload.entry_id}, 'x')`.execute(tx)
    tries += 1
    if (tries === 1) throw new Error('no')
  }
  const consumer = openConsumer({ database, log, name, handle })
  await consumer.start()
  await eventually(() => tries > 1)
  await consumer.stop()
  const { rows } = await sql`
    select 1 from platform.keyring join platform.outbox on payload ->> 'entry_id' = name
    where tenant_id = ${caller.tenant}`.execute(database.db)
  assert.equal(rows.length, 3)
  await deleteConsumer(database.db, name)
})

test('two processes with the same consumer handle each row once', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const other = await secondDatabase(database)
  const caller = testCaller()
  const here = remember(database, caller, undefined, 7)
  const there = remember(other, caller, here.name, 7)
  await Promise.all([here.consumer.start(), there.consumer.start()])
  await Promise.all(Array.from({ length: 16 }, () => record(database, caller, 5)))
  await eventually(() => here.seen.length + there.seen.length >= 80)
  await Promise.all([here.consumer.stop(), there.consumer.stop()])
  const all = [...here.seen, ...there.seen].sort((a, b) => a - b)
  assert.deepEqual(all, upTo(80))
  await deleteConsumer(database.db, here.name)
  await other.close()
})

test('a row that commits late is never skipped', async (t) => {
  const database = await testDatabase()
  if (onePerFolder(database)) return t.skip(onePerFolder(database) || '')
  const [late, early] = [testCaller(), testCaller()]
  const name = newId('consumer')
  const seen: string[] = []
  const handle = async (_: Db, rows: readonly OutboxRow[]): Promise<void> => {
    seen.push(...rows.map((row) => row.tenant_id).filter((tenant) => [late.tenant, early.tenant].includes(tenant)))
  }
  const consumer = openConsumer({ database, log, name, handle })
  const written = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const slow = transact(database.db, async (tx) => {
    await recordIn(database, tx, late)
    written.resolve()
    await release.promise
  })
  await written.promise
  await record(database, early)
  await consumer.drain()
  release.resolve()
  await slow
  await eventually(async () => (await consumer.drain()) >= 0 && seen.length >= 2)
  assert.deepEqual(seen.sort(), [late.tenant, early.tenant].sort())
  await deleteConsumer(database.db, name)
})

test('transaction numbers are ordered as numbers: 10 comes after 9, and each row is handled once', async () => {
  const database = await testDatabase()
  const caller = testCaller()
  const { consumer, seen, name } = remember(database, caller)
  for (const [xid, sequence] of [
    ['9', 1],
    ['10', 2],
  ] as const)
    await sql`insert into platform.outbox (xid, tenant_id, type, payload)
      values (${xid}::xid8, ${caller.tenant}, 'page.create', ${JSON.stringify({ sequence })}::jsonb)`.execute(
      database.db,
    )
  await consumer.drain()
  await consumer.drain()
  assert.deepEqual(seen, [1, 2])
  const { rows } = await sql<{ passed: boolean }>`
    select xid >= '10'::xid8 as passed from platform.outbox_consumers where name = ${name}`.execute(database.db)
  assert.deepEqual(rows, [{ passed: true }])
  await deleteConsumer(database.db, name)
})

test('rows that every consumer has passed are deleted, the rest are retained', async () => {
  const database = await testDatabase()
  const caller = testCaller()
  const { consumer, seen, name } = remember(database, caller)
  await record(database, caller, 2)
  // Rows of other tests arrive too, and their transactions may delay ours for a moment.
  await eventually(async () => (await consumer.drain()) >= 0 && seen.length >= 2)
  await record(database, caller, 1)
  const left = async (tx: Db): Promise<number> =>
    (await sql`select 1 from platform.outbox where tenant_id = ${caller.tenant}`.execute(tx)).rows.length
  // In a transaction that is rolled back, because consumers of other tests would block the deletion.
  const trial = transact(database.db, async (tx) => {
    await sql`delete from platform.outbox_consumers where name <> ${name}`.execute(tx)
    await sweepOutbox({ db: tx, clock: systemClock })
    assert.equal(await left(tx), 3, 'rows of the last hour are retained for new consumers')
    await sweepOutbox({ db: tx, clock: systemClock }, -60_000)
    assert.equal(await left(tx), 1)
    throw new Error('done')
  })
  await assert.rejects(trial, /^Error: done$/)
  await deleteConsumer(database.db, name)
})
