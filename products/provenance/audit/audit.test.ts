// The live audit stream through HTTP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { pages } from '@veritrace/contract/provenance/pages'
import { systemCaller } from '@veritrace/platform/identity/caller'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { provenance, provenanceMigrations } from '../index.ts'

let app: TestApp
before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations] }, provenance)
})
after(() => app.close())

/** A tenant with a key that watches, and a client that does things to be watched. */
async function workspace() {
  const tenant = await app.tenant({ plan: 'pro' })
  const admin = systemCaller(tenant.id, tenant.customer_id)
  const key = await app.platform.identity.keys.create(admin, { name: 'watcher', role: 'viewer' })
  const act = (name: string) =>
    app.client(pages, tenant, 'member').create({ body: { slug: newId('p').replace('_', '-'), display_name: name } })
  // The client's own key is made at its first call, which is told too: let it happen before anyone watches.
  await act('before')
  return { tenant, admin, key, act }
}

async function watch(secret: string, headers: Record<string, string> = {}) {
  const leave = new AbortController()
  const response = await fetch(`${app.url}/api/provenance/v1/app/notifications/stream`, {
    headers: { authorization: `Bearer ${secret}`, ...headers },
    signal: leave.signal,
  })
  const chunks = response.body!.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]()
  let text = ''
  /** All that was told until it matches, or the stream ends. */
  const until = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(text)) {
      const { value, done } = await chunks.next()
      if (done) break
      text += value
    }
    return text
  }
  return { response, until, leave: () => leave.abort() }
}

test('what happens in the workspace is told as events named audit', async () => {
  const { key, act } = await workspace()
  const stream = await watch(key.secret)
  assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  await act('Told')
  const text = await stream.until(/"label":"Told"/)
  assert.match(text, /^id: \d+\nevent: audit\ndata: \{.*"action":"page.create".*\}$/m)
  stream.leave()
})

test('a stranger is told nothing', async () => {
  const [one, two] = [await workspace(), await workspace()]
  const stream = await watch(two.key.secret)
  await one.act('Secret of one')
  await two.act('Own of two')
  assert.doesNotMatch(await stream.until(/Own of two/), /Secret of one/)
  stream.leave()
})

test('a stream goes on after Last-Event-ID, and a strange id is refused', async () => {
  const { tenant, key, act } = await workspace()
  const [last] = (await app.audit(tenant)).slice(-1)
  await act('Missed')
  const stream = await watch(key.secret, { 'last-event-id': String(last!.sequence) })
  assert.match(await stream.until(/Missed/), new RegExp(`^id: ${last!.sequence + 1}$`, 'm'))
  stream.leave()
  const refused = await watch(key.secret, { 'last-event-id': 'yesterday' })
  assert.equal(refused.response.status, 400)
  refused.leave()
})

test('a revoked key hears of its end, and then the stream ends', async () => {
  const { admin, key } = await workspace()
  const stream = await watch(key.secret)
  await app.platform.identity.keys.revoke(admin, key.id)
  assert.match(await stream.until(/never/), /"action":"api_key.revoke"/)
})

test('without a customer the stream is 403', async () => {
  const response = await fetch(`${app.url}/api/provenance/v1/app/notifications/stream`)
  assert.equal(response.status, 403)
  assert.equal(((await response.json()) as { code: string }).code, 'customer_not_resolved')
})
