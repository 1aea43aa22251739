// SPARQL through HTTP with a real external server.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { noVirtuoso, releaseVirtuoso, useVirtuoso, type Virtuoso } from '../engine/remote/testing.ts'
import { contextIri } from '../scope/rules.ts'
import { openSparqlApp, problem, type SparqlApp, type Tenant, values } from './testing.ts'

const XSD = 'http://www.w3.org/2001/XMLSchema#'
const DATA =
  'prefix ex: <http://example.com/> insert data { ex:ada ex:knows ex:ben ; ex:name "Ada"@en . ex:ben ex:age 7 . _:x ex:of ex:ada }'

describe('SPARQL with GRAPH_SPARQL_URL', { skip: noVirtuoso }, () => {
  let virtuoso: Virtuoso
  let app: SparqlApp
  before(async () => {
    virtuoso = await useVirtuoso()
    app = await openSparqlApp({ GRAPH_SPARQL_URL: virtuoso.url })
  })
  after(async () => {
    await app.close()
    await releaseVirtuoso()
  })

  /** The server's own answer, without the product in between. */
  async function countThere(tenant: Tenant, context = 'main'): Promise<number> {
    const graph = contextIri(tenant.id, tenant.id, context)
    const query = `select (count(*) as ?n) from <${graph}> { ?s ?p ?o }`
    const headers = { accept: 'application/sparql-results+json' }
    const answer = await fetch(virtuoso.url, { method: 'POST', headers, body: new URLSearchParams({ query }) })
    return Number((await values(answer, 'n'))[0])
  }

  test('inserted statements are on the server and found by queries', async () => {
    const tenant = await app.tenant()
    const done = await app.update(tenant, DATA)
    assert.equal(done.status, 200)
    assert.equal(((await done.json()) as { inserted: number }).inserted, 4)
    const found = await app.ask(tenant, 'select ?o { <http://example.com/ada> ?p ?o }')
    assert.match(found.headers.get('content-type') ?? '', /^application\/sparql-results\+json/)
    assert.deepEqual(await values(found, 'o'), ['Ada', 'http://example.com/ben'])
    assert.equal(await countThere(tenant), 4)
    await app.update(tenant, 'delete where { ?s <http://example.com/name> ?o }')
    assert.deepEqual(await values(await app.ask(tenant, 'select ?o { ?s ?p ?o filter(isLiteral(?o)) }'), 'o'), ['7'])
    assert.equal(await countThere(tenant), 3)
  })

  for (const [form, accept, found] of [
    ['select ?o { ?s ex:age ?o }', 'text/csv', /^o\r?\n7/],
    ['select ?o { ?s ex:age ?o }', 'application/sparql-results+xml', /<literal datatype="[^"]*integer">7</],
    ['select ?s { ?s ex:of ?o }', 'application/sparql-results+json', /"type":"bnode"/],
    ['ask { ?s ex:age 7 }', '*/*', /"boolean":\s*true/],
    ['construct { ?s ex:old ?o } { ?s ex:age ?o }', 'text/turtle', /example.com\/old/],
    ['construct { ?s ex:old ?o } { ?s ex:age ?o }', 'application/ld+json', /"@value":"?7/],
    ['construct { ?s ex:old ?o } { ?s ex:age ?o }', 'application/rdf+xml', /<rdf:RDF/],
    ['construct where { ?s ex:of ?o }', 'application/n-triples', /^_:b_/],
    ['describe <http://example.com/ben>', 'application/n-triples', /example.com\/age/],
  ] as const)
    test(`${form} returns ${accept}`, async () => {
      const tenant = await app.tenant()
      await app.update(tenant, DATA)
      const answer = await app.ask(tenant, `prefix ex: <http://example.com/> ${form}`, { headers: { accept } })
      assert.equal(answer.status, 200, await answer.clone().text())
      assert.match(await answer.text(), found)
    })

  test('a posted statement is found, with its metadata', async () => {
    const tenant = await app.tenant()
    const statement = {
      subject: 'http://example.com/a',
      predicate: 'http://example.com/b',
      object: 'c',
      objectType: 'literal',
      metadata: { confidence: 0.5 },
    }
    const headers = { 'content-type': 'application/json' }
    const post = (body: object) =>
      app.send(tenant, '/statements', { method: 'POST', body: JSON.stringify(body), headers })
    assert.equal((await post(statement)).status, 201)
    assert.deepEqual(await values(await app.ask(tenant, 'select ?o { ?s ?p ?o }'), 'o'), ['c'])
    const sure = 'select ?n { graph ?g { ?s <urn:graph:vocab#confidence> ?n } }'
    assert.deepEqual(await values(await app.ask(tenant, sure), 'n'), ['0.5'])
    await post({ ...statement, metadata: { confidence: 0.9 } })
    assert.deepEqual(await values(await app.ask(tenant, sure), 'n'), ['0.9'])
  })

  test('literals with the same value are distinguished by the database when one is deleted', async () => {
    const tenant = await app.tenant()
    await app.update(tenant, `insert data { <a:a> <a:b> 1, "01"^^<${XSD}integer>, "1.0"^^<${XSD}decimal>, "1" }`)
    const ask = 'select ?o { <a:a> <a:b> ?o filter(isNumeric(?o)) }'
    assert.ok((await values(await app.ask(tenant, ask), 'o')).length >= 1)
    for (const gone of [`"01"^^<${XSD}integer>`, `"1.0"^^<${XSD}decimal>`])
      assert.equal((await app.update(tenant, `delete data { <a:a> <a:b> ${gone} }`)).status, 200)
    assert.deepEqual(await values(await app.ask(tenant, ask), 'o'), ['1'])
    await app.update(tenant, 'delete data { <a:a> <a:b> 1 }')
    assert.deepEqual(await values(await app.ask(tenant, 'select ?o { <a:a> <a:b> ?o }'), 'o'), ['1'])
    assert.equal(await countThere(tenant), 1)
  })

  test('concurrent increments add up', async () => {
    const tenant = await app.tenant()
    await app.update(tenant, 'insert data { <c:c> <c:n> 0 }')
    const step = 'delete { ?s <c:n> ?n } insert { ?s <c:n> ?m } where { ?s <c:n> ?n bind(?n + 1 as ?m) }'
    const done = await Promise.all(Array.from({ length: 8 }, () => app.update(tenant, step)))
    const counted = done.filter(({ status }) => status === 200).length
    assert.ok(counted > 0)
    assert.deepEqual(await values(await app.ask(tenant, 'select ?n { <c:c> <c:n> ?n }'), 'n'), [String(counted)])
  })

  test('in workspace scope the other contexts are named graphs', async () => {
    const tenant = await app.tenant()
    await app.update(tenant, 'insert data { <a:a> <a:b> 1 }', { context: 'one' })
    await app.update(tenant, 'insert data { <a:a> <a:b> 2 }', { context: 'two' })
    const all = 'select ?o { graph ?g { ?s ?p ?o } }'
    assert.deepEqual(await values(await app.ask(tenant, all, { context: 'one' }), 'o'), ['1'])
    const wide = { context: 'one', headers: { 'x-graph-scope': 'workspace' } }
    assert.deepEqual(await values(await app.ask(tenant, all, wide), 'o'), ['1', '2'])
  })

  test('a query that takes too long is stopped, and the next one works', async () => {
    const tenant = await app.tenant()
    const many = Array.from({ length: 300 }, (_, i) => `<s:${i}> <p:p> ${i} .`).join(' ')
    await app.update(tenant, `insert data { ${many} }`)
    const bomb = 'select (count(*) as ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l filter(?c + ?f + ?i + ?l < 0) }'
    const stopped = await app.ask(tenant, bomb, { headers: { 'x-query-timeout-ms': '300' } })
    assert.deepEqual(await problem(stopped), [408, 'query_timeout'])
    assert.deepEqual(await values(await app.ask(tenant, 'select (count(*) as ?n) { ?s ?p ?o }'), 'n'), ['300'])
  })

  test('while the server is down, queries return 503 and statements are stored; afterwards all are found', async () => {
    const tenant = await app.tenant()
    await app.update(tenant, DATA)
    const count = 'select (count(*) as ?n) { ?s ?p ?o }'
    assert.deepEqual(await values(await app.ask(tenant, count), 'n'), ['4'])
    await virtuoso.kill()
    assert.deepEqual(await problem(await app.ask(tenant, count)), [503, 'unavailable'])
    assert.equal((await app.update(tenant, 'insert data { <a:a> <a:b> 1 }')).status, 200)
    await virtuoso.restart()
    assert.deepEqual(await values(await app.ask(tenant, count), 'n'), ['5'])
    assert.equal(await countThere(tenant), 5)
  })
})
