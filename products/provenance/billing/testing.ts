// A fake payment provider on loopback that speaks Stripe's wire format for the calls we make.
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

type Fields = Record<string, unknown>
export interface FakeStripe {
  url: string
  /** Received requests, such as `POST /v1/customers`, with their fields. */
  asked: { line: string; fields: Record<string, string>; key: string | undefined }[]
  subscriptions: Map<string, Fields[]>
  invoices: Map<string, Fields[]>
  /** Whether a customer’s checkout session is open. */
  checkouts: Map<string, 'open' | 'expired'>
  methods: Map<string, Fields>
  price: Fields
  /** Meter events by identifier. */
  metered: Map<string, Record<string, string>>
  /** Runs before the next customer is created. */
  beforeCustomer?: (() => Promise<unknown>) | undefined
  /** Answers every call with 500 if true. */
  broken: boolean
  close(): Promise<void>
}

const list = (data: Fields[], has_more = false) => ({ object: 'list', url: '/', data, has_more })
class Missing extends Error {}
class Repeated extends Error {}

export async function openFakeStripe(secretKey: string): Promise<FakeStripe> {
  let made = 0
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://stripe.test')
    const body = new URLSearchParams(await text(request))
    const fields = Object.fromEntries([...searchParams, ...body])
    const line = `${request.method} ${pathname}`
    fake.asked.push({ line, fields, key: request.headers['idempotency-key']?.toString() })
    const send = (status: number, value: unknown) =>
      response
        .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_1' })
        .end(JSON.stringify(value))
    if (request.headers.authorization !== `Bearer ${secretKey}`)
      return send(401, { error: { type: 'invalid_request_error', message: 'Invalid API Key' } })
    // Without this header the library retries on its own.
    if (fake.broken) {
      response.setHeader('stripe-should-retry', 'false')
      return send(500, { error: { type: 'api_error', message: 'canary-of-the-provider' } })
    }
    if (line === 'POST /v1/customers') {
      const { beforeCustomer } = fake
      fake.beforeCustomer = undefined
      await beforeCustomer?.()
    }
    try {
      return send(200, answer(line, pathname.split('/'), fields))
    } catch (error) {
      if (error instanceof Repeated)
        return send(400, { error: { type: 'invalid_request_error', message: error.message } })
      if (!(error instanceof Missing)) throw error
      return send(404, { error: { type: 'invalid_request_error', code: 'resource_missing', message: error.message } })
    }
  })

  function answer(line: string, [, , kind, id = '', more]: string[], fields: Record<string, string>): unknown {
    if (line === 'POST /v1/customers') return { id: `cus_${++made}${Date.now()}`, object: 'customer' }
    if (kind === 'checkout') return checkout(line, fields)
    if (line === 'POST /v1/setup_intents')
      return { id: 'seti_1', object: 'setup_intent', client_secret: `seti_1_secret_${fields.customer}` }
    if (line === 'POST /v1/billing/meter_events') return takeUsage(fields)
    if (line === `GET /v1/prices/${fake.price.id}`) return fake.price
    if (line === 'GET /v1/subscriptions') return list(fake.subscriptions.get(fields.customer!) ?? [])
    if (line === 'GET /v1/invoices') return page(fake.invoices.get(fields.customer!) ?? [], fields)
    if (kind === 'subscriptions' && id) return changeSubscription(line.startsWith('DELETE'), id, fields)
    if (kind === 'customers' && more === 'payment_methods')
      return list([fake.methods.get(id)].filter((m) => m !== undefined))
    if (kind === 'customers' && id)
      return { id, object: 'customer', email: 'pay@acme.test', invoice_settings: { default_payment_method: null } }
    throw new Missing(line)
  }

  function checkout(line: string, { customer = '' }: Record<string, string>): unknown {
    const url = `https://pay.test/${customer}`
    const session = { id: `cs_${customer}`, object: 'checkout.session', url, expires_at: 1_900_000_000 }
    if (line.startsWith('GET')) return list(fake.checkouts.get(customer) === 'open' ? [session] : [])
    const ended = /\/cs_(\w+)\/expire$/.exec(line)?.[1]
    fake.checkouts.set(ended ?? customer, ended ? 'expired' : 'open')
    return session
  }

  function takeUsage(fields: Record<string, string>): Fields {
    const { identifier = '', event_name, timestamp } = fields
    if (fields['payload[stripe_customer_id]'] === 'cus_gone') throw new Missing('No such customer')
    if (fake.metered.has(identifier)) throw new Repeated(`An event already exists with identifier ${identifier}.`)
    fake.metered.set(identifier, fields)
    return { object: 'billing.meter_event', identifier, event_name, timestamp: Number(timestamp), livemode: false }
  }

  function page(all: Fields[], { starting_after, limit }: Record<string, string>) {
    const at = starting_after ? all.findIndex((one) => one.id === starting_after) : -1
    if (starting_after && at < 0) throw new Missing(starting_after)
    return list(all.slice(at + 1, at + 1 + Number(limit)), all.length > at + 1 + Number(limit))
  }

  function changeSubscription(ends: boolean, id: string, fields: Record<string, string>): Fields {
    const found = [...fake.subscriptions.values()].flat().find((one) => one.id === id)
    if (!found) throw new Missing(id)
    if (ends) found.status = 'canceled'
    if (fields.cancel_at_period_end) found.cancel_at_period_end = fields.cancel_at_period_end === 'true'
    return found
  }

  const fake: FakeStripe = {
    url: '',
    asked: [],
    subscriptions: new Map(),
    invoices: new Map(),
    checkouts: new Map(),
    methods: new Map(),
    price: {
      id: 'price_team',
      object: 'price',
      currency: 'eur',
      unit_amount: 4900,
      recurring: { interval: 'month', interval_count: 1 },
    },
    metered: new Map(),
    broken: false,
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}
