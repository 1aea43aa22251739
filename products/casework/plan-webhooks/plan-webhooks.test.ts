// Plan webhooks through HTTP, with a receiver on loopback, which is allowed only as a listed host.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { CasePlan } from '@veritrace/contract/casework/case-plans'
import type { NewPlanWebhook } from '@veritrace/contract/casework/plan-webhooks'
import { ApiError } from '@veritrace/contract/client'
import { fakeClock } from '@veritrace/platform/clock'
import { openReceiver } from '@veritrace/platform/webhooks/testing'
import { verify } from '@veritrace/platform/webhooks/verify'
import { sql } from 'kysely'
import { planTenant } from '../case-plans/testing.ts'
import { type CaseworkApp, openCaseworkApp } from '../testing.ts'
import { DELIVER } from './queue-delivery.ts'

let app: CaseworkApp
const clock = fakeClock(new Date('2026-03-02T09:00:00Z'))
before(async () => {
  const env = { CASEWORK_WEBHOOK_ALLOW: '127.0.0.1' }
  app = await openCaseworkApp({ clock, env })
})
after(() => app.close())

const refused = (status: number, code: string) => (error: unknown) => {
  assert.ok(error instanceof ApiError, String(error))
  assert.deepEqual([error.status, error.code], [status, code], error.message)
  return true
}

async function open() {
  const world = await planTenant(app)
  const { webhooks, transports, headers, work, tenant } = world
  const hook = (caseId: string, url: string, more: Partial<NewPlanWebhook> = {}) =>
    webhooks().create({
      params: { caseId },
      body: { url, events: ['*'], description: '', active: true, ...more },
      headers,
    })
  const deliveries = async (plan: CasePlan, query: object = {}) =>
    (
      await transports('viewer').deliveries({
        params: { caseId: plan.case_id, planId: plan.id },
        query: query as never,
        headers,
      })
    ).items
  const deliver = (id: string) => work(DELIVER, { tenant: tenant.id, workspace: 'main', id })
  const listed = async (caseId: string) => (await webhooks('viewer').list({ params: { caseId }, headers })).items
  return { ...world, hook, deliveries, deliver, listed }
}

test('a webhook may have a public https address or a host that the operator allows', async () => {
  const { openCase, hook } = await open()
  const { caseId } = await openCase()
  for (const url of [
    'https://169.254.169.254/latest/meta-data',
    'https://localhost/hook',
    'http://localhost:8080/hook',
    'https://[::1]/hook',
    'https://10.0.0.8/hook',
    'http://hooks.example.com/hook',
    'https://user:pass@hooks.example.com/hook',
    'ftp://hooks.example.com/hook',
    'not a url',
  ])
    await assert.rejects(hook(caseId, url), refused(422, 'url_not_allowed'), url)
  await hook(caseId, 'https://hooks.example.com/hook')
  await hook(caseId, 'http://127.0.0.1:8080/hook')
})

test('the secret is shown once, even if the request is repeated, and a case has at most ten webhooks', async () => {
  const { openCase, hook, listed, webhooks, headers } = await open()
  const { caseId } = await openCase()
  const body = { url: 'https://hooks.example.com/a', events: ['*' as const], description: '', active: true }
  const once = { ...headers, 'idempotency-key': `k${caseId}` }
  const made = await webhooks().create({ params: { caseId }, body, headers: once })
  assert.match(made.secret!, /^whsec_/)
  assert.ok(made.secret!.endsWith(made.secret_hint.slice(1)))
  const again = await webhooks().create({ params: { caseId }, body, headers: once })
  assert.deepEqual([again.id, again.secret], [made.id, undefined])
  assert.ok((await listed(caseId)).every((one) => !('secret' in one)))
  await assert.rejects(hook(caseId, body.url, { secret: 'short' }), refused(422, 'unacceptable'))
  for (let n = 1; n < 10; n++) await hook(caseId, `https://hooks.example.com/${n}`)
  await assert.rejects(hook(caseId, body.url), refused(409, 'too_many_webhooks'))
  await webhooks().remove({ params: { caseId, webhookId: made.id }, headers })
  await assert.rejects(
    webhooks().remove({ params: { caseId, webhookId: made.id }, headers }),
    refused(404, 'plan_webhook_not_found'),
  )
})

test('a plan event is signed, sent, and retried with the same id until the receiver accepts it', async (t) => {
  const { draft, step, hook, deliveries, deliver, listed } = await open()
  const receiver = await openReceiver(t)
  const { plan, caseId } = await draft()
  const { secret } = await hook(caseId, receiver.url, { events: ['plan.submitted'] })
  await step(plan, { transition: 'submit' })
  const [queued, ...others] = await deliveries(plan)
  assert.deepEqual([others.length, queued!.event_type, queued!.status], [0, 'plan.submitted', 'queued'])
  receiver.says(503)
  await deliver(queued!.id)
  const [retrying] = await deliveries(plan)
  assert.deepEqual([retrying!.status, retrying!.attempt, retrying!.http_status], ['retrying', 1, 503])
  await deliver(queued!.id)
  assert.equal(receiver.hits.length, 1, 'it is not retried before it is due')
  clock.advance(7_000)
  receiver.says(204)
  await deliver(queued!.id)
  await deliver(queued!.id)
  const [delivered] = await deliveries(plan, { status: 'delivered' })
  assert.deepEqual([delivered!.attempt, delivered!.attempts.length, delivered!.next_retry_at], [2, 2, null])
  assert.deepEqual(receiver.ids(), [queued!.id, queued!.id])
  const hit = receiver.hits[1]!
  assert.equal(verify([secret!], { headers: hit.headers, body: Buffer.from(hit.body) }, clock.now()), queued!.id)
  const message = JSON.parse(hit.body) as {
    type: string
    data: { plan: { id: string; state: string }; case: { id: string } }
  }
  assert.deepEqual(
    [message.type, message.data.plan.id, message.data.plan.state, message.data.case.id],
    ['plan.submitted', plan.id, 'in_review', caseId],
  )
  assert.deepEqual((await listed(caseId))[0]!.last_delivery!.status, 'delivered')
})

test('a message left behind by a dead process is sent again with the same id, by one worker at a time', async (t) => {
  const { draft, step, hook, deliveries, deliver } = await open()
  const receiver = await openReceiver(t)
  const { plan, caseId } = await draft()
  await hook(caseId, receiver.url, { events: ['plan.submitted'] })
  await step(plan, { transition: 'submit' })
  const [queued] = await deliveries(plan)
  let answer = (): void => {}
  receiver.answer = (_, response) => {
    answer = () => response.writeHead(204).end()
  }
  const dying = deliver(queued!.id)
  await receiver.reached(1)
  await deliver(queued!.id)
  assert.equal(receiver.hits.length, 1, 'another worker leaves it alone while it is being sent')
  await sql`update casework.plan_deliveries set locked_until = now() where id = ${queued!.id}`.execute(app.platform.db)
  receiver.says(204)
  await deliver(queued!.id)
  answer()
  await dying
  const [delivered] = await deliveries(plan)
  assert.deepEqual([delivered!.status, delivered!.attempts.length], ['delivered', 1])
  assert.deepEqual(receiver.ids(), [queued!.id, queued!.id])
})

test('after the last attempt a message becomes a dead letter recorded in the case, and 410 disables a webhook', async (t) => {
  const { draft, step, hook, deliveries, deliver, listed } = await open()
  const receiver = await openReceiver(t)
  const { plan, caseId } = await draft()
  await hook(caseId, receiver.url, { events: ['plan.submitted', 'plan.withdrawn'] })
  await step(plan, { transition: 'submit' })
  const { id } = (await deliveries(plan))[0]!
  receiver.says(500)
  for (let n = 0; n < 8; n++) {
    await deliver(id)
    clock.advance(30 * 3_600_000)
  }
  const [dead] = await deliveries(plan)
  assert.deepEqual([dead!.status, dead!.attempt], ['dead_letter', 8])
  assert.equal((await listed(caseId))[0]!.failure_count, 8)
  await step(plan, { transition: 'withdraw' })
  const [last] = await deliveries(plan)
  receiver.says(410)
  await deliver(last!.id)
  const [webhook] = await listed(caseId)
  assert.deepEqual([webhook!.active, webhook!.last_delivery!.status], [false, 'failed'])
  assert.match(webhook!.disabled_reason!, /410/)
})

test('work is handed over to an allowed address and to a webhook, and the transports are marked as sent', async (t) => {
  const { approved, hook, transports, deliveries, deliver, get, headers } = await open()
  const receiver = await openReceiver(t)
  const { plan, caseId } = await approved()
  const params = { caseId, planId: plan.id }
  const send = (body: object) => transports().transport({ params, body: body as never, headers })
  await assert.rejects(
    send({ kind: 'tracker', target: { url: 'https://10.1.2.3/x' } }),
    refused(422, 'url_not_allowed'),
  )
  await assert.rejects(send({ kind: 'webhook' }), refused(422, 'unacceptable'))
  await assert.rejects(
    send({ kind: 'webhook', target: { webhook_id: 'whk_none' } }),
    refused(404, 'plan_webhook_not_found'),
  )
  await send({ kind: 'tracker', target: { url: receiver.url, project_key: 'ERP' } })
  const { id: webhook_id } = await hook(caseId, receiver.url, { events: ['ping'] })
  await send({ kind: 'webhook', target: { webhook_id } })
  for (const { id } of await deliveries(plan, { status: 'queued' })) await deliver(id)
  const bodies = receiver.hits.map(({ body }) => JSON.parse(body) as { type?: string; items?: unknown[] })
  assert.deepEqual(
    bodies.map(({ type, items }) => type ?? items!.length).sort(),
    [plan.items.length, 'transport.created'].sort(),
  )
  assert.deepEqual(
    (await get(plan)).transports.map(({ kind, status }) => [kind, status]),
    [
      ['tracker', 'sent'],
      ['webhook', 'sent'],
    ],
  )
})
