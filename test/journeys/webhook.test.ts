// A change through the API reaches the signed webhook of the customer who made it, and no one else's.
import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { client } from '@veritrace/contract/client'
import { pages } from '@veritrace/contract/provenance/pages'
import { type Caller, systemCaller } from '@veritrace/platform/caller'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { openReceiver } from '@veritrace/platform/webhooks/testing'
import { Webhook } from 'standardwebhooks'
import type { Server } from '../../apps/server/start.ts'
import { workingServer } from '../own-server.ts'

describe('webhooks of a tenant', () => {
  let server: Server
  before(async () => {
    server = await workingServer()
  })

  /** A tenant, and a client with an API key of it. */
  async function join(id: string) {
    const { db, identity } = server.platform
    const tenant = await ensureTenant(db, { id, displayName: id, products: ['provenance'] })
    const caller = systemCaller(tenant.id, tenant.customer_id)
    const { secret } = await identity.keys.create(caller, { name: 'journey', role: 'owner' })
    const api = client(pages, `${server.url}/api/provenance/v1`, (address, init) =>
      fetch(address, {
        ...init,
        headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${secret}` },
      }),
    )
    return { caller, api }
  }

  test('the event of a new page arrives once, with a signature that the standard library accepts', async (t) => {
    const receiver = await openReceiver(t)
    const acme = await join('acme-hooks')
    const globex = await join('globex-hooks')
    const { webhooks } = server.platform
    const { id, secret } = await webhooks.create(acme.caller, { url: receiver.url, event_types: ['page.*'] })

    await globex.api.create({ body: { slug: 'globex-page', display_name: 'Globex' } })
    await acme.api.create({ body: { slug: 'acme-page', display_name: 'Acme' } })
    await receiver.reached(1)
    const { body, headers } = receiver.hits[0]!
    const message = new Webhook(secret).verify(body, headers as Record<string, string>) as Message
    assert.equal(message.type, 'page.create')
    assert.deepEqual(message.data.data, { slug: 'acme-page' })
    assert.throws(() => new Webhook(secret).verify(body.replace('acme', 'evil'), headers as Record<string, string>))

    const [delivery] = await settled(acme.caller, id, 1)
    assert.deepEqual(
      [delivery!.id, delivery!.event_type, delivery!.status, delivery!.attempt_count, delivery!.last_status],
      [headers['webhook-id'], 'page.create', 'succeeded', 1, 204],
    )
    await assert.rejects(webhooks.getDelivery(globex.caller, delivery!.id), { status: 404 })
  })

  test('events of other tenants and of other types are not sent', async (t) => {
    const receiver = await openReceiver(t)
    const mine = await join('mine-hooks')
    const other = await join('other-hooks')
    const { webhooks } = server.platform
    const { id } = await webhooks.create(mine.caller, { url: receiver.url, event_types: ['page.create'] })
    await other.api.create({ body: { slug: 'other-page', display_name: 'Other' } })
    const made = await mine.api.create({ body: { slug: 'first-page', display_name: 'First' } })
    await mine.api.update({ params: { slug: made.slug }, body: { display_name: 'Changed' } })
    // Events are delivered in order, so when the last one has arrived, those before it would have too.
    await mine.api.create({ body: { slug: 'last-page', display_name: 'Last' } })
    await receiver.reached(2)
    await settled(mine.caller, id, 2)
    const bodies = receiver.hits.map((hit) => hit.body).join('\n')
    assert.match(bodies, /first-page/)
    assert.match(bodies, /last-page/)
    assert.doesNotMatch(bodies, /other-page|Changed/)
    assert.equal(receiver.hits.length, 2)
  })

  /** The log of the endpoint, once this many messages have arrived. */
  async function settled(caller: Caller, endpointId: string, count: number) {
    for (const end = Date.now() + 40_000; ; await sleep(20)) {
      const { items } = await server.platform.webhooks.listDeliveries(caller, endpointId, { limit: 50 })
      const done = items.filter((item) => item.status === 'succeeded')
      if (done.length === count || Date.now() > end) {
        assert.deepEqual([done.length, items.length], [count, count])
        return items
      }
    }
  }
})

interface Message {
  type: string
  timestamp: string
  data: { data: unknown }
}
