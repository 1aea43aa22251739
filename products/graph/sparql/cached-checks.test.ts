// A checked query is cached with everything that its check depends on; any other request is checked again.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contextIri } from '../scope/rules.ts'
import { openSparqlApp, problem, type Sent, type SparqlApp, type Tenant, values } from './testing.ts'

let app: SparqlApp
before(async () => {
  app = await openSparqlApp()
})
after(() => app.close())

const TEXT = 'select ?o { ?s ?p ?o }'
const WIDE = { 'x-graph-scope': 'workspace' }
const UNION = '?union-default-graph=true'

const ask = (tenant: Tenant, { address = '', headers, ...sent }: Sent & { address?: string } = {}) =>
  app.send(tenant, `/sparql${address}`, {
    method: 'POST',
    body: TEXT,
    headers: { 'content-type': 'application/sparql-query', ...headers },
    ...sent,
  })
const write = async (tenant: Tenant, context: string) =>
  assert.equal((await app.update(tenant, `insert data { <a:s> <a:p> "${context}" }`, { context })).status, 200)

test('the same text is answered by context, graphs, scope and tenant, however often it is sent', async () => {
  const [tenant, stranger] = [await app.tenant(), await app.tenant()]
  await write(tenant, 'main')
  await write(tenant, 'other')
  const named = `?default-graph-uri=${encodeURIComponent(contextIri(tenant.id, tenant.id, 'other'))}`
  const all = ['main', 'other']
  // Often enough to fill the cache, and each time after a query that differs from it.
  for (let times = 0; times < 7; times++) {
    if (times === 4) {
      await write(tenant, 'third')
      all.push('third')
    }
    const found = async (sent: Parameters<typeof ask>[1], who = tenant) => values(await ask(who, sent), 'o')
    assert.deepEqual(await found({ address: UNION, headers: WIDE }), all)
    assert.deepEqual(await found({ address: UNION, headers: WIDE }), all)
    assert.deepEqual(await found({ headers: WIDE }), ['main'])
    assert.deepEqual(await found({ address: named, headers: WIDE }), ['other'])
    assert.deepEqual(await found({ headers: WIDE }), ['main'])
    assert.deepEqual(await found({ address: UNION, headers: WIDE }), all)
    assert.deepEqual(await found({ address: UNION }), ['main'])
    assert.deepEqual(await found({ context: 'other' }), ['other'])
    assert.deepEqual(await problem(await ask(tenant, { address: named })), [403, 'graph_out_of_scope'])
    assert.deepEqual(await found({ address: UNION, headers: WIDE }, stranger), [])
    assert.deepEqual(await problem(await ask(stranger, { address: named, headers: WIDE })), [403, 'graph_out_of_scope'])
  }
})

test('the same text is answered in the format that each request accepts', async () => {
  const tenant = await app.tenant()
  await write(tenant, 'main')
  const as = (accept: string, address = '') => ask(tenant, { address, headers: { accept } })
  for (let times = 0; times < 6; times++) {
    assert.equal(await (await as('text/csv')).text(), 'o\r\nmain\r\n')
    assert.deepEqual(await values(await as('application/sparql-results+json'), 'o'), ['main'])
    assert.deepEqual(await problem(await as('image/png')), [406, 'not_acceptable'])
    assert.deepEqual(await problem(await as('text/csv', '?explain=true')), [400, 'explain_unavailable'])
  }
})
