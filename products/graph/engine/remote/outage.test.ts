// An external SPARQL server that hangs, dies, comes back, or comes back empty, as clients of our API see it.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openMute, openWire, type Wire } from '@veritrace/platform/testing/faults'
import { Store } from 'oxigraph'
import { openSparqlApp, type SparqlApp, type Tenant, values } from '../../sparql/testing.ts'

let store = new Store()
let behind: Server
let wire: Wire
let graph: SparqlApp
let tenant: Tenant

before(async () => {
  behind = await startBehind()
  wire = await openWire({ host: '127.0.0.1', port: (behind.address() as AddressInfo).port })
  graph = await openSparqlApp({ GRAPH_SPARQL_URL: `http://127.0.0.1:${wire.port}/sparql` })
  tenant = await graph.tenant()
})
after(async () => {
  wire.restore()
  await graph?.close()
  behind?.closeAllConnections()
  behind?.close()
})

/** A SPARQL server: the protocol on top of an in-memory store. */
async function startBehind(port = 0): Promise<Server> {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const form = new URLSearchParams(body)
    try {
      const query = form.get('query')
      if (query === null) store.update(form.get('update')!)
      const answer = query === null ? '' : store.query(query, { results_format: 'json' })
      response.setHeader('content-type', 'application/sparql-results+json').end(String(answer))
    } catch (error) {
      response.writeHead(400).end(String(error))
    }
  })
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done))
  return server
}

let count = 0
const insert = () => graph.update(tenant, `INSERT DATA { <urn:s:${++count}> <urn:p> "x" }`)
const size = async (): Promise<number> => {
  const answer = await graph.ask(tenant, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }')
  return Number((await values(answer, 'n'))[0])
}
async function timed(work: Promise<Response>) {
  const began = performance.now()
  const response = await work
  const text = await response.text()
  return { status: response.status, problem: text ? JSON.parse(text) : {}, ms: performance.now() - began }
}
const readJson = async (path: string) => {
  // biome-ignore lint/suspicious/noExplicitAny: read field by field below
  return (await (await fetch(graph.app.url + path)).json()) as any
}
const readiness = () => readJson('/readyz')
async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  for (const end = performance.now() + 20_000; !(await isSo()); await sleep(100))
    assert.ok(performance.now() < end, `timed out waiting until ${what}`)
}
const isWell = () => until('the server is healthy', async () => (await readiness()).checks.sparql?.status === 'ok')

test('a hanging SPARQL server fails queries with a clear error within 10 seconds, and does not fail updates', async () => {
  for (let i = 0; i < 3; i++) assert.equal((await insert()).status, 200)
  assert.equal(await size(), 3)
  await isWell()
  wire.hold()
  const [query, ...updates] = await Promise.all([
    timed(graph.ask(tenant, 'SELECT * { ?s ?p ?o }')),
    timed(insert()),
    timed(insert()),
  ])
  assert.deepEqual([query!.status, query!.problem.code], [503, 'unavailable'])
  assert.equal(query!.problem.detail, 'The SPARQL server does not answer.')
  // Updates are stored in the database.
  for (const { status } of updates) assert.equal(status, 200)
  for (const { ms } of [query!, ...updates]) assert.ok(ms < 10_000, `${ms} ms`)
  await until('the check fails', async () => (await readiness()).checks.sparql.status === 'failed')
  assert.equal((await readiness()).status, 'degraded')
  const health = await readJson('/graph/health')
  assert.deepEqual([health.status, health.dependencies.engine.status], ['degraded', 'down'])
  const late = await timed(graph.ask(tenant, 'ASK {}'))
  assert.ok(late.status === 503 && late.ms < 1_000, `${late.status} after ${late.ms} ms`)
  wire.restore()
  await isWell()
  assert.equal(await size(), 5)
})

test('a dead server is reported as unavailable, and one that comes back empty is filled again', async () => {
  const { port } = behind.address() as AddressInfo
  const before = await size()
  behind.closeAllConnections()
  await new Promise((done) => behind.close(done))
  store = new Store()
  const away = await timed(graph.ask(tenant, 'ASK {}'))
  assert.ok(away.status === 503 && away.ms < 5_000, `${away.status} after ${away.ms} ms`)
  assert.match(away.problem.detail, /^The SPARQL server /)
  assert.equal((await insert()).status, 200)
  behind = await startBehind(port)
  await isWell()
  assert.equal(await size(), before + 1)
})

test('the app starts and reports the problem when the SPARQL server accepts connections but never answers', async () => {
  const mute = await openMute()
  const other = await openSparqlApp({ GRAPH_SPARQL_URL: `http://127.0.0.1:${mute.port}/` })
  try {
    const whose = await other.tenant()
    const { status, problem, ms } = await timed(other.ask(whose, 'ASK {}'))
    assert.deepEqual([status, problem.detail], [503, 'The SPARQL server does not answer.'])
    assert.ok(ms < 10_000, `${ms} ms`)
  } finally {
    await other.close()
    await mute.close()
  }
})
