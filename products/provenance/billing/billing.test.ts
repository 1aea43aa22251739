// Payments through HTTP, with a payment provider on loopback.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { account } from '@veritrace/contract/provenance/account'
import { billing } from '@veritrace/contract/provenance/billing'
import { fakeClock } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import type { Product } from '@veritrace/platform/product'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import Stripe from 'stripe'
import { provenance, provenanceMigrations } from '../index.ts'
import { type FakeStripe, openFakeStripe } from './testing.ts'

const KEY = 'sk_test_loopback'
const SECRET = 'whsec_of_the_test'
const clock = fakeClock(new Date('2026-11-15T12:00:00Z'))
const signer = new Stripe(KEY).webhooks
let app: TestApp
let stripe: FakeStripe
let product: Product

before(async () => {
  stripe = await openFakeStripe(KEY)
  const env = {
    STRIPE_SECRET_KEY: KEY,
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_TEAM_PRICE: 'price_team',
    STRIPE_METERS: 'api_calls=calls_of_test',
    STRIPE_API_URL: stripe.url,
  }
  app = await openTestApp(
    { product: 'provenance', migrations: [provenanceMigrations], clock, env },
    async (platform) => {
      product = await provenance(platform)
      return product
    },
  )
})
after(async () => {
  await app.close()
  await stripe.close()
})
beforeEach(() => {
  stripe.broken = false
  stripe.asked.length = 0
})

const refused = (code: string) => (error: { code: string }) => error.code === code
const seconds = () => Math.floor(clock.now().getTime() / 1000)
let events = 0
const eventOf = (type: string, object: object, fields: object = {}) => ({
  id: `evt_${++events}${Date.now()}`,
  object: 'event',
  type,
  created: seconds(),
  livemode: false,
  data: { object },
  ...fields,
})
const subscription = (id: string, status: string, fields: object = {}) => ({
  id,
  object: 'subscription',
  status,
  created: 1_800_000_000,
  cancel_at_period_end: false,
  items: { object: 'list', data: [{ id: 'si_1', current_period_end: 1_900_000_000 }] },
  ...fields,
})

async function post(event: object, signature?: string): Promise<{ status: number; code?: string }> {
  const payload = JSON.stringify(event)
  const header = signature ?? signer.generateTestHeaderString({ payload, secret: SECRET, timestamp: seconds() })
  const response = await fetch(`${app.url}/api/provenance/v1/billing/payment/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': header },
    body: payload,
  })
  const { code } = (await response.json()) as { code?: string }
  return { status: response.status, ...(code && { code }) }
}

const checkout = (tenant: Tenant, fields: object = {}) =>
  app.client(billing, tenant, 'admin').checkout({
    body: {
      plan: 'pro',
      interval: 'month',
      success_url: `${app.url}/billing?done`,
      cancel_url: `${app.url}/billing`,
      ...fields,
    },
  })
const me = (tenant: Tenant) => app.client(account, tenant, 'viewer').me({})

/** A tenant that exists at the provider. */
async function payer(): Promise<{ tenant: Tenant; customer: string }> {
  const tenant = await app.tenant()
  await checkout(tenant)
  return { tenant, customer: (await me(tenant)).payment_customer_id! }
}

test('the price of the Team plan comes from the provider and is cached', async () => {
  const price = { configured: true, currency: 'eur', unit_amount: 4900, interval: 'month', interval_count: 1 }
  assert.deepEqual(await app.visitor(billing).teamPrice({}), price)
  stripe.broken = true
  assert.deepEqual(await app.visitor(billing).teamPrice({}), price)
})

test('a checkout leads to the provider, and returns only to our own addresses', async () => {
  const tenant = await app.tenant()
  await assert.rejects(checkout(tenant, { success_url: 'https://evil.test/' }), refused('unacceptable'))
  await assert.rejects(checkout(tenant, { interval: 'year' }), refused('unacceptable'))
  assert.ok(!stripe.asked.some(({ line }) => line.startsWith('POST')))
  const { url, expires_at } = await checkout(tenant)
  const { payment_customer_id: customer } = await me(tenant)
  assert.deepEqual([url, expires_at], [`https://pay.test/${customer}`, '2030-03-17T17:46:40.000Z'])
  const made = stripe.asked.filter(({ line }) => line.startsWith('POST'))
  assert.deepEqual(
    made.map(({ line }) => line),
    ['POST /v1/customers', 'POST /v1/checkout/sessions'],
  )
  assert.match(made[0]!.key!, new RegExp(`^customer-${tenant.id}-`))
  assert.equal(made[1]!.fields['line_items[0][price]'], 'price_team')
  await checkout(tenant)
  assert.equal((await me(tenant)).payment_customer_id, customer)
  stripe.subscriptions.set(customer!, [subscription('sub_1', 'past_due')])
  await assert.rejects(checkout(tenant), refused('subscription_active'))
  await assert.rejects(checkout(await app.tenant({ plan: 'enterprise' })), refused('subscription_active'))
})

test('the plan follows the subscription, each event counts once, and other tenants are unaffected', async () => {
  const [{ tenant, customer }, other] = [await payer(), await payer()]
  stripe.subscriptions.set(customer, [subscription(`sub_${customer}`, 'active')])
  const event = eventOf('customer.subscription.created', { id: 'sub', customer })
  assert.deepEqual(await Promise.all([post(event), post(event)]), [{ status: 200 }, { status: 200 }])
  const paid = await me(tenant)
  assert.deepEqual(
    [paid.plan, paid.subscription_status, paid.subscription_current_period_end],
    ['pro', 'active', '2030-03-17T17:46:40.000Z'],
  )
  const log = (await app.audit(tenant)).filter((entry) => entry.action === 'subscription.update')
  assert.deepEqual([log.length, log[0]!.actor.type], [1, 'webhook'])
  stripe.asked.length = 0
  assert.equal((await post(event)).status, 200)
  assert.equal(stripe.asked.length, 0)
  assert.deepEqual([(await me(other.tenant)).plan, (await me(other.tenant)).subscription_status], ['free', 'none'])
})

test('the order of events does not matter: the current state at the provider counts', async () => {
  const { tenant, customer } = await payer()
  const [old, fresh] = [subscription('sub_o', 'canceled'), subscription('sub_n', 'active', { created: 1_800_000_009 })]
  stripe.subscriptions.set(customer, [fresh, old])
  const late = { created: seconds() - 500 }
  await post(eventOf('customer.subscription.updated', { ...fresh, customer }))
  await post(eventOf('customer.subscription.deleted', { ...old, customer }, late))
  assert.equal((await me(tenant)).plan, 'pro')
  // A reading that is older than the stored one is ignored.
  await sql`update provenance.subscriptions set read_at = ${new Date(clock.now().getTime() + 1)} where tenant_id = ${tenant.id}`.execute(
    app.platform.db,
  )
  fresh.status = 'canceled'
  await post(eventOf('customer.subscription.deleted', { ...fresh, customer }))
  assert.equal((await me(tenant)).plan, 'pro')
  clock.advance(1_000)
  await post(eventOf('customer.subscription.deleted', { ...fresh, customer }))
  assert.deepEqual([(await me(tenant)).plan, (await me(tenant)).subscription_status], ['free', 'canceled'])
})

test('unsigned, old, future, modified and foreign events change nothing', async () => {
  const { tenant, customer } = await payer()
  stripe.subscriptions.set(customer, [subscription('sub_x', 'active')])
  const event = eventOf('customer.subscription.created', { customer })
  const payload = JSON.stringify(event)
  const sign = (timestamp: number, secret = SECRET, text = payload) =>
    signer.generateTestHeaderString({ payload: text, secret, timestamp })
  const bad = [
    '',
    't=1',
    sign(seconds() - 301),
    sign(seconds() + 301),
    sign(seconds(), 'whsec_other'),
    sign(seconds(), SECRET, `${payload} `),
    sign(seconds()).replace('v1=', 'v0='),
  ]
  for (const signature of bad)
    assert.deepEqual(await post(event, signature), { status: 401, code: 'invalid_signature' })
  assert.equal((await post({ ...event, livemode: true })).status, 200)
  assert.equal((await post(eventOf('customer.subscription.created', { customer: 'cus_nobody' }))).status, 200)
  assert.equal((await post(eventOf('some.new.thing', { customer }))).status, 200)
  assert.equal((await me(tenant)).plan, 'free')
  // The provider sends an event again if it could not be processed.
  stripe.broken = true
  assert.deepEqual(await post(event), { status: 502, code: 'payment_provider_failed' })
  stripe.broken = false
  assert.equal((await post(event)).status, 200)
  assert.equal((await me(tenant)).plan, 'pro')
})

test('a subscription is canceled at the end of its period or immediately, and the reason is stored', async () => {
  const { tenant, customer } = await payer()
  const admin = app.client(billing, tenant, 'admin')
  await assert.rejects(admin.cancel({ body: {} }), refused('no_subscription'))
  await assert.rejects(
    app.client(billing, await app.tenant(), 'admin').cancel({ body: {} }),
    refused('no_subscription'),
  )
  const running = subscription(`sub_c${customer}`, 'active')
  stripe.subscriptions.set(customer, [running])
  const first = await admin.cancel({ body: { reason: 'unused', comment: 'Bye' } })
  assert.deepEqual([first.plan, first.subscription_status, running.cancel_at_period_end], ['pro', 'active', true])
  const cancellation = stripe.asked.findLast(({ line }) => line.startsWith('POST /v1/subscriptions/'))!.fields
  assert.deepEqual(
    [cancellation['cancellation_details[feedback]'], cancellation['cancellation_details[comment]']],
    ['unused', 'Bye'],
  )
  const second = await admin.cancel({ body: { at_period_end: false } })
  assert.deepEqual([second.plan, second.subscription_status], ['free', 'canceled'])
  const given = await admin.feedback({ body: { reason_code: 'other', would_return: true } })
  assert.deepEqual([given.comment, given.would_return], ['', true])
  const { rows } = await sql<{ reason_code: string }>`
    select reason_code from provenance.billing_feedback where tenant_id = ${tenant.id} order by id`.execute(
    app.platform.db,
  )
  assert.deepEqual(rows.map((row) => row.reason_code).sort(), ['other', 'unused'])
  const actions = (await app.audit(tenant)).map((entry) => entry.action)
  assert.deepEqual(actions.slice(-2), ['subscription.cancel', 'billing_feedback.create'])
})

test('a customer sees only their own invoices, in pages', async () => {
  const { tenant, customer } = await payer()
  const admin = app.client(billing, tenant, 'admin')
  const invoice = (id: string) => ({
    id,
    object: 'invoice',
    number: 'A-1',
    status: 'paid',
    currency: 'eur',
    subtotal: 4900,
    total_taxes: [{ amount: 900 }, { amount: 31 }],
    total: 5831,
    amount_due: 5831,
    amount_paid: 5831,
    period_start: 1_800_000_000,
    period_end: 1_802_592_000,
    due_date: null,
    status_transitions: { finalized_at: 1_800_000_100, paid_at: 1_800_000_200 },
    hosted_invoice_url: 'https://pay.test/i',
    lines: {
      object: 'list',
      data: [{ description: 'Team', quantity: 1, amount: 4900, period: { start: 1_800_000_000, end: 1_802_592_000 } }],
    },
  })
  stripe.invoices.set(customer, [invoice('in_1'), invoice('in_2'), invoice('in_3')])
  const page = await admin.invoices({ query: { limit: 2 } })
  assert.deepEqual([page.items.map(({ id }) => id), page.next], [['in_1', 'in_2'], 'in_2'])
  const { tax, total, issued_at, pdf_url, lines } = page.items[0]!
  assert.deepEqual([tax, total, issued_at, pdf_url], [931, 5831, '2027-01-15T08:01:40.000Z', null])
  assert.equal(lines[0]!.period_end, '2027-02-14T08:00:00.000Z')
  const last = await admin.invoices({ query: { limit: 2, cursor: page.next } })
  assert.deepEqual([last.items.length, last.next], [1, ''])
  const stranger = app.client(billing, (await payer()).tenant, 'admin')
  assert.deepEqual((await stranger.invoices({ query: { limit: 2 } })).items, [])
  for (const cursor of ['in_1', 'sub_1'])
    await assert.rejects(stranger.invoices({ query: { limit: 2, cursor } }), refused('invalid_cursor'))
  await assert.rejects(app.client(billing, tenant, 'member').invoices({ query: { limit: 2 } }), refused('role_too_low'))
  stripe.broken = true
  await assert.rejects(admin.invoices({ query: { limit: 2 } }), (error: Error & { code: string }) => {
    assert.ok(!error.message.includes('canary'))
    return error.code === 'payment_provider_failed'
  })
})

test('a payment method is set up at the provider, and the newest becomes the default', async () => {
  const { tenant, customer } = await payer()
  const admin = app.client(billing, tenant, 'admin')
  assert.equal((await admin.paymentMethod({})).status, 'none')
  const intent = await admin.setupIntent({})
  assert.deepEqual(intent, { client_secret: `seti_1_secret_${customer}`, provider: 'stripe', expires_at: null })
  const card = { brand: 'visa', last4: '4242', exp_month: 10, exp_year: 2026 }
  stripe.methods.set(customer, { id: 'pm_1', object: 'payment_method', type: 'card', card })
  const method = { configured: true, type: 'card', ...card, billing_email: 'pay@acme.test', status: 'expired' }
  assert.deepEqual(await admin.paymentMethod({}), method)
  stripe.subscriptions.set(customer, [subscription(`sub_m${customer}`, 'active')])
  await post(eventOf('setup_intent.succeeded', { customer, payment_method: 'pm_2' }))
  await post(eventOf('setup_intent.succeeded', { customer, payment_method: 'pm_1' }, { created: seconds() - 60 }))
  const set = stripe.asked.filter(({ line }) => /^POST \/v1\/(customers|subscriptions)\//.test(line))
  assert.deepEqual(
    set.map(({ fields }) => Object.values(fields)),
    [['pm_2'], ['pm_2']],
  )
})

test('usage counts this tenant and this month only', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const add = (id: string, operation: string, minute: string, units: number) =>
    sql`insert into platform.usage_minutes (tenant_id, customer_id, product, operation, minute, units)
      values (${id}, 'c', 'provenance', ${operation}, ${minute}, ${units})`.execute(app.platform.db)
  await add(tenant.id, 'GET /vendors', '2026-11-01T00:00:00Z', 7)
  await add(tenant.id, 'GET /vendors', '2026-10-31T23:59:00Z', 100)
  await add(tenant.id, 'crawl_runs', '2026-11-02T00:00:00Z', 3)
  await add(other.id, 'GET /vendors', '2026-11-02T00:00:00Z', 50)
  const usage = await app.client(billing, tenant, 'viewer').usage({})
  const used = Object.fromEntries(usage.meters.map((meter) => [meter.key, meter.used]))
  assert.deepEqual([used.api_calls, used.crawl_runs, used.seats, used.evidence_bytes], [7, 3, 0, 0])
  assert.deepEqual(usage.meters.find(({ key }) => key === 'pinned_vendors')!.limit, 10)
  assert.deepEqual([usage.period_end, usage.plan], ['2026-12-01T00:00:00.000Z', 'free'])
})

test('billing requires credentials, and email events require a configured secret', async () => {
  const stranger = app.visitor(billing)
  for (const verb of ['usage', 'paymentMethod', 'setupIntent'] as const)
    await assert.rejects(stranger[verb]({}), refused('unauthenticated'))
  const mail = await fetch(`${app.url}/api/provenance/v1/lifecycle/email/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  })
  assert.deepEqual([mail.status, ((await mail.json()) as { code: string }).code], [503, 'not_configured'])
})

const endings = async (customer: string) => {
  const { rows } = await sql<{ data: object }>`
    select data from jobs.job where name = 'end-payments' and data ->> 'payer' = ${customer}`.execute(app.platform.db)
  return rows.map(({ data }) => data)
}
const endPayments = (customer: string) =>
  product.jobs.find(({ name }) => name === 'end-payments')!.handle({ payer: customer } as never, undefined as never)

test('deleting a tenant ends its subscriptions', async () => {
  const { tenant, customer } = await payer()
  const running = ['a', 'b'].map((name) => subscription(`sub_${name}${customer}`, 'active'))
  stripe.subscriptions.set(customer, running)
  await app.client(account, tenant, 'owner').delete()
  assert.deepEqual(await endings(customer), [{ payer: customer }])
  await endPayments(customer)
  assert.deepEqual(
    running.map(({ status }) => status),
    ['canceled', 'canceled'],
  )
})

test('an open checkout of a deleted tenant is closed, and a subscription paid there anyway is ended', async () => {
  const { tenant, customer } = await payer()
  assert.equal(stripe.checkouts.get(customer), 'open')
  await app.client(account, tenant, 'owner').delete()
  await endPayments(customer)
  assert.equal(stripe.checkouts.get(customer), 'expired')

  const late = subscription(`sub_late${customer}`, 'active')
  stripe.subscriptions.set(customer, [late])
  const paid = eventOf('checkout.session.completed', { object: 'checkout.session', customer })
  assert.deepEqual(await post(paid), { status: 200 })
  assert.deepEqual(await post(paid), { status: 200 })
  assert.deepEqual(await endings(customer), [{ payer: customer }, { payer: customer }])
  await endPayments(customer)
  assert.equal(late.status, 'canceled')
  assert.deepEqual(await post(eventOf('customer.subscription.deleted', { ...late, customer })), { status: 200 })
  assert.equal((await endings(customer)).length, 2)
})

test('concurrent checkouts use the same customer at the provider', async () => {
  const tenant = await app.tenant()
  let overtaking: { url: string } | undefined
  // The tenant was renamed in between, so the provider creates another customer.
  stripe.beforeCustomer = async () => {
    await app.client(account, tenant, 'owner').updateMe({ body: { display_name: 'Renamed' } })
    overtaking = await checkout(tenant)
  }
  const { url } = await checkout(tenant)
  const { payment_customer_id: customer } = await me(tenant)
  assert.deepEqual([url, overtaking?.url], Array(2).fill(`https://pay.test/${customer}`))
  assert.equal((await app.audit(tenant)).filter(({ action }) => action === 'checkout.begin').length, 2)
})

test('a tenant that is deleted during its first checkout keeps its customer id at the provider', async () => {
  const tenant = await app.tenant()
  const customer = `cus_meanwhile${tenant.id}`
  await app.key(tenant, 'owner')
  let leaving: Promise<unknown> | undefined
  await transact(app.platform.db, async (tx) => {
    await sql`update platform.tenants set payment_customer_id = ${customer} where id = ${tenant.id}`.execute(tx)
    leaving = app.client(account, tenant, 'owner').delete()
    // The deletion now waits for the tenant's lock.
    await setTimeout(80)
  })
  await leaving
  assert.deepEqual(await endings(customer), [{ payer: customer }])
})

test('meters get each unit once, including late, interrupted and rejected reports', async () => {
  const [{ tenant, customer }, gone] = [await payer(), await app.tenant()]
  const { db } = app.platform
  await sql`update platform.tenants set payment_customer_id = 'cus_gone' where id = ${gone.id}`.execute(db)
  const use = (id: string, minute: string, units: number) =>
    sql`insert into platform.usage_minutes as known (tenant_id, customer_id, product, operation, minute, units)
      values (${id}, 'c', 'graph', 'GET /graph/health', ${minute}, ${units})
      on conflict (tenant_id, product, operation, minute) do update set units = known.units + excluded.units`.execute(
      db,
    )
  const run = () => {
    const job = product.jobs.find(({ name }) => name === 'report-usage')!
    return job.handle({} as never, { signal: new AbortController().signal, log: app.platform.log } as never)
  }
  const reportedUnits = () =>
    [...stripe.metered.values()]
      .filter((fields) => fields['payload[stripe_customer_id]'] === customer)
      .map((fields) => Number(fields['payload[value]']))
  const today = clock.now().toISOString().slice(0, 10)
  // Usage by the clients of this test counts too, so delete it.
  await sql`delete from platform.usage_minutes where tenant_id = any(${[tenant.id, gone.id]})`.execute(db)
  await use(tenant.id, `${today}T09:00:00Z`, 5)
  await use(gone.id, `${today}T09:00:00Z`, 3)
  stripe.broken = true
  await assert.rejects(run(), refused('payment_provider_failed'))
  stripe.broken = false
  await Promise.all([run(), run()])
  assert.deepEqual(reportedUnits(), [5])
  const [name] = [...stripe.metered].find(([, fields]) => fields['payload[stripe_customer_id]'] === customer)!
  const { event_name, timestamp } = stripe.metered.get(name)!
  assert.deepEqual([event_name, timestamp], ['calls_of_test', String(Date.parse(`${today}T09:00:00Z`) / 1000)])
  // Killed after the provider accepted the report and before that was stored.
  await sql`update provenance.usage_reports set sent_at = null where tenant_id = ${tenant.id}`.execute(db)
  await use(tenant.id, `${today}T09:00:00Z`, 2)
  await run()
  assert.deepEqual(reportedUnits().toSorted(), [2, 5])
  await run()
  const { rows } = await sql<{ tenant_id: string; sent: boolean }>`
    select tenant_id, sent_at is not null as sent from provenance.usage_reports
    where tenant_id = any(${[tenant.id, gone.id]}) order by sent`.execute(db)
  assert.deepEqual(
    rows.map(({ tenant_id, sent }) => [tenant_id === tenant.id, sent]),
    [
      [false, false],
      [true, true],
      [true, true],
    ],
  )
})
