// Email events through HTTP; and billing on the same server, which has no payment provider.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { billing } from '@veritrace/contract/provenance/billing'
import { fakeClock } from '@veritrace/platform/clock'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { newSigningSecret, sign } from '@veritrace/platform/webhooks/sign'
import { sql } from 'kysely'
import { provenance, provenanceMigrations } from '../index.ts'
import { readEmailEvent } from './rules.ts'

const secret = newSigningSecret()
const clock = fakeClock()
let app: TestApp

before(async () => {
  const env = { EMAIL_WEBHOOK_SECRET: secret }
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock, env }, (platform) =>
    provenance(platform),
  )
})
after(() => app.close())

async function post(event: unknown, headers?: Record<string, string>): Promise<number> {
  const body = JSON.stringify(event)
  const response = await fetch(`${app.url}/api/provenance/v1/lifecycle/email/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(headers ?? sign([secret], newId('msg'), clock.now(), body)) },
    body,
  })
  await response.body?.cancel()
  return response.status
}
const reasonFor = async (address: string) => {
  const { rows } = await sql<{ reason: string }>`
    select reason from platform.mail_suppressions where address = ${address}`.execute(app.platform.db)
  return rows[0]?.reason
}
const eventOf = (type: string, to: unknown, data: object = {}) => ({ type, data: { to, ...data } })

test('hard bounces and complaints suppress an address, other events do not', async () => {
  assert.equal(await post(eventOf('email.bounced', ['Gone@A.test'], { bounce: { type: 'Permanent' } })), 200)
  assert.equal(await post(eventOf('email.complained', ['Ann <angry@a.test>'])), 200)
  assert.equal(await post(eventOf('email.bounced', ['full@a.test'], { bounce: { type: 'Transient' } })), 200)
  assert.equal(await post(eventOf('email.delivered', ['fine@a.test'])), 200)
  const reasons = ['gone@a.test', 'angry@a.test', 'full@a.test', 'fine@a.test'].map(reasonFor)
  assert.deepEqual(await Promise.all(reasons), ['bounce', 'complaint', undefined, undefined])
})

test('a message counts once, and the older header names work too', async () => {
  const event = eventOf('email.bounced', ['back@a.test'])
  const headers = Object.fromEntries(
    Object.entries(sign([secret], 'msg_once', clock.now(), JSON.stringify(event))).map(([name, value]) => [
      name.replace('webhook-', 'svix-'),
      value,
    ]),
  )
  assert.equal(await post(event, headers), 200)
  await app.platform.mailer.unsuppress(app.platform.db, 'back@a.test')
  assert.equal(await post(event, headers), 200)
  assert.equal(await reasonFor('back@a.test'), undefined)
})

test('an Idempotency-Key is ignored: a message has its own id', async () => {
  const event = eventOf('email.bounced', [`${newId('m')}@keyed.test`], { bounce: { type: 'hard' } })
  const body = JSON.stringify(event)
  for (let times = 0; times < 2; times++)
    assert.equal(await post(event, { ...sign([secret], 'msg_keyed', clock.now(), body), 'idempotency-key': 'k' }), 200)
  assert.equal(
    await post(event, { ...sign([newSigningSecret()], 'm', clock.now(), body), 'idempotency-key': 'k' }),
    401,
  )
})

test('a message without a valid, recent signature is rejected', async () => {
  const event = eventOf('email.bounced', ['safe@a.test'])
  const body = JSON.stringify(event)
  const at = (ms: number) => new Date(clock.now().getTime() + ms)
  assert.equal(await post(event, {}), 401)
  assert.equal(await post(event, { ...sign([newSigningSecret()], 'm', at(0), body) }), 401)
  assert.equal(await post(event, { ...sign([secret], 'm', at(-301_000), body) }), 401)
  assert.equal(await post(event, { ...sign([secret], 'm', at(301_000), body) }), 401)
  assert.equal(await post(event, { ...sign([secret], 'm', at(0), `${body} `) }), 401)
  assert.equal(await reasonFor('safe@a.test'), undefined)
  assert.equal(await post('no event'), 400)
  assert.equal(readEmailEvent({ type: 'email.bounced' }), undefined)
})

test('without a payment provider, reads work and payments fail with a clear error', async () => {
  const tenant = await app.tenant({ plan: 'pro' })
  const admin = app.client(billing, tenant, 'admin')
  const price = await app.visitor(billing).teamPrice({})
  assert.deepEqual([price.configured, price.currency, price.unit_amount], [false, null, null])
  assert.deepEqual(await admin.invoices({ query: { limit: 5 } }), { items: [], next: '' })
  const { configured, status } = await admin.paymentMethod({})
  assert.deepEqual([configured, status, (await admin.usage({})).plan], [false, 'none', 'pro'])
  const missing = (error: { code: string; status: number }) =>
    error.code === 'billing_not_configured' && error.status === 503
  await assert.rejects(admin.setupIntent({}), missing)
  await assert.rejects(admin.cancel({ body: {} }), missing)
  const back = { success_url: app.url, cancel_url: app.url }
  await assert.rejects(admin.checkout({ body: { plan: 'pro', interval: 'month', ...back } }), missing)
  const response = await fetch(`${app.url}/api/provenance/v1/billing/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.equal(response.status, 503)
  await response.body?.cancel()
})
