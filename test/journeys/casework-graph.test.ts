// Casework sends its knowledge to the graph of the same server over HTTP, as shipped. A proxy between them lets the
// test make the graph unavailable.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer, type Server as Door, type Socket } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { artifacts } from '@veritrace/contract/casework/artifacts'
import { cases } from '@veritrace/contract/casework/cases'
import { corpus } from '@veritrace/contract/casework/corpus'
import { type GraphStatus, graphProjection } from '@veritrace/contract/casework/graph'
import { projects } from '@veritrace/contract/casework/projects'
import { resolve } from '@veritrace/contract/casework/resolve'
import { runs } from '@veritrace/contract/casework/runs'
import { ApiError, client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'
import { catalog } from '@veritrace/contract/graph/catalog'
import { statements } from '@veritrace/contract/graph/statements'
import { systemCaller } from '@veritrace/platform/caller'
import { findTenant } from '@veritrace/platform/identity/tenancy/store'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import { freePort } from '@veritrace/platform/ports'
import type { Server } from '../../apps/server/start.ts'
import { type ReadClaim, type Reading, statementsOf } from '../../products/provenance/graph-sync/statements.ts'
import { aClaim, aReading } from '../../products/provenance/graph-sync/testing.ts'
import { openServer } from '../own-server.ts'

const SCOPE = {
  'x-tenant-id': 'acme',
  'x-workspace-id': 'acme',
  'x-context-id': 'urn:tenant:acme:ws:acme:graph:default',
}

describe('casework and the graph', () => {
  let server: Server
  let door: { open(): Promise<void>; close(): Promise<void> }
  let key: string
  before(async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/graph`
    server = await openServer({ ROLES: 'web,worker', PRODUCTS: 'graph,casework', GRAPH_SYNC_URL: url })
    door = doorBefore(Number(new URL(server.url).port), port)
    const tenant = await ensureTenant(server.platform.db, { id: 'acme', displayName: 'Acme', plan: 'pro' })
    const owner = systemCaller(tenant.id, tenant.customer_id)
    key = (await server.platform.identity.keys.create(owner, { name: 'admin', role: 'admin' })).secret
  })
  after(async () => {
    await door.close()
    await server.close()
  })

  const casework = <R extends Resource>(resource: R) =>
    client(resource, `${server.url}/api/casework`, (url, init) => {
      const headers = { ...(init.headers as Record<string, string>), ...SCOPE, authorization: `Bearer ${key}` }
      return fetch(url, { ...init, headers })
    })
  const status = () => casework(graphProjection).status()

  /** As if the retry delays had passed. */
  async function work(): Promise<void> {
    const { db, jobs } = server.platform
    await db
      .updateTable('casework.outbox' as never)
      .set({ next_at: new Date(0) } as never)
      .execute()
    await jobs.add(db, 'casework-project', {}, { key: 'casework-project' })
  }
  async function until(wanted: string, is: (found: GraphStatus) => boolean): Promise<GraphStatus> {
    // Each check makes casework query the graph's counts.
    for (let looks = 1; looks <= 60; looks++) {
      const found = await status()
      if (is(found)) return found
      await sleep(1_000)
      // Changes that arrived during the last run wait for the next minute.
      if (looks % 6 === 0) await work()
    }
    return assert.fail(`${wanted}: ${JSON.stringify(await status(), null, 1).slice(0, 3000)}`)
  }
  const isDrained = ({ outbox }: GraphStatus) => outbox.pending + outbox.retrying + outbox.dead_letter === 0

  test('while the graph is unavailable, reads work, changes wait, and a rebuild is rejected', async () => {
    await work()
    const away = await until('retries', ({ contexts }) => contexts.some(({ error }) => error))
    assert.ok(away.outbox.retrying > 0 && away.outbox.oldest_at)
    assert.equal(away.reachable, false)
    assert.ok(away.contexts.every(({ state, drift }) => state !== 'ready' && drift === null))
    assert.match(away.contexts.find(({ error }) => error)!.error!, /not reached/)
    assert.ok(away.contexts.some(({ name }) => name === 'catalog.sap.pce-2023-3'))
    const read = await fetch(`${server.url}/api/casework/corpus`, {
      headers: { ...SCOPE, authorization: `Bearer ${key}` },
    })
    assert.equal(read.status, 200)
    await assert.rejects(
      casework(graphProjection).rebuild({ body: { mode: 'incremental' } }),
      (error) => error instanceof ApiError && error.status === 503 && error.code === 'graph_unavailable',
    )
    const { job, plan } = await casework(graphProjection).rebuild({ body: { mode: 'incremental', dry_run: true } })
    assert.equal(job, null)
    assert.ok(plan.statements_to_write > 100, JSON.stringify(plan))
  })

  test('when the graph is back the outbox drains and nothing drifts', async () => {
    await door.open()
    const project = await casework(projects).create({ body: { name: 'ERP', sample: true } })
    await until('the sample is parsed', ({ contexts }) => contexts.some(({ name }) => name === `estate.${project.id}`))
    await work()
    const isReady = ({ contexts }: GraphStatus) => contexts.every(({ state }) => state === 'ready')
    const there = await until('drained', (found) => found.reachable && isDrained(found) && isReady(found))
    assert.deepEqual(
      there.contexts.filter(({ drift, digest_match, state }) => drift !== 0 || !digest_match || state !== 'ready'),
      [],
    )
    const kinds = new Set(
      there.contexts.filter(({ statements_present }) => statements_present! > 0).map(({ kind }) => kind),
    )
    assert.deepEqual([...kinds].toSorted(), ['catalog', 'corpus', 'estate', 'pack'])
  })

  /** Headers of a member of a tenant whose graphs are public: shared knowledge, or the directory. */
  async function reader(tenant: string, workspace: string, role: 'viewer' | 'member' = 'viewer') {
    const found = (await findTenant(server.platform.db, tenant))!
    const owner = systemCaller(found.id, found.customer_id)
    const { secret } = await server.platform.identity.keys.create(owner, { name: role, role })
    return (context: string) => ({
      authorization: `Bearer ${secret}`,
      ...{ 'x-tenant-id': tenant, 'x-workspace-id': workspace },
      'x-context-id': `urn:tenant:${tenant}:ws:${workspace}:graph:${context}`,
    })
  }

  test('each list is in the catalog of the graph, with its file and its license', async () => {
    const { items } = await casework(corpus).list({ query: { source_id: 'sap-classic', limit: 1 } })
    const { dataset_id, content_hash, license } = await casework(corpus).get({
      params: { id: items[0]!.id },
      query: {},
    })
    const headers = (await reader('system', 'shared'))('catalog.sap.classic')
    const dataset = await client(catalog, `${server.url}/graph`).getDataset({ params: { id: dataset_id! }, headers })
    assert.deepEqual([dataset.contextId, dataset.license], [headers['x-context-id'], license.spdx])
    assert.deepEqual(
      dataset.distributions.map(({ checksum }) => `sha256:${checksum?.value}`),
      [content_hash],
    )
  })

  /** The server does this hourly by itself; a simultaneous request is rejected, so repeat it. */
  async function extract(source: string) {
    for (const end = Date.now() + 60_000; ; await sleep(200))
      try {
        const { job } = await casework(corpus).extract({ body: { source_ids: [source], mode: 'changed', fetch: true } })
        return job
      } catch (error) {
        if (!(error instanceof ApiError && error.code === 'job_in_progress') || Date.now() > end) throw error
      }
  }

  test('the vendor pack knows the statements of the directory in the graph', async () => {
    await ensureTenant(server.platform.db, { id: 'public', displayName: 'Public', plan: 'enterprise' })
    await ensureWorkspace(server.platform.db, 'public', 'directory')
    const headers = (await reader('public', 'directory', 'member'))('evidence')
    const tell = async (added: ReadClaim[], vendor?: Partial<Reading['vendor']>) => {
      const reading = aReading({ added, ...(vendor && { vendor: { ...aReading().vendor, ...vendor } }) })
      const body = { statements: statementsOf(reading, new Date('2026-11-15T12:00:00Z')).assert }
      await client(statements, `${server.url}/graph`).createBatch({ body, headers })
    }
    const uses = (name: string, confidence: number) =>
      aClaim(['subprocessor', 'uses_subprocessor', name], { confidence })
    await tell([uses('Fabrikam', 0.7), uses('Contoso', 0.9)])
    await tell([], { id: 'ven_2', display_name: 'Silent', primary_domain: 'silent.test', aliases: [] })
    const job = await extract('vendor-evidence')
    for (let tries = 0; ; tries++) {
      const { jobs } = await casework(corpus).status()
      if (jobs.some(({ id, finished_at }) => id === job.id && finished_at)) break
      assert.ok(tries < 300)
      await sleep(100)
    }
    const ask = (q: string) => casework(resolve).one({ query: { q, pack: 'vendor-trust' } })
    const cloudy = await ask('VENDOR:cloudy.test')
    assert.deepEqual([cloudy.rating?.code, cloudy.rating?.rule.id], ['medium', 'V11-believable'])
    assert.equal(cloudy.citations[0]!.title, 'Statements of the vendor directory')
    assert.deepEqual([(await ask('silent.test')).status, (await ask('VENDOR:nobody.test')).citations], ['partial', []])
    const { attributes } = await casework(artifacts).get({
      params: { id: 'VENDOR:cloudy.test' },
      query: { pack: 'vendor-trust' },
    })
    assert.deepEqual(
      [attributes.title, attributes.confidence_band, attributes.uses_subprocessor],
      ['Cloudy', 'high', ['Contoso', 'Fabrikam']],
    )
  })

  test('findings of a case are sent to the graph, and deleted with the case', async () => {
    const [project] = (await casework(projects).list({ query: { limit: 1 } })).items
    const body = { title: 'Orders', project_id: project!.id, scope: { selector: {} } }
    const { id } = await casework(cases).create({ body })
    await casework(runs).investigate({ params: { id }, body: { force: false } })
    const name = `case.${id}`
    const isTold = ({ contexts }: GraphStatus) => contexts.some((one) => one.name === name && one.built_at)
    for (let tries = 0; ; tries++) {
      const { items } = await casework(runs).list({ params: { id }, query: { limit: 1 } })
      if (items[0]?.finished_at) break
      assert.ok(tries < 300)
      await sleep(200)
    }
    await work()
    const { contexts } = await until('the case is in the graph', (found) => isTold(found) && isDrained(found))
    const told = contexts.find((one) => one.name === name)!
    assert.deepEqual([told.drift, told.digest_match, told.state], [0, true, 'ready'])
    const answer = await fetch(`${server.url}/graph/sparql`, {
      method: 'POST',
      headers: {
        ...{ ...SCOPE, 'x-context-id': told.context_id, authorization: `Bearer ${key}` },
        'content-type': 'application/sparql-query',
      },
      body: `PREFIX cw: <urn:casework:core#>
        SELECT ?class (COUNT(*) AS ?n) { ?s a ?class ; cw:rating|cw:action ?what } GROUP BY ?class ORDER BY ?class`,
    })
    const { results } = (await answer.json()) as { results: { bindings: { class: { value: string } }[] } }
    assert.deepEqual(
      results.bindings.map((row) => row.class.value),
      ['urn:casework:core#Recommendation', 'urn:casework:core#Resolution'],
    )
    await casework(cases).remove({ params: { id } })
    await work()
    await until('nothing is left', (found) => isDrained(found) && !found.contexts.some((one) => one.name === name))
  })

  /** Starts a rebuild and waits for its end. */
  async function rebuild(mode: 'incremental' | 'full' | 'validate', contexts?: string[]) {
    const { job, plan } = await casework(graphProjection).rebuild({ body: { mode, ...(contexts && { contexts }) } })
    const { jobs } = await until('rebuilt', (found) =>
      found.jobs.some(({ id, finished_at }) => id === job!.id && finished_at),
    )
    return { plan, job: jobs.find(({ id }) => id === job!.id)! }
  }

  test('changes by others in our graph are detected, and a rebuild repairs them', async () => {
    const estate = (await status()).contexts.find(({ kind }) => kind === 'estate')!
    interface Answer {
      inserted: number
      deleted: number
      results: { bindings: { n: { value: string } }[] }
    }
    const ask = (path: string, type: string, body: string): Promise<Answer> =>
      fetch(`${server.url}/graph${path}`, {
        method: 'POST',
        headers: {
          ...{ ...SCOPE, 'x-context-id': estate.context_id, authorization: `Bearer ${key}` },
          ...{ 'content-type': type, accept: 'application/json' },
        },
        body,
      }).then((answer) => answer.json() as Promise<Answer>)
    const change = await ask(
      '/sparql/update',
      'application/sparql-update',
      `DELETE { ?s ?p ?o } WHERE { { SELECT ?s ?p ?o { ?s a ?type ; ?p ?o } ORDER BY ?s ?p ?o LIMIT 3 } } ;
       INSERT DATA { <urn:a> <urn:b> "c" }`,
    )
    assert.deepEqual([change.inserted, change.deleted], [1, 3])
    await sleep(2_100)
    const drifted = (await status()).contexts.find(({ name }) => name === estate.name)!
    assert.deepEqual([drifted.drift, drifted.state, drifted.digest_match], [2, 'stale', false])

    const { job, plan } = await rebuild('incremental', [estate.name])
    assert.deepEqual([job.state, job.stats.written, plan.statements_to_write], ['succeeded', 3, 2])
    const right = (await status()).contexts.find(({ name }) => name === estate.name)!
    assert.deepEqual([right.drift, right.state, right.digest_match], [0, 'ready', true])

    const said = await ask(
      '/sparql',
      'application/sparql-query',
      `PREFIX graph: <urn:graph:vocab#> PREFIX rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#>
       SELECT (COUNT(*) AS ?n) { ?s a <urn:casework:clean-core#CustomObject> .
         GRAPH <${estate.context_id}/meta> { ?id rdf:subject ?s ; rdf:predicate rdf:type ; graph:confidence 0.95 } }`,
    )
    assert.ok(Number(said.results.bindings[0]!.n.value) > 0, 'the metadata of statements is restored too')
  })

  test('a list that was renamed in the catalog of the graph gets its name back by a rebuild', async () => {
    const headers = (await reader('system', 'shared', 'member'))('catalog.sap.classic')
    const calls = client(catalog, `${server.url}/graph`)
    const find = async () => (await calls.listDatasets({ query: { limit: 1 }, headers })).items[0]!
    const { id, title } = await find()
    await calls.updateDataset({ params: { id }, body: { title: 'Another' }, headers })
    const { job } = await rebuild('incremental', ['catalog.sap.classic'])
    assert.deepEqual([job.state, (await find()).title], ['succeeded', title])
  })

  test('the data sent to the graph conforms to the shapes of the pack', async () => {
    const { job } = await rebuild('validate')
    assert.deepEqual([job.state, job.errors], ['succeeded', []])
    const { shapes, contexts } = await status()
    assert.ok(shapes.some(({ context }) => context === 'catalog.sap.pce-2023-3'))
    assert.deepEqual(
      shapes.filter(({ conforms }) => !conforms),
      [],
    )
    assert.ok(contexts.every(({ digest_match }) => digest_match))
    const { job: full } = await rebuild('full', ['catalog.sap.pce-2023-3'])
    assert.equal(
      full.stats.written,
      contexts.find(({ name }) => name === 'catalog.sap.pce-2023-3')!.statements_expected,
    )
  })
})

function doorBefore(to: number, port: number) {
  let server: Door | undefined
  const sockets = new Set<Socket>()
  return {
    async open(): Promise<void> {
      server = createServer((inside) => {
        const outside = connect(to, '127.0.0.1')
        for (const socket of [inside, outside]) {
          sockets.add(socket)
          socket.on('error', () => {}).on('close', () => sockets.delete(socket))
        }
        inside.pipe(outside).pipe(inside)
      })
      server.listen(port, '127.0.0.1')
      await once(server, 'listening')
    },
    async close(): Promise<void> {
      if (!server) return
      for (const socket of sockets) socket.destroy()
      const closed = once(server, 'close')
      server.close()
      server = undefined
      await closed
    },
  }
}
