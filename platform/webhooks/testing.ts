// Test helpers for webhooks: a receiver on loopback, and a new tenant with all dependencies.
import { randomBytes } from 'node:crypto'
import { EventEmitter } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { sql } from 'kysely'
import { type Caller, systemCaller } from '../caller.ts'
import { type Clock, fakeClock } from '../clock.ts'
import { transact } from '../db/transact.ts'
import type { OutboxRow } from '../events/consume.ts'
import { openEvents } from '../events/open.ts'
import { openLog } from '../log.ts'
import { openSafeFetch, type SafeFetch } from '../outside/safe-fetch.ts'
import { testDatabase } from '../testing/db.ts'
import { openWebhooks, type WebhookDeps } from './webhooks.ts'

export interface Hit {
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** A customer's server, which answers 204 by default. */
export async function openReceiver(t: TestContext) {
  const hits: Hit[] = []
  const arrivals = new EventEmitter()
  const receiver = {
    url: '',
    hits,
    ids: () => hits.map((hit) => String(hit.headers['webhook-id'])),
    answer: (_request: IncomingMessage, response: ServerResponse): unknown => response.writeHead(204).end(),
    /** Resolves after this number of hits. */
    reached: (count: number) =>
      new Promise<void>((done) => {
        const look = () => (hits.length >= count ? done() : arrivals.once('hit', look))
        look()
      }),
    /** Sets the response to all requests. */
    says(status: number, headers: Record<string, string> = {}, body = '') {
      receiver.answer = (_, response) => response.writeHead(status, headers).end(body)
    },
  }
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    hits.push({ path: request.url ?? '', headers: request.headers, body })
    receiver.answer(request, response)
    arrivals.emit('hit')
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  receiver.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  t.after(async () => {
    server.closeAllConnections()
    await new Promise((done) => server.close(done))
  })
  return receiver
}

let outboxId = Math.floor(Math.random() * 1e9) * 1000

export async function openBench(
  t: TestContext,
  options: Partial<WebhookDeps> & { lookup?: () => Promise<string[]> } = {},
) {
  const database = await testDatabase()
  const { db } = database
  const clock = fakeClock(new Date('2026-03-01T12:00:00Z'))
  const log = openLog('silent')
  const caller = await makeTenant()
  const events = openEvents({ database, clock, log })
  const safeFetch: SafeFetch = openSafeFetch({
    allow: ['127.0.0.1/32'],
    ...(options.lookup && { lookup: options.lookup }),
  })
  const deps = { db, events, safeFetch, clock: clock as Clock, log, random: () => 0.5, ...options }
  const webhooks = openWebhooks(deps)
  t.after(async () => {
    await webhooks.stop(0)
    await safeFetch.close()
    await sql`delete from platform.tenants where id = ${caller.tenant}`.execute(db)
  })
  const rowOf = (type: string, data: Record<string, unknown> = {}): OutboxRow => ({
    id: ++outboxId,
    tenant_id: caller.tenant,
    type,
    created_at: clock.now(),
    payload: {
      entry_id: `aud_${outboxId}`,
      sequence: outboxId,
      occurred_at: clock.now().toISOString(),
      actor: { type: 'user', id: 'u1', label: 'Uma' },
      resource: { type: 'page', id: 'page_1', label: 'Acme' },
      outcome: 'success',
      data,
    },
  })
  /** Adds events of this type to the queues. */
  const happen = (type: string, count = 1, data?: Record<string, unknown>): Promise<void> =>
    transact(db, (tx) =>
      webhooks.fanOut(
        tx,
        Array.from({ length: count }, () => rowOf(type, data)),
      ),
    )
  const deliveries = async (endpointId: string) =>
    (await webhooks.listDeliveries(caller, endpointId, { limit: 200 })).items
  return { database, db, clock, deps, caller, events, webhooks, rowOf, happen, deliveries }
}

async function makeTenant(): Promise<Caller> {
  const { db } = await testDatabase()
  const tenant = `t_${randomBytes(6).toString('hex')}`
  await sql`insert into platform.tenants (id, customer_id, display_name) values (${tenant}, ${`c_${tenant}`}, 'Test')`.execute(
    db,
  )
  return systemCaller(tenant, `c_${tenant}`)
}
