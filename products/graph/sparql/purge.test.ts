// Purged tenants: their statements are removed from engines and indexes, in this process and on an external server.
import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import { purgeTenants } from '@veritrace/platform/identity/tenancy/purge'
import { markTenantDeleted } from '@veritrace/platform/identity/tenancy/store'
import type { TestApp } from '@veritrace/platform/testing/app'
import { Store } from 'oxigraph'
import { EngineError } from '../engine/engine.ts'
import { keepSwept } from '../engine/keep-swept.ts'
import { workspaceKey } from '../scope/workspace-key.ts'
import { runJob } from '../search/testing.ts'
import { openTextIndexes } from '../search/text/text-indexes.ts'
import { openNear } from '../search/vectors/near.ts'
import { anotherEngine, openGraphApp } from '../testing.ts'
import { openIndexes } from '../traversal/indexes.ts'
import { forgetPurgedHere, memoryOfEngine } from './forget-purged.ts'
import { type Tenant, values } from './testing.ts'

const SPACE = { context: 'one', space: 'mine', dimension: 2, vectors: 0, seq: 1 }
const MONTH_MS = 31 * 24 * 3_600_000

test('an external server loses the data of a purged tenant as soon as it answers', async (t) => {
  const server = await openSparqlServer(t)
  const { app, purge } = await openApp(t, { GRAPH_SPARQL_URL: server.url })
  const [leaves, stays] = [await app.tenant(), await app.tenant()]
  for (const tenant of [leaves, stays]) {
    await say(app, tenant, 'one')
    await say(app, tenant, 'two')
    assert.deepEqual(await ask(app, tenant), ['secret'])
  }
  // Data of another installation, whose tenants this database does not know.
  server.store.update(
    'insert data { graph <urn:veritrace:projection> { <urn:veritrace:workspace:x%20y> <urn:p> "1" } }',
  )
  const before = server.graphs()
  assert.equal(before.filter((name) => name.includes(leaves.id)).length, 2)
  await runJob(app.product, 'forget-purged-graphs', {})
  assert.deepEqual(server.graphs(), before, 'no tenant is purged yet')

  await purge(leaves)
  server.isAway = true
  await assert.rejects(runJob(app.product, 'forget-purged-graphs', {}), EngineError)
  server.isAway = false
  for (let times = 0; times < 2; times++) {
    await runJob(app.product, 'forget-purged-graphs', {})
    assert.deepEqual(
      server.graphs(),
      before.filter((name) => !name.includes(leaves.id)),
    )
    assert.deepEqual(server.pages(), ['urn:veritrace:workspace:x%20y', pageOf(stays)].toSorted())
  }
  assert.deepEqual(await ask(app, stays), ['secret'])
})

test('a process forgets a purged tenant in its engine and indexes, and keeps the others', async (t) => {
  const { app, purge } = await openApp(t)
  const { db, log } = app.platform
  const engine = await anotherEngine()
  const [texts, near, indexes] = [openTextIndexes(db), openNear({ db, log }), openIndexes({ db, log })]
  t.after(() => near.close())
  const [leaves, stays] = [await app.tenant(), await app.tenant()]
  for (const tenant of [leaves, stays]) {
    const { id } = tenant
    await say(app, tenant, 'one')
    const { hits } = await (await texts.at([id, id, 'one'])).find({ q: 'secret', limit: 1 })
    assert.equal(hits.length, 1)
    await near.find({ ...SPACE, tenant_id: id, workspace_id: id }, Float32Array.of(1, 0), 1)
    assert.ok(await indexes.use(id, id, async () => true))
    await engine.query(workspaceKey({ tenant: id, workspace: id }), {
      text: 'ASK {}',
      dataset: { defaultGraphs: [], namedGraphs: [] },
      ...{ format: 'application/sparql-results+json', timeoutMs: 5_000, maxRows: 1, maxBytes: 1_000 },
    })
  }
  const ofEngine = memoryOfEngine(engine)
  const memories = [texts.memory, near.memory, indexes.memory]
  const held = () => [
    ...memories.map((memory) => memory.tenants()),
    ofEngine.tenants().filter((one) => one === leaves.id || one === stays.id),
  ]
  for (const tenants of held()) assert.deepEqual(tenants, [leaves.id, stays.id])
  await purge(leaves)
  const sweep = () => forgetPurgedHere(app.platform, [...memories, ofEngine])
  await keepSwept({ sweep, log }).close()
  for (const tenants of held()) assert.deepEqual(tenants, [stays.id])
})

async function openApp(t: TestContext, env: Record<string, string> = {}) {
  const clock = fakeClock(new Date())
  const app = await openGraphApp({ clock, env })
  t.after(() => app.close())
  return {
    app,
    purge: async (tenant: Tenant) => {
      await markTenantDeleted(app.platform.db, tenant.id, clock.now())
      clock.advance(MONTH_MS)
      await purgeTenants(app.platform)
    },
  }
}

async function send(app: TestApp, tenant: Tenant, path: string, type: string, body: string, context: string) {
  const answer = await fetch(`${app.url}/graph${path}`, {
    method: 'POST',
    body,
    headers: {
      'content-type': type,
      authorization: `Bearer ${await app.key(tenant, 'member')}`,
      'x-tenant-id': tenant.id,
      'x-workspace-id': tenant.id,
      'x-context-id': context,
    },
  })
  assert.equal(answer.status, 200, await answer.clone().text())
  return answer
}
const say = (app: TestApp, tenant: Tenant, context: string) =>
  send(app, tenant, '/sparql/update', 'application/sparql-update', 'insert data { <a:a> <a:b> "secret" }', context)
const ask = async (app: TestApp, tenant: Tenant) =>
  values(await send(app, tenant, '/sparql', 'application/sparql-query', 'select ?o { ?s ?p ?o }', 'one'), 'o')

const pageOf = ({ id }: Tenant): string => `urn:veritrace:workspace:${encodeURIComponent(`${id} ${id}`)}`

/** A minimal SPARQL 1.1 server, with just what a projection needs. */
async function openSparqlServer(t: TestContext) {
  const store = new Store()
  const names = (query: string) =>
    (store.query(query) as Map<string, { value: string }>[]).map((row) => row.get('n')!.value).toSorted()
  const server = {
    url: '',
    store,
    isAway: false,
    /** The names of graphs with statements. */
    graphs: () => names('select distinct ?n { graph ?n { ?s ?p ?o } filter(?n != <urn:veritrace:projection>) }'),
    pages: () => names('select distinct ?n { graph <urn:veritrace:projection> { ?n ?p ?o } }'),
  }
  const http = createServer(async (request, response) => {
    const form = new URLSearchParams(await text(request))
    if (server.isAway) return response.writeHead(503).end()
    const [query, update] = [form.get('query'), form.get('update')]
    if (update !== null) store.update(update)
    const answer = query === null ? '' : store.query(query, { results_format: 'json' })
    return response.writeHead(200, { 'content-type': 'application/sparql-results+json' }).end(answer)
  })
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done))
  t.after(() => {
    http.closeAllConnections()
    http.close()
  })
  server.url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/sparql`
  return server
}
