// Queries and updates during a replacement: however a graph is named, they see the previous contents under the graph's
// own name.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TestApp } from '@veritrace/platform/testing/app'
import { REPLACED_CHUNK } from '../ingestions/rules.ts'
import { ingestingTenant } from '../ingestions/testing.ts'
import { type ClockedApp, clockedGraphApp } from '../testing.ts'

let app: TestApp
let clock: ClockedApp['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

const TYPE = 'application/n-triples'
const SAYS = 'http://e.test/says'

/** A tenant whose context `facts` had two statements, and is being replaced by a document that is half written. */
async function tenantBesideReplacement() {
  const { tenant, at, iri, send, run, runInPart } = await ingestingTenant(app)
  const old = ['a', 'b'].map((name) => `<urn:${name}> <${SAYS}> "old" .\n`).join('')
  await run(app.product, (await send(TYPE, old)).id)
  const more = Array.from({ length: REPLACED_CHUNK + 50 }, (_, i) => `<urn:${i}> <${SAYS}> "new" .\n`).join('')
  clock.advance(1_000)
  const { id } = await send(TYPE, more, { query: '?mode=replace' })
  await runInPart(app.product, id, 1)
  clock.advance(1_000)
  const post = async (path: string, type: string, body: string, accept: string) =>
    fetch(`${app.url}/graph/sparql${path}`, {
      method: 'POST',
      headers: {
        ...{ authorization: `Bearer ${await app.key(tenant, 'member')}`, 'content-type': type, accept },
        ...at('facts', { wide: true }),
      },
      body,
    })
  const graph = iri('facts')
  return {
    graph,
    /** The part of the graph name before the context. */
    place: graph.slice(0, -'facts'.length),
    /** Completes the replacement. */
    end: () => run(app.product, id, 2),
    ask: async (query: string, accept = 'text/csv') => {
      const answer = await post('', 'application/sparql-query', query, accept)
      return { type: answer.headers.get('content-type'), text: await answer.text() }
    },
    update: async (text: string) =>
      countsOf(await (await post('/update', 'application/sparql-update', text, 'application/json')).json()),
  }
}

const countsOf = (answer: unknown) => {
  const { inserted, deleted } = answer as { inserted: number; deleted: number }
  return { inserted, deleted }
}

test('the graph has its previous contents, however it is named, and its own name in every format', async () => {
  const { ask, graph, place } = await tenantBesideReplacement()
  const count = 'SELECT (COUNT(*) AS ?n) '
  for (const query of [
    `${count}{ GRAPH <${graph}> { ?s ?p ?o } }`,
    `PREFIX g: <${place}> ${count}{ GRAPH g:facts { ?s ?p ?o } }`,
    `prefix : <${place}fa> # a part of the name\n${count}{ GRAPH :cts { ?s ?p ?o } }`,
    `PREFIX g: <${graph}> ${count}{ GRAPH g: { ?s ?p ?o } }`,
    `PREFIX g: <${place}> ${count}FROM g:facts { ?s ?p ?o }`,
    `PREFIX g: <${place}> ${count}FROM NAMED g:f\\u0061cts { GRAPH ?g { ?s ?p ?o } }`,
    `PREFIX g: <${place}> ${count}{ GRAPH ?g { ?s ?p ?o } FILTER(?g = g:facts) }`,
    `PREFIX g: <${place}> ${count}{ VALUES ?g { g:facts } GRAPH ?g { ?s ?p ?o } }`,
  ])
    assert.equal((await ask(query)).text, 'n\r\n2\r\n', query)
  // A prefixed name that only starts like the graph is not changed.
  const query = `PREFIX g: <${graph}> PREFIX p: <${place}> SELECT ?x ?y { BIND(g:more AS ?x) BIND(p:other AS ?y) }`
  assert.equal((await ask(query)).text, `x,y\r\n${graph}more,${place}other\r\n`)
  const rows = 'SELECT DISTINCT ?g (STR(?g) AS ?name) { GRAPH ?g { ?s ?p ?o } }'
  for (const accept of [
    'text/csv',
    'text/tab-separated-values',
    'application/sparql-results+json',
    'application/sparql-results+xml',
  ]) {
    const { type, text } = await ask(rows, accept)
    assert.ok(type?.startsWith(accept), `${type}`)
    assert.equal(text.split(graph).length, 3, text)
    assert.ok(!text.includes('+old'), text)
  }
  const triples = `CONSTRUCT { ?g <urn:is> ?g } { GRAPH ?g { ?s ?p ?o } }`
  for (const accept of ['text/turtle', 'application/n-triples', 'application/rdf+xml']) {
    const { text } = await ask(triples, accept)
    assert.equal(text.split(graph).length, 3, text)
    assert.ok(!text.includes('+old'), text)
  }
})

test('an update finds the visible statements, however it names the graph, and its changes stay', async () => {
  const { ask, update, graph, place, end } = await tenantBesideReplacement()
  const prefix = `PREFIX g: <${place}>`
  const all = `DELETE { GRAPH g:facts { ?s ?p ?o } } INSERT { GRAPH g:facts { ?s ?p "changed" } }`
  assert.deepEqual(await update(`${prefix} ${all} WHERE { GRAPH g:facts { ?s ?p ?o } }`), { inserted: 2, deleted: 2 })
  const changed = `${prefix} SELECT ?s { GRAPH g:facts { ?s ?p "changed" } } ORDER BY ?s`
  assert.equal((await ask(changed)).text, 's\r\nurn:a\r\nurn:b\r\n')
  const found = `INSERT { GRAPH g:facts { <urn:found> <${SAYS}> ?g } } WHERE { GRAPH ?g { <urn:a> ?p ?o } }`
  assert.deepEqual(await update(`${prefix} ${found}`), { inserted: 1, deleted: 0 })
  await end()
  assert.equal((await ask(changed)).text, 's\r\nurn:a\r\nurn:b\r\n')
  const names = await ask(`SELECT ?g { GRAPH <${graph}> { <urn:found> ?p ?g } }`)
  assert.equal(names.text, `g\r\n${graph}\r\n`)
})

test('plain data is counted as readers see it, and inserted data stays after the replacement', async () => {
  const { ask, update, graph, end } = await tenantBesideReplacement()
  const data = (how: string, ...names: string[]) =>
    `${how} DATA { GRAPH <${graph}> { ${names.map((name) => `<urn:${name}> <${SAYS}> "old" .`).join(' ')} } }`
  assert.deepEqual(await update(data('INSERT', 'a', 'fresh')), { inserted: 1, deleted: 0 })
  assert.deepEqual(await update(data('DELETE', 'b', 'never')), { inserted: 0, deleted: 1 })
  // The new contents already have it, but they are not visible yet.
  const said = `INSERT DATA { GRAPH <${graph}> { <urn:0> <${SAYS}> "new" } }`
  assert.deepEqual(await update(said), { inserted: 1, deleted: 0 })
  assert.deepEqual(await update(said), { inserted: 0, deleted: 0 })
  const old = 'SELECT ?s { ?s ?p "old" } ORDER BY ?s'
  assert.equal((await ask(old)).text, 's\r\nurn:a\r\nurn:fresh\r\n')
  assert.equal((await ask('SELECT ?s { ?s ?p "new" }')).text, 's\r\nurn:0\r\n')
  await end()
  assert.equal((await ask(old)).text, 's\r\nurn:a\r\nurn:fresh\r\n')
  assert.equal((await ask('SELECT (COUNT(*) AS ?n) { ?s ?p "new" }')).text, `n\r\n${REPLACED_CHUNK + 50}\r\n`)
})
