import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { fakeClock } from '../clock.ts'
import { transact } from '../db/transact.ts'
import { openLog } from '../log.ts'
import { testDatabase } from '../testing/db.ts'
import { findEntry, listAudit } from './audit.ts'
import type { EventInput } from './event.ts'
import { openEvents } from './open.ts'
import { testCaller } from './testing.ts'
import { verifyChain } from './verify.ts'

const clock = fakeClock()
const log = openLog('silent')
const publish: EventInput = { action: 'page.publish', resource: { type: 'page', id: 'page_1', label: 'Acme' } }

async function open() {
  const database = await testDatabase()
  return { db: database.db, events: openEvents({ database, clock, log }) }
}

test('a record writes an audit entry with its actor and an outbox message in one transaction', async () => {
  const { db, events } = await open()
  const caller = testCaller()
  await transact(db, (tx) => events.record(tx, caller, { ...publish, data: { slug: 'acme' } }))
  const { items } = await listAudit(db, caller.tenant, { limit: 10 })
  const [entry] = items
  assert.equal(items.length, 1)
  assert.deepEqual(entry?.actor, {
    type: 'system',
    id: 'system',
    label: 'Veritrace',
    ip: '192.0.2.7',
    user_agent: 'test',
  })
  assert.deepEqual([entry?.sequence, entry?.prev_hash, entry?.outcome], [1, '0'.repeat(64), 'success'])
  assert.deepEqual(await findEntry(db, caller.tenant, entry!.id), entry)
  assert.equal(await findEntry(db, testCaller().tenant, entry!.id), undefined)
  const { rows } = await sql<{ type: string; payload: Record<string, unknown> }>`
    select type, payload from platform.outbox where tenant_id = ${caller.tenant}`.execute(db)
  assert.equal(rows[0]?.type, 'page.publish')
  assert.deepEqual(rows[0]?.payload.data, { slug: 'acme' })
  assert.deepEqual(rows[0]?.payload.actor, { type: 'system', id: 'system', label: 'Veritrace' })
})

test('a transaction that rolls back leaves no entry, no message and no gap', async () => {
  const { db, events } = await open()
  const caller = testCaller()
  const failing = transact(db, async (tx) => {
    await events.record(tx, caller, publish)
    throw new Error('no')
  })
  await assert.rejects(failing, /no/)
  const { rows } = await sql`select 1 from platform.outbox where tenant_id = ${caller.tenant}`.execute(db)
  assert.equal(rows.length, 0)
  await transact(db, (tx) => events.record(tx, caller, publish))
  const { items } = await listAudit(db, caller.tenant, { limit: 10 })
  assert.deepEqual(
    items.map((entry) => entry.sequence),
    [1],
  )
})

test('a record outside a transaction is rejected', async () => {
  const { db, events } = await open()
  await assert.rejects(events.record(db, testCaller(), publish), /in the transaction/)
})

test('50 simultaneous records of one tenant are numbered 1 to 50 without a gap, and their chain is valid', async () => {
  const { db, events } = await open()
  const caller = testCaller()
  await Promise.all(Array.from({ length: 50 }, () => transact(db, (tx) => events.record(tx, caller, publish))))
  const { items } = await listAudit(db, caller.tenant, { limit: 100 })
  assert.deepEqual(
    items.map((entry) => entry.sequence),
    Array.from({ length: 50 }, (_, i) => 50 - i),
  )
  const reports = await Array.fromAsync(verifyChain(db, caller.tenant))
  assert.deepEqual(reports, [{ tenant: caller.tenant, entries: 50, hash: items[0]?.hash }])
})

test('secrets are masked in changes, also inside objects, and other values are not', async () => {
  const { db, events } = await open()
  const caller = testCaller()
  const changes = [
    { field: 'webhook.secret', from: 'old', to: 'new' },
    { field: 'clientSecret', from: undefined, to: 'new' },
    { field: 'token_expires_at', from: null, to: '2026-01-01' },
    { field: 'settings', from: null, to: { api_key: 'k', nested: [{ password: 'p', name: 'n' }] } },
  ]
  await transact(db, (tx) => events.record(tx, caller, { ...publish, changes }))
  const { items } = await listAudit(db, caller.tenant, { limit: 1 })
  assert.deepEqual(items[0]?.changes, [
    { field: 'webhook.secret', from: '[masked]', to: '[masked]' },
    { field: 'clientSecret', from: null, to: '[masked]' },
    { field: 'token_expires_at', from: null, to: '2026-01-01' },
    { field: 'settings', from: null, to: { api_key: '[masked]', nested: [{ password: '[masked]', name: 'n' }] } },
  ])
})

test('text that PostgreSQL cannot store does not fail a record, and the chain remains valid', async () => {
  const { db, events } = await open()
  const caller = { ...testCaller(), userAgent: 'odd\0agent\ud800' }
  const changes = [{ field: 'x', from: { 'b\u00e9': 1e21, a: -0 }, to: [0.1, '\0', new Date(0), undefined] }]
  const event = { ...publish, resource: { type: 'page', id: '1', label: 'a\0b' }, data: { note: '\0' }, changes }
  await transact(db, (tx) => events.record(tx, caller, event))
  const [report] = await Array.fromAsync(verifyChain(db, caller.tenant))
  assert.equal(report?.broken, undefined)
  assert.equal(report?.entries, 1)
})

test('the log is filtered by actor, action, resource and time, and paged newest first', async () => {
  const { db, events } = await open()
  const caller = testCaller()
  const other = { ...caller, actor: { type: 'user', id: 'user_2', label: 'Bo' } } as const
  const start = clock.now()
  for (const [who, action, id] of [
    [caller, 'page.publish', '1'],
    [other, 'page.update', '2'],
    [other, 'api_key.create', '3'],
  ] as const) {
    await transact(db, (tx) =>
      events.record(tx, who, { action, resource: { type: action.split('.')[0]!, id, label: '' } }),
    )
    clock.advance(1_000)
  }
  const found = async (filter: object) =>
    (await listAudit(db, caller.tenant, { limit: 10, ...filter })).items.map((entry) => entry.resource.id).join()
  assert.equal(await found({}), '3,2,1')
  assert.equal(await found({ actor: 'user_2' }), '3,2')
  assert.equal(await found({ action: 'page.' }), '2,1')
  assert.equal(await found({ resource: { type: 'page', id: '1' } }), '1')
  assert.equal(await found({ from: new Date(start.getTime() + 1_000) }), '3,2')
  assert.equal(await found({ to: new Date(start.getTime() + 1_000) }), '1')
  const first = await listAudit(db, caller.tenant, { limit: 2 })
  const second = await listAudit(db, caller.tenant, { limit: 2, cursor: first.next })
  assert.deepEqual([first.items.length, second.items.map((entry) => entry.sequence), second.next], [2, [1], ''])
  await assert.rejects(listAudit(db, testCaller().tenant, { limit: 2, cursor: first.next }), { code: 'invalid_cursor' })
})

test('timestamps in a log never decrease, even if a clock was ahead', async () => {
  const database = await testDatabase()
  const caller = testCaller()
  const moment = (ms: number) => new Date(Date.UTC(2026, 0, 1) + ms)
  for (const ms of [0, 5_000, 2_000, 9_000]) {
    const events = openEvents({ database, clock: fakeClock(moment(ms)), log })
    await transact(database.db, (tx) => events.record(tx, caller, publish))
  }
  const { items } = await listAudit(database.db, caller.tenant, { limit: 10 })
  assert.deepEqual(
    items.map((entry) => entry.occurred_at),
    [9_000, 5_000, 5_000, 0].map((ms) => moment(ms).toISOString()),
  )
  const span = await listAudit(database.db, caller.tenant, { limit: 10, from: moment(1_000), to: moment(5_001) })
  assert.deepEqual(
    span.items.map((entry) => entry.sequence),
    [3, 2],
  )
})
