import assert from 'node:assert/strict'
import type { ServerResponse } from 'node:http'
import { test } from 'node:test'
import { sql } from 'kysely'
import { Webhook } from 'standardwebhooks'
import { fakeClock, systemClock } from '../clock.ts'
import { transact } from '../db/transact.ts'
import { openConsumer } from '../events/consume.ts'
import { secondDatabase } from '../events/testing.ts'
import { openLog } from '../log.ts'
import { acknowledge } from './queue/acknowledge.ts'
import { claim, LEASE_MS } from './queue/claim.ts'
import { send } from './queue/send.ts'
import { MAX_ATTEMPTS, STEPS } from './schedule.ts'
import { openBench, openReceiver } from './testing.ts'
import { openWebhooks } from './webhooks.ts'

const HOUR = 3_600_000

test('a recorded event is delivered, and its signature verifies with the standard library', async (t) => {
  const { webhooks, caller, db, database, events } = await openBench(t, { clock: systemClock })
  const receiver = await openReceiver(t)
  const { secret, id } = await webhooks.create(caller, { url: receiver.url, event_types: ['page.publish'] })
  await transact(db, (tx) =>
    events.record(tx, caller, {
      action: 'page.publish',
      resource: { type: 'page', id: 'page_1', label: 'Acme' },
      data: { slug: 'acme' },
    }),
  )
  const consumer = openConsumer({
    database,
    log: openLog('silent'),
    name: `webhooks-${caller.tenant}`,
    handle: webhooks.fanOut,
  })
  await consumer.drain()
  await consumer.stop()
  await webhooks.deliverDue()
  const { body, headers } = receiver.hits[0]!
  const message = new Webhook(secret).verify(body, headers as Record<string, string>) as Record<string, unknown>
  assert.deepEqual(Object.keys(message), ['type', 'timestamp', 'data'])
  assert.equal(message.type, 'page.publish')
  const { items } = await webhooks.listDeliveries(caller, id, { limit: 10 })
  assert.deepEqual(
    items.map((item) => [item.id, item.status, item.attempt_count, item.last_status]),
    [[headers['webhook-id'], 'succeeded', 1, 204]],
  )
})

test('an event is queued once per endpoint, however often it is handled', async (t) => {
  const { webhooks, caller, db, rowOf, deliveries } = await openBench(t)
  const { id } = await webhooks.create(caller, { url: 'https://hooks.example.com/', rate_limit_per_s: 1 })
  const rows = [rowOf('page.publish'), rowOf('page.publish')]
  await transact(db, (tx) => webhooks.fanOut(tx, rows))
  await transact(db, (tx) => webhooks.fanOut(tx, rows))
  assert.equal((await deliveries(id)).length, 2)
  const lost = transact(db, async (tx) => {
    await webhooks.fanOut(tx, [rowOf('page.publish')])
    throw new Error('no')
  })
  await assert.rejects(lost, /no/)
  assert.equal((await deliveries(id)).length, 2)
})

test('a message is attempted ten times on schedule with 20% jitter, always with the same ID', async (t) => {
  const { webhooks, caller, clock, happen, deliveries } = await openBench(t, { random: Math.random })
  const receiver = await openReceiver(t)
  receiver.says(500, {}, 'broken')
  const { id } = await webhooks.create(caller, { url: receiver.url })
  await happen('page.publish')
  await webhooks.deliverDue()
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    const [delivery] = await deliveries(id)
    assert.deepEqual([delivery!.status, delivery!.attempt_count, receiver.hits.length], ['failed', attempt, attempt])
    const wait = delivery!.next_attempt_at.getTime() - clock.now().getTime()
    const step = STEPS[attempt]!
    assert.ok(wait >= step * 0.8 - 1 && wait <= step * 1.2 + 1, `${wait} after try ${attempt}`)
    clock.advance(wait - 1)
    await webhooks.deliverDue()
    assert.equal(receiver.hits.length, attempt, 'not before its time')
    clock.advance(1)
    await webhooks.deliverDue()
  }
  const [dead] = await deliveries(id)
  assert.deepEqual([dead!.status, dead!.attempt_count, dead!.last_status], ['dead', 10, 500])
  assert.deepEqual(dead!.dead_lettered_at, clock.now())
  assert.deepEqual(new Set(receiver.ids()), new Set([dead!.id]))
  const { attempts } = await webhooks.getDelivery(caller, dead!.id)
  assert.deepEqual(
    attempts.map((one) => [one.attempt, one.status_code, one.response_snippet]),
    Array.from({ length: 10 }, (_, i) => [i + 1, 500, 'broken']),
  )
  const stamps = receiver.hits.map((hit) => Number(hit.headers['webhook-timestamp']))
  assert.equal(new Set(stamps).size, 10, 'each attempt has a new signature')
})

test('each stored attempt is reported: delivered, failed if another follows, or dead', async (t) => {
  const told: string[] = []
  const { webhooks, caller, clock, happen } = await openBench(t, { onTried: (outcome) => void told.push(outcome) })
  const receiver = await openReceiver(t)
  await webhooks.create(caller, { url: receiver.url, event_types: [] })
  await happen('page.publish')
  await webhooks.deliverDue()
  receiver.says(500)
  await happen('page.publish')
  await webhooks.deliverDue()
  clock.advance(HOUR)
  receiver.says(410)
  await webhooks.deliverDue()
  assert.deepEqual(told, ['delivered', 'failed', 'dead'])
})

test('only 2xx is success: redirects are not followed, 429 waits a minute, and each failure has a reason', async (t) => {
  const { webhooks, caller, clock, happen, deliveries } = await openBench(t, { timeoutMs: 150 })
  const canary = await openReceiver(t)
  const hung: ServerResponse[] = []
  const cases: [string, Parameters<typeof setAnswer>[1], RegExp, number | null, number][] = [
    ['redirect', (r) => r.writeHead(301, { location: canary.url }).end(), /Redirects are not followed/, 301, 5_000],
    ['busy', (r) => r.writeHead(429, { 'retry-after': '3600' }).end(), /answered with 429/, 429, 60_000],
    ['later', (r) => r.writeHead(503, { 'retry-after': '7' }).end(), /answered with 503/, 503, 7_000],
    ['timeout', (r) => hung.push(r), /^timeout/, null, 60_000],
    ['reset', (r) => r.destroy(), /^connect/, null, 5_000],
  ]
  for (const [name, answer, error, status, least] of cases) {
    const receiver = await openReceiver(t)
    setAnswer(receiver, answer)
    const { id } = await webhooks.create(caller, { url: receiver.url, event_types: ['case.move'] })
    await happen('case.move')
    await webhooks.deliverDue()
    const [delivery] = await deliveries(id)
    assert.match(delivery!.last_error ?? '', error, name)
    const wait = delivery!.next_attempt_at.getTime() - clock.now().getTime()
    assert.deepEqual([delivery!.status, delivery!.last_status], ['failed', status], name)
    assert.ok(wait >= least && wait <= least * 1.25, `${name}: ${wait}`)
    assert.ok((delivery!.response_snippet ?? '').length <= 4096)
    await webhooks.delete(caller, id)
  }
  assert.equal(canary.hits.length, 0)
})

function setAnswer(receiver: { answer: unknown }, answer: (response: ServerResponse) => unknown): void {
  receiver.answer = (_request: unknown, response: ServerResponse) => answer(response)
}

test('the response of a receiver is stored up to 4 KiB, whatever bytes it contains', async (t) => {
  const { webhooks, caller, deliveries } = await openBench(t)
  const receiver = await openReceiver(t)
  setAnswer(receiver, (response) =>
    response.end(Buffer.concat([Buffer.from([0, 255]), Buffer.from('😀'.repeat(2000))])),
  )
  const { id } = await webhooks.create(caller, { url: receiver.url })
  await webhooks.sendTest(caller, id)
  await webhooks.deliverDue()
  const snippet = (await deliveries(id))[0]!.response_snippet!
  assert.ok(snippet.length > 1000 && !snippet.includes('\0') && snippet.isWellFormed())
})

test('a receiver with a long response has still accepted or rejected the message', async (t) => {
  for (const [status, outcome] of [
    [200, 'succeeded'],
    [500, 'failed'],
  ] as const) {
    const { webhooks, caller, happen, deliveries } = await openBench(t)
    const receiver = await openReceiver(t)
    receiver.says(status, {}, 'x'.repeat(200 * 1024))
    const { id } = await webhooks.create(caller, { url: receiver.url })
    await happen('page.publish')
    await webhooks.deliverDue()
    const [delivery] = await deliveries(id)
    assert.deepEqual([delivery!.status, delivery!.last_status], [outcome, status])
  }
})

test('410 disables the endpoint, records that, and ends the message', async (t) => {
  const { webhooks, caller, clock, happen, deliveries, db } = await openBench(t)
  const receiver = await openReceiver(t)
  receiver.says(410)
  const { id } = await webhooks.create(caller, { url: receiver.url })
  await happen('page.publish')
  await webhooks.deliverDue()
  const endpoint = await webhooks.get(caller, id)
  assert.deepEqual([endpoint.enabled, endpoint.status, endpoint.disabled_reason], [false, 'disabled', '410'])
  assert.equal((await deliveries(id))[0]!.status, 'dead')
  const { rows } = await sql`
    select actor ->> 'type' as actor, reason from platform.audit_entries
    where tenant_id = ${caller.tenant} and action = 'webhook.disable' and resource_id = ${id}`.execute(db)
  assert.deepEqual(rows, [{ actor: 'system', reason: '410' }])
  await happen('page.publish')
  clock.advance(HOUR)
  await webhooks.deliverDue()
  assert.equal(receiver.hits.length, 1)
})

test('the response of an old URL does not count for an endpoint that has moved', async (t) => {
  const { webhooks, caller, clock, happen, deliveries } = await openBench(t)
  const [old, moved] = [await openReceiver(t), await openReceiver(t)]
  const hung: ServerResponse[] = []
  setAnswer(old, (response) => hung.push(response))
  const { id } = await webhooks.create(caller, { url: old.url })
  await happen('page.publish')
  const delivering = webhooks.deliverDue()
  await old.reached(1)
  await webhooks.update(caller, id, { url: moved.url })
  hung[0]!.writeHead(410).end()
  await delivering
  const { enabled, status, failure_streak } = await webhooks.get(caller, id)
  assert.deepEqual([enabled, status, failure_streak], [true, 'active', 0])
  assert.deepEqual(
    (await deliveries(id)).map((one) => [one.status, one.last_status]),
    [['failed', 410]],
  )
  clock.advance(HOUR)
  await webhooks.deliverDue()
  assert.deepEqual(moved.ids(), old.ids())
})

test('waiting messages go to the current URL with the current secret, and nowhere once the endpoint is disabled', async (t) => {
  const clock = fakeClock(new Date())
  const { webhooks, caller, happen } = await openBench(t, { clock })
  const [old, moved] = [await openReceiver(t), await openReceiver(t)]
  const begin = async (receiver: typeof old) => {
    const hung: ServerResponse[] = []
    setAnswer(receiver, (response) => hung.push(response))
    await happen('page.publish', 24)
    const delivering = webhooks.deliverDue()
    await receiver.reached(receiver.hits.length + 16)
    clock.advance(2_000)
    return async () => {
      setAnswer(receiver, (response) => response.end())
      for (const response of hung) response.end()
      await delivering
    }
  }
  const { id } = await webhooks.create(caller, { url: old.url })
  const goOn = await begin(old)
  await webhooks.update(caller, id, { url: moved.url })
  const { secret } = await webhooks.rotateSecret(caller, id, { overlapMs: 0 })
  await goOn()
  assert.deepEqual([old.hits.length, moved.hits.length], [16, 8])
  const { body, headers } = moved.hits.at(-1)!
  assert.ok(new Webhook(secret).verify(body, headers as Record<string, string>))
  const end = await begin(moved)
  await webhooks.update(caller, id, { enabled: false })
  await end()
  assert.equal(moved.hits.length, 8 + 16)
  await webhooks.update(caller, id, { enabled: true })
  await webhooks.deliverDue()
  assert.equal(moved.hits.length, 8 + 24)
})

test('an endpoint that fails for 120 hours is disabled; when enabled again it starts over', async (t) => {
  const { webhooks, caller, clock, happen } = await openBench(t)
  const receiver = await openReceiver(t)
  receiver.says(500)
  const { id } = await webhooks.create(caller, { url: receiver.url })
  await happen('page.publish')
  await webhooks.deliverDue()
  clock.advance(119 * HOUR)
  await webhooks.deliverDue()
  assert.deepEqual((await webhooks.get(caller, id)).status, 'failing')
  clock.advance(HOUR)
  await happen('page.publish')
  await webhooks.deliverDue()
  const off = await webhooks.get(caller, id)
  assert.deepEqual([off.status, off.disabled_reason], ['disabled', 'consecutive_failures'])
  await assert.rejects(webhooks.sendTest(caller, id), { code: 'webhook_disabled', status: 409 })
  receiver.says(200)
  const on = await webhooks.update(caller, id, { enabled: true })
  assert.deepEqual([on.status, on.disabled_reason, on.failure_streak, on.failing_since], ['active', null, 0, null])
  await webhooks.sendTest(caller, id)
  await webhooks.deliverDue()
  assert.equal((await webhooks.get(caller, id)).status, 'active')
})

test('a failing endpoint is paused; one probe follows, and all other messages once it works', async (t) => {
  const { webhooks, caller, clock, happen } = await openBench(t)
  const [dead, well] = [await openReceiver(t), await openReceiver(t)]
  dead.says(500)
  const { id } = await webhooks.create(caller, { url: dead.url })
  await webhooks.create(caller, { url: well.url })
  await happen('page.publish', 24)
  await webhooks.deliverDue()
  assert.equal(well.hits.length, 24)
  // The first batch was sent before the failure was known.
  const first = dead.hits.length
  assert.ok((await webhooks.get(caller, id)).paused_until! > clock.now())
  await happen('page.publish', 8)
  await webhooks.deliverDue()
  assert.deepEqual([dead.hits.length, well.hits.length], [first, 32])
  clock.advance(40_000)
  await webhooks.deliverDue()
  assert.equal(dead.hits.length, first + 1, 'one probe')
  clock.advance(61_000)
  dead.says(200)
  await webhooks.deliverDue()
  assert.equal((await webhooks.get(caller, id)).status, 'active')
  clock.advance(10_000)
  await webhooks.deliverDue()
  assert.equal(new Set(dead.ids()).size, 32)
})

test('a hanging endpoint does not delay the others', async (t) => {
  const { webhooks, caller, happen } = await openBench(t)
  const [hanging, well] = [await openReceiver(t), await openReceiver(t)]
  const hung: ServerResponse[] = []
  setAnswer(hanging, (response) => hung.push(response))
  await webhooks.create(caller, { url: hanging.url, event_types: ['case.*'] })
  await webhooks.create(caller, { url: well.url, event_types: ['page.*'] })
  await happen('case.move', 40)
  const delivering = webhooks.deliverDue()
  await hanging.reached(16)
  await happen('page.update', 20)
  void webhooks.deliverDue()
  await well.reached(20)
  assert.equal(hung.length, 16, 'it never uses more slots than it leaves free')
  setAnswer(hanging, (response) => response.end())
  for (const response of hung) response.end()
  await delivering
  assert.equal(new Set(hanging.ids()).size, 40)
})

test('a limit of messages per second is enforced', async (t) => {
  const { webhooks, caller, clock, happen } = await openBench(t)
  const receiver = await openReceiver(t)
  await webhooks.create(caller, { url: receiver.url, rate_limit_per_s: 3 })
  await happen('page.publish', 8)
  const seen: number[] = []
  for (let second = 0; second < 3; second++) {
    await webhooks.deliverDue()
    seen.push(receiver.hits.length)
    clock.advance(1_000)
  }
  assert.deepEqual(seen, [3, 6, 8])
})

test('two processes on one database send each message once', async (t) => {
  const { webhooks, caller, happen, deps, database, deliveries } = await openBench(t)
  const receiver = await openReceiver(t)
  const { id } = await webhooks.create(caller, { url: receiver.url })
  const second = database.kind === 'postgres' ? await secondDatabase(database) : undefined
  const other = openWebhooks({ ...deps, db: second?.db ?? deps.db })
  for (let round = 0; round < 3; round++) {
    await happen('page.publish', 20)
    await Promise.all([webhooks.deliverDue(), other.deliverDue()])
  }
  await webhooks.deliverDue()
  await other.stop()
  await second?.close()
  assert.deepEqual([receiver.hits.length, new Set(receiver.ids()).size], [60, 60])
  assert.ok((await deliveries(id)).every((one) => one.status === 'succeeded' && one.attempt_count === 1))
})

test('claims of several processes never overlap', async (t) => {
  const { webhooks, caller, clock, happen, db } = await openBench(t)
  await webhooks.create(caller, { url: 'https://hooks.example.com/' })
  await happen('page.publish', 25)
  const first = await claim(db, clock.now(), 10)
  const rest = await Promise.all([claim(db, clock.now(), 10), claim(db, clock.now(), 10)])
  const last = await claim(db, clock.now(), 10)
  const ids = [...first, ...rest.flat(), ...last].map((one) => one.id)
  assert.equal(first.length, 10)
  assert.equal(new Set(ids).size, ids.length)
  assert.deepEqual(
    await claim(db, new Date(clock.now().getTime() + LEASE_MS - 1), 10).then((more) => more.length),
    25 - ids.length,
  )
})

test('messages of a process that died are sent again with the same ID, and its late results are ignored', async (t) => {
  const { webhooks, caller, clock, happen, deps, db, deliveries } = await openBench(t)
  const receiver = await openReceiver(t)
  receiver.says(500)
  const { id } = await webhooks.create(caller, { url: receiver.url })
  await happen('page.publish')
  const [claimed] = await claim(db, clock.now(), 10)
  const sent = await send({ ...deps, timeoutMs: 1_000 }, claimed!, new AbortController().signal)
  await webhooks.deliverDue()
  assert.equal(receiver.hits.length, 1, 'no one else sends it while the claim is valid')
  await assert.rejects(webhooks.redeliver(caller, claimed!.id), { code: 'delivery_in_progress' })
  clock.advance(LEASE_MS)
  receiver.says(200)
  await webhooks.deliverDue()
  assert.deepEqual(receiver.ids(), [claimed!.id, claimed!.id])
  assert.deepEqual(await acknowledge(deps, [sent]), { late: 1 })
  const [delivery] = await deliveries(id)
  assert.deepEqual([delivery!.status, delivery!.attempt_count, delivery!.last_status], ['succeeded', 1, 200])
  assert.equal((await webhooks.get(caller, id)).failure_streak, 0)
})

test('a replay resends failed messages of a time range with the same IDs and all attempts', async (t) => {
  const { webhooks, caller, clock, happen, deliveries } = await openBench(t)
  const receiver = await openReceiver(t)
  const { id } = await webhooks.create(caller, { url: receiver.url })
  await happen('page.before')
  await webhooks.deliverDue()
  clock.advance(HOUR)
  const since = clock.now()
  receiver.says(500)
  await happen('page.during', 3)
  await webhooks.deliverDue()
  clock.advance(HOUR)
  const until = clock.now()
  receiver.says(200)
  await happen('page.after')
  receiver.hits.length = 0
  assert.deepEqual(await webhooks.replay(caller, id, { since, until }), { queued: 3 })
  assert.ok((await deliveries(id)).every((one) => one.attempt_count === (one.event_type === 'page.before' ? 1 : 0)))
  await webhooks.deliverDue()
  const again = (await deliveries(id)).filter((one) => one.event_type === 'page.during')
  const after = (await deliveries(id)).filter((one) => one.event_type === 'page.after')
  assert.deepEqual(receiver.ids().sort(), [...again, ...after].map((one) => one.id).sort())
  assert.ok(again.every((one) => one.status === 'succeeded' && one.attempt_count === 1))
  assert.deepEqual(await webhooks.replay(caller, id, { since }), { queued: 0 })
  const all = { since: new Date(0), until: new Date(until.getTime() + 1), status: ['succeeded'] as const }
  assert.deepEqual(await webhooks.replay(caller, id, all), { queued: 5 })
  await webhooks.deliverDue()
  await assert.rejects(webhooks.replay(caller, id, { since: until, until: since }), { code: 'unacceptable' })
  receiver.hits.length = 0
  await webhooks.redeliver(caller, again[0]!.id)
  await webhooks.deliverDue()
  assert.deepEqual(receiver.ids(), [again[0]!.id])
  const { attempts } = await webhooks.getDelivery(caller, again[0]!.id)
  assert.deepEqual(
    attempts.map((one) => one.status_code),
    [500, 200, 200, 200],
  )
})

test('during a secret rotation messages have two signatures, afterward one', async (t) => {
  const { webhooks, caller, clock } = await openBench(t)
  const receiver = await openReceiver(t)
  const { id, secret } = await webhooks.create(caller, { url: receiver.url })
  const rotated = await webhooks.rotateSecret(caller, id)
  await webhooks.sendTest(caller, id)
  await webhooks.deliverDue()
  clock.advance(24 * HOUR + 1)
  await webhooks.sendTest(caller, id)
  await webhooks.deliverDue()
  const fits = (key: string, hit: (typeof receiver.hits)[number]) => {
    const at = new Date(Number(hit.headers['webhook-timestamp']) * 1000)
    const expected = new Webhook(key).sign(String(hit.headers['webhook-id']), at, hit.body)
    return String(hit.headers['webhook-signature']).split(' ').includes(expected)
  }
  assert.deepEqual(
    receiver.hits.map((hit) => [fits(secret, hit), fits(rotated.secret, hit)]),
    [
      [true, true],
      [false, true],
    ],
  )
})

test('a name that resolves to an internal address is never contacted, even if it was public before', async (t) => {
  const { webhooks, caller, happen, deliveries } = await openBench(t, { lookup: async () => ['127.0.0.2'] })
  const canary = await openReceiver(t)
  const { port } = new URL(canary.url)
  const { id } = await webhooks.create(caller, { url: `https://rebind.test:${port}/` })
  await happen('page.publish')
  await webhooks.deliverDue()
  assert.match((await deliveries(id))[0]!.last_error ?? '', /^blocked_address/)
  assert.equal(canary.hits.length, 0)
})

test('a started process sends automatically, and stopping waits for deliveries in progress', async (t) => {
  const { webhooks, caller, happen, deliveries } = await openBench(t)
  const receiver = await openReceiver(t)
  const { id } = await webhooks.create(caller, { url: receiver.url })
  const arrived = Promise.withResolvers<ServerResponse>()
  setAnswer(receiver, (response) => arrived.resolve(response))
  webhooks.start()
  await happen('page.publish')
  const response = await arrived.promise
  const stopping = webhooks.stop()
  response.writeHead(204).end()
  await stopping
  assert.equal((await deliveries(id))[0]!.status, 'succeeded')
})

test('deliveries that outlast the shutdown are released for another process, and do not count as failures', async (t) => {
  const { webhooks, caller, happen, deliveries, deps } = await openBench(t)
  const receiver = await openReceiver(t)
  const { id } = await webhooks.create(caller, { url: receiver.url })
  const arrived = Promise.withResolvers<void>()
  setAnswer(receiver, () => arrived.resolve())
  await happen('page.publish', 40)
  const delivering = webhooks.deliverDue()
  await arrived.promise
  await webhooks.stop(50)
  await delivering
  assert.ok((await deliveries(id)).every((one) => one.status === 'pending' && one.attempt_count === 0))
  receiver.says(200)
  const next = openWebhooks(deps)
  await next.deliverDue()
  await next.stop()
  assert.ok((await deliveries(id)).every((one) => one.status === 'succeeded'))
})
