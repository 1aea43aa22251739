// Casework replaces a named graph while a reader checks it after every single request.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, describe, test } from 'node:test'
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { systemCaller } from '@veritrace/platform/caller'
import { ensureTenant, ensureWorkspace } from '@veritrace/platform/identity/tenancy/tenants'
import { GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'
import type { GraphSender } from '@veritrace/platform/outside/graph/send'
import type { Server } from '../../apps/server/start.ts'
import { contextGraph, countContexts } from '../../products/casework/knowledge/graph-client.ts'
import { contextIri } from '../../products/casework/knowledge/rules.ts'
import { expectedIds, syncContext } from '../../products/casework/knowledge/sync-context.ts'
import { workingServer } from '../own-server.ts'

const CONTEXT = { tenant: 'acme', workspace: 'main', name: 'catalog.sap.test' }
const SCOPE = { 'x-tenant-id': 'acme', 'x-workspace-id': 'main', 'x-context-id': contextIri(CONTEXT) }

describe('a graph that is replaced', () => {
  let server: Server
  let key: string
  before(async () => {
    server = await workingServer()
    const tenant = await ensureTenant(server.platform.db, { id: 'acme', displayName: 'Acme', plan: 'enterprise' })
    await ensureWorkspace(server.platform.db, 'acme', 'main')
    const owner = systemCaller(tenant.id, tenant.customer_id)
    key = (await server.platform.identity.keys.create(owner, { name: 'admin', role: 'admin' })).secret
  })

  const call = async (url: string, init: RequestInit): Promise<Response> => {
    const answer = await fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` },
    })
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`)
    return answer
  }

  /** Everything in the graph, in order. */
  async function read(): Promise<string> {
    const headers = { ...SCOPE, 'content-type': 'application/sparql-query', accept: 'text/csv' }
    const body = 'SELECT ?s ?o { ?s <urn:version> ?o } ORDER BY ?s ?o'
    return (await call(`${server.url}/graph/sparql`, { method: 'POST', headers, body })).text()
  }

  /** What a reader found after each request. */
  const seen = new Set<string>()
  let isBusy = false
  const sender: GraphSender = {
    async send(url, init) {
      if (isBusy && /ADD SILENT/.test(String(init.body))) throw new GraphFailure('again', 'The graph answered 503.')
      const answer = await call(url, init)
      seen.add(await read())
      return answer
    },
    stream: async (url, init) => Readable.fromWeb((await call(url, init)).body as never),
  }

  const tell = async (things: readonly number[], version: string, mostSwapped?: number) => {
    const said = things.map(
      (n): NewStatement => ({
        ...{ subject: `urn:thing:${n}`, predicate: 'urn:version', object: version, objectType: 'literal' },
        metadata: { confidence: 0.5, source: version },
      }),
    )
    const statements = async function* () {
      yield said
    }
    const access = { sender, url: `${server.url}/graph` }
    const wanted = await expectedIds({ statements }, CONTEXT)
    const how = { whole: false, ...(mostSwapped !== undefined && { mostSwapped }) }
    return syncContext(contextGraph(access, CONTEXT), { statements }, CONTEXT, wanted, how)
  }

  test('is never seen half replaced: after each request it is completely old or completely new', async () => {
    await tell([1, 2, 3, 4], 'a')
    const old = await read()
    seen.clear()
    const told = await tell([3, 4, 5, 6, 7], 'b')
    assert.deepEqual([told.written, told.deleted, told.statements], [5, 4, 5])
    assert.deepEqual(seen, new Set([old, await read()]))
    assert.equal((await read()).trim().split('\n').length, 6, 'a header and five statements')
  })

  test('has the metadata of its statements, and no leftovers', async () => {
    const graph = contextGraph({ sender, url: `${server.url}/graph` }, CONTEXT)
    assert.equal((await Array.fromAsync(graph.ids())).length, 5)
    const counts = await countContexts({ sender, url: `${server.url}/graph` }, CONTEXT)
    assert.deepEqual(
      counts.filter(([, count]) => count > 0),
      [[CONTEXT.name, 5]],
    )
  })

  test('is not damaged by an interrupted replacement', async () => {
    const graph = contextGraph({ sender, url: `${server.url}/graph` }, CONTEXT)
    await graph.stage([{ subject: 'urn:thing:9', predicate: 'urn:version', object: 'lost', objectType: 'literal' }])
    await graph.stageGone(await Array.fromAsync(graph.ids()))
    const told = await tell([3, 4, 8], 'b')
    assert.deepEqual([told.written, told.deleted], [1, 3])
    assert.match(await read(), /^s,o\r?\nurn:thing:3,b\r?\nurn:thing:4,b\r?\nurn:thing:8,b\r?\n$/)
  })

  test('is changed step by step if the graph has no time for a swap, and is complete at the end', async () => {
    isBusy = true
    const told = await tell([8, 9], 'c')
    isBusy = false
    assert.deepEqual([told.written, told.deleted], [2, 3])
    assert.match(await read(), /^s,o\r?\nurn:thing:8,c\r?\nurn:thing:9,c\r?\n$/)
  })

  /** Number of things per version, read as the default graph, by name, and as a count. */
  async function versions(): Promise<string[]> {
    const ask = async (pattern: string) => {
      const headers = { ...SCOPE, 'content-type': 'application/sparql-query', accept: 'text/csv' }
      const body = `SELECT ?o (COUNT(*) AS ?n) { ${pattern} } GROUP BY ?o ORDER BY ?o`
      const answer = await call(`${server.url}/graph/sparql`, { method: 'POST', headers, body })
      return (await answer.text()).trim().split(/\r?\n/).slice(1).join(' ')
    }
    const triple = '?s <urn:version> ?o'
    const stats = await call(`${server.url}/graph/statements/stats`, { method: 'GET', headers: SCOPE })
    const { total } = (await stats.json()) as { total: number }
    return [await ask(triple), await ask(`GRAPH <${contextIri(CONTEXT)}> { ${triple} }`), `all,${total}`]
  }

  test('is never seen half replaced if it is too large for one update: first the old graph, then the new one', async () => {
    const things = Array.from({ length: 400 }, (_, n) => n)
    let isTold = false
    const met: string[] = []
    const reading = (async () => {
      while (!isTold) met.push(...(await versions()))
    })()
    await tell(things, 'd', 250).finally(() => {
      isTold = true
    })
    await reading
    assert.deepEqual(
      met.filter((one) => !['c,2', 'all,2', 'd,400', 'all,400'].includes(one)),
      [],
    )
    assert.ok(met.includes('c,2'), 'the old version was read in the meantime')
    assert.deepEqual(await versions(), ['d,400', 'd,400', 'all,400'])
    const graph = contextGraph({ sender, url: `${server.url}/graph` }, CONTEXT)
    assert.equal((await Array.fromAsync(graph.ids())).length, 400, 'each statement has its metadata')
  })
})
