// The audit log through HTTP: as pages, as files and as a live stream.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AuditEntry, audit } from '@veritrace/contract/provenance/audit'
import { pages } from '@veritrace/contract/provenance/pages'
import { systemCaller } from '@veritrace/platform/caller'
import { encodeCursor } from '@veritrace/platform/db/keyset'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { provenance, provenanceMigrations } from '../index.ts'
import { exportAuditLog } from './export-audit.ts'
import { streamAudit } from './stream-audit.ts'

let app: TestApp
before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations] }, provenance)
})
after(() => app.close())

/** A tenant with a key that watches the stream, and a client that makes entries. */
async function workspace() {
  const tenant = await app.tenant({ plan: 'pro' })
  const admin = systemCaller(tenant.id, tenant.customer_id)
  const key = await app.platform.identity.keys.create(admin, { name: 'watcher', role: 'admin' })
  const act = (name: string) =>
    app.client(pages, tenant, 'member').create({ body: { slug: newId('p').replace('_', '-'), display_name: name } })
  // The client creates its own key at its first call, which is an entry too: do that before anyone watches.
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
  /** The text of the stream up to a match, or up to its end. */
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

test('the stream sends new entries as events named audit', async () => {
  const { key, act } = await workspace()
  const stream = await watch(key.secret)
  assert.equal(stream.response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  await act('Streamed')
  const text = await stream.until(/"label":"Streamed"/)
  assert.match(text, /^id: \d+\nevent: audit\ndata: \{.*"action":"page.create".*\}$/m)
  stream.leave()
})

test('an entry made before the stream is first read is sent too', async () => {
  const { admin, act } = await workspace()
  const stream = await streamAudit(app.platform, admin, undefined, new AbortController().signal)
  await act('At once')
  const events = stream[Symbol.asyncIterator]()
  assert.match(JSON.stringify((await events.next()).value), /At once/)
  await events.return?.()
})

test('a stream contains no entries of other tenants', async () => {
  const [one, two] = [await workspace(), await workspace()]
  const stream = await watch(two.key.secret)
  await one.act('Secret of one')
  await two.act('Own of two')
  assert.doesNotMatch(await stream.until(/Own of two/), /Secret of one/)
  stream.leave()
})

test('a stream resumes after Last-Event-ID, and an invalid id is rejected', async () => {
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

test('an id beyond the end of the log is answered with reset, and the stream continues from the end', async () => {
  const { tenant, key, act } = await workspace()
  const { items } = await app.client({ list: audit.list }, tenant, 'admin').list({ query: { limit: 1 } })
  const stream = await watch(key.secret, { 'last-event-id': '999999' })
  await act('After the reset')
  const text = await stream.until(/After the reset/)
  assert.match(
    text,
    new RegExp(
      `id: ${items[0]!.sequence}\\nevent: reset\\ndata: \\{\\}\\n\\nid: ${items[0]!.sequence + 1}\\nevent: audit`,
    ),
  )
  stream.leave()
})

test('a revoked key receives its own revocation, and then the stream ends', async () => {
  const { admin, key } = await workspace()
  const stream = await watch(key.secret)
  await app.platform.identity.keys.revoke(admin, key.id)
  assert.match(await stream.until(/never/), /"action":"api_key.revoke"/)
})

test('roles that may not read the audit log cannot watch the stream either', async () => {
  const { tenant, admin } = await workspace()
  for (const role of ['viewer', 'reviewer', 'member'] as const)
    for (const after of ['', '0']) {
      const stream = await watch(await app.key(tenant, role), after ? { 'last-event-id': after } : {})
      assert.equal(stream.response.status, 403, role)
      assert.match(await stream.until(/never/), /"code":"role_too_low"/)
    }
  const scoped = { name: 'scoped', role: 'admin', scopes: ['graph:read'] } as const
  const elsewhere = await watch((await app.platform.identity.keys.create(admin, scoped)).secret)
  assert.match(await elsewhere.until(/never/), /"code":"scope_denied"/)
})

test('without a tenant the stream is 403', async () => {
  const response = await fetch(`${app.url}/api/provenance/v1/app/notifications/stream`)
  assert.equal(response.status, 403)
  assert.equal(((await response.json()) as { code: string }).code, 'customer_not_resolved')
})

const log = (tenant: Tenant, role: 'admin' | 'member' = 'admin') => app.client({ list: audit.list }, tenant, role)
const getFile = async (tenant: Tenant, query: string) =>
  fetch(`${app.url}/api/provenance/v1/app/audit-log?${query}`, {
    headers: { authorization: `Bearer ${await app.key(tenant, 'admin')}` },
  })

test('the log is paged newest first, without gaps, and can be filtered', async () => {
  const { tenant, act } = await workspace()
  for (const name of ['One', 'Two', 'Three']) await act(name)
  const seen: AuditEntry[] = []
  for (let cursor = ''; ; ) {
    const { items, next } = await log(tenant).list({ query: { limit: 2, ...(cursor && { cursor }) } })
    seen.push(...items)
    if (!next) break
    cursor = next
  }
  assert.deepEqual(
    seen.map(({ sequence }) => sequence),
    seen.map((_, i) => seen.length - i),
  )
  assert.ok(seen.every((entry, i) => entry.prev_hash === (seen[i + 1]?.hash ?? '0'.repeat(64))))
  const two = seen.find(({ resource }) => resource.label === 'Two')!
  const count = async (query: object) => (await log(tenant).list({ query })).items.length
  assert.equal(await count({ action: 'page.' }), 4)
  assert.equal(await count({ resource: `page:${two.resource.id}` }), 1)
  assert.equal(await count({ resource: 'api_key' }), 3)
  assert.equal(await count({ actor: two.actor.id }), 4)
  assert.equal(await count({ from: '2999-01-01T00:00:00Z' }), 0)
  assert.equal(await count({ to: '2999-01-01T00:00:00Z' }), seen.length)
  await assert.rejects(log(tenant, 'member').list({}), { code: 'role_too_low' })
  const stranger = (await workspace()).tenant
  const { next } = await log(tenant).list({ query: { limit: 2 } })
  const forged = encodeCursor(`audit ${stranger.id}`, ['; drop'])
  for (const cursor of [next, forged])
    await assert.rejects(log(stranger).list({ query: { cursor } }), { code: 'invalid_cursor' })
  const theirs = await log(stranger).list({ query: { resource: `page:${two.resource.id}` } })
  assert.deepEqual(theirs.items, [])
})

test('in CSV, a label that a spreadsheet would run as a formula stays text', async () => {
  const { tenant, act } = await workspace()
  await act(`=HYPERLINK("https://evil.test","x")`)
  await act('@SUM(1)')
  const response = await getFile(tenant, 'format=csv&action=page.')
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="audit-log.csv"')
  const text = await response.text()
  assert.match(text, /^sequence,occurred_at,actor_type,/)
  assert.ok(text.includes(`,"'=HYPERLINK(""https://evil.test"",""x"")",`))
  assert.ok(text.includes(`,'@SUM(1),`))
  assert.equal(text.split('\r\n').length, 5, 'a header, three entries, and the final line break')
})

test('in NDJSON and OCSF, each line is an entry of the list', async () => {
  const { tenant, act } = await workspace()
  await act('Streamed')
  const { items } = await log(tenant).list({ query: {} })
  const lines = async (format: string) =>
    (await (await getFile(tenant, `format=${format}`)).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
  // The key that requests the files was created before the list was read.
  assert.deepEqual(await lines('ndjson'), items)
  const [ocsf] = await lines('ocsf')
  assert.partialDeepStrictEqual(ocsf, {
    class_uid: 6003,
    type_uid: 600301,
    activity_name: 'Create',
    api: { operation: items[0]!.action },
    metadata: { version: '1.3.0', uid: items[0]!.id, tenant_uid: tenant.id },
    actor: { user: { uid: items[0]!.actor.id } },
  })
})

test('a file that would be too long links to the next one', async () => {
  const { tenant, act } = await workspace()
  for (const name of ['One', 'Two', 'Three', 'Four']) await act(name)
  const caller = systemCaller(tenant.id, tenant.customer_id)
  const all = (await log(tenant).list({ query: { action: 'page.' } })).items.map(({ id }) => id)
  const ids: string[] = []
  for (let query = 'action=page.'; query; ) {
    const asked = { limit: 50, ...Object.fromEntries(new URLSearchParams(query)) }
    const { body, headers } = await exportAuditLog(app.platform, caller, asked, 'ndjson', 2)
    const chunks: Uint8Array[] = []
    for await (const chunk of body) chunks.push(chunk)
    const part = Buffer.concat(chunks)
      .toString()
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).id)
    assert.ok(part.length <= 2)
    ids.push(...part)
    query = /^<\?(.*)>; rel="next"$/.exec(headers.link ?? '')?.[1] ?? ''
  }
  assert.deepEqual(ids, all)
})
