// Metadata of statements, queried with SPARQL in the graph <context>/meta.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sparql } from '@veritrace/contract/graph/sparql'
import type { TestApp } from '@veritrace/platform/testing/app'
import { workspaceKey } from '../scope/workspace-key.ts'
import { fact, graphTenant, refused } from '../statements/testing.ts'
import { anotherEngine, type ClockedApp, clockedGraphApp } from '../testing.ts'

let app: TestApp
let clock: ClockedApp['clock']
before(async () => {
  ;({ app, clock } = await clockedGraphApp())
})

const PREFIXES = `prefix rdf: <http://www.w3.org/1999/02/22-rdf-syntax-ns#> prefix prov: <http://www.w3.org/ns/prov#>
  prefix graph: <urn:graph:vocab#> prefix e: <http://e.test/>`
const ALL = 'select ?s ?p ?o'

interface Rows {
  head: { vars: string[] }
  results: { bindings: Record<string, { value: string }>[] }
}
const rowsIn = ({ head, results }: Rows): string[] =>
  results.bindings.map((row) => head.vars.map((name) => row[name]?.value ?? '').join(' ')).toSorted()

async function workspace() {
  const { tenant, as, at, iri } = await graphTenant(app)
  const headers = (context: string, wide: boolean) => ({
    ...at(context, { wide }),
    'content-type': 'application/sparql-query',
  })
  /** One string per row, with its values in the order of the SELECT. */
  const ask = async (text: string, { context = 'facts', wide = false } = {}): Promise<string[]> => {
    const response = await fetch(`${app.url}/graph/sparql`, {
      method: 'POST',
      body: `${PREFIXES} ${text}`,
      headers: { ...headers(context, wide), authorization: `Bearer ${await app.key(tenant, 'viewer')}` },
    })
    assert.equal(response.status, 200, await response.clone().text())
    return rowsIn((await response.json()) as Rows)
  }
  const update = (text: string, { context = 'facts', wide = false } = {}) =>
    app.client(sparql, tenant, 'member').update({
      body: `${PREFIXES} ${text}`,
      headers: { ...headers(context, wide), 'content-type': 'application/sparql-update' },
    })
  const meta = (context = 'facts') => `${iri(context)}/meta`
  const metaLines = (context?: string) => ask(`${ALL} { graph <${meta(context)}> { ?s ?p ?o } }`, { context })
  return { tenant, as, at, iri, ask, update, meta, metaLines }
}

test('a statement with metadata is described by a node with its id', async () => {
  const { as, at, ask, meta } = await workspace()
  clock.advance(1_600 - clock.now().getUTCMilliseconds())
  const now = clock.now().toISOString().replace('.600Z', '.6Z')
  const metadata = { confidence: 0.9, source: 'http://e.test/paper', wasDerivedFrom: ['a talk', 7], note: 'x' }
  const { id } = await as().create({ body: { ...fact('a', 'hi'), metadata }, headers: at() })
  await as().create({ body: fact('b'), headers: at() })
  assert.deepEqual(await ask(`${ALL} { graph <${meta()}> { ?s ?p ?o } }`), [
    `${id} http://www.w3.org/1999/02/22-rdf-syntax-ns#object hi`,
    `${id} http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate http://e.test/says`,
    `${id} http://www.w3.org/1999/02/22-rdf-syntax-ns#subject http://e.test/a`,
    `${id} http://www.w3.org/ns/prov#generatedAtTime ${now}`,
    `${id} http://www.w3.org/ns/prov#wasDerivedFrom a talk`,
    `${id} http://www.w3.org/ns/prov#wasDerivedFrom http://e.test/paper`,
    `${id} urn:graph:vocab#confidence 0.9`,
  ])
  const join = `?r rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o ; graph:confidence 0.9 ; prov:wasDerivedFrom ?from`
  assert.deepEqual(await ask(`select ?s ?o { ?s ?p ?o graph <${meta()}> { ${join} filter(isIRI(?from)) } }`), [
    'http://e.test/a hi',
  ])
})

test('metadata is reached by name, by FROM and by a variable, and is not in the default graph', async () => {
  const { as, at, ask, iri, meta } = await workspace()
  await as().create({ body: { ...fact('a'), metadata: { confidence: 0.5 } }, headers: at() })
  const pattern = '?s graph:confidence ?o'
  for (const text of [
    `select ?o { graph <${meta()}> { ${pattern} } }`,
    `select ?o from <${meta()}> { ${pattern} }`,
    `select ?o from named <${meta()}> { graph ?g { ${pattern} } }`,
    `select ?o { graph ?g { ${pattern} } }`,
  ])
    assert.deepEqual(await ask(text), ['0.5'], text)
  assert.deepEqual(await ask(`select ?o { ${pattern} }`), [])
  assert.deepEqual(await ask('select distinct ?g { graph ?g { ?s ?p ?o } }'), [iri('facts'), meta()])
})

test('asserting more metadata changes the metadata graph immediately', async () => {
  const { as, at, ask, metaLines } = await workspace()
  await ask('select ?s { ?s ?p ?o }')
  await as().create({ body: fact('a'), headers: at() })
  assert.deepEqual(await metaLines(), [])
  const confidence = async () => (await metaLines()).filter((line) => line.includes('confidence'))
  const say = (metadata: Record<string, unknown>) => as().create({ body: { ...fact('a'), metadata }, headers: at() })
  const { id } = await say({ confidence: 0.25 })
  assert.deepEqual(await confidence(), [`${id} urn:graph:vocab#confidence 0.25`])
  clock.advance(1_000)
  await say({ confidence: 1e-7, source: 'x' })
  assert.deepEqual(await confidence(), [`${id} urn:graph:vocab#confidence 0.0000001`])
  assert.equal((await metaLines()).length, 6)
  const before = await metaLines()
  await say({ confidence: 1e-7 })
  assert.deepEqual(await metaLines(), before)
  await as().delete({ params: { id }, headers: at() })
  assert.deepEqual(await metaLines(), [])
})

test('a newly loaded engine has the same metadata as one that follows changes', async () => {
  const { as, at, tenant, ask, metaLines, meta } = await workspace()
  await ask('select ?s { ?s ?p ?o }')
  const statements = Array.from({ length: 30 }, (_, i) => ({
    subject: i % 3 === 0 ? `_:b${i}` : `http://e.test/${i}`,
    predicate: 'http://e.test/p',
    object: i % 2 === 0 ? `_:o${i}` : 'Grüße "x"\n',
    objectType: i % 2 === 0 ? 'bnode' : 'literal',
    ...(i % 4 === 1 && { language: 'de-AT' }),
    metadata: { confidence: i / 30, source: i % 5 === 0 ? 'http://e.test/doc' : 'text\\' },
  }))
  await as().createBatch({ body: { statements }, headers: at() })
  await as().createBatch({
    body: { statements: statements.slice(0, 10).map((one) => ({ ...one, metadata: { confidence: 1 } })) },
    headers: at(),
  })
  const followed = await metaLines()
  assert.equal(followed.length, 30 * 6)
  const engine = await anotherEngine()
  const body = await engine.query(workspaceKey({ tenant: tenant.id, workspace: tenant.id }), {
    text: 'select ?s ?p ?o { ?s ?p ?o }',
    dataset: { defaultGraphs: [meta()], namedGraphs: [] },
    format: 'application/sparql-results+json',
    timeoutMs: 5_000,
    maxRows: 1_000,
    maxBytes: 1_000_000,
  })
  assert.deepEqual(rowsIn(JSON.parse(Buffer.from(body).toString())), followed)
  const orphans = `select ?r { graph <${meta()}> { ?r rdf:subject ?s ; rdf:predicate ?p ; rdf:object ?o } filter not exists { ?s ?p ?o } }`
  assert.deepEqual(await ask(orphans), [])
})

test('metadata does not count as statements', async () => {
  const { as, at, ask, update, iri } = await workspace()
  const metadata = { confidence: 0.5, source: 'x' }
  const batch = await as().createBatch({
    body: { statements: [fact('a'), fact('b')].map((one) => ({ ...one, metadata })) },
    headers: at(),
  })
  assert.equal(batch.inserted, 2)
  const { total, contexts } = await as().stats({ headers: at('facts', { wide: true }) })
  assert.deepEqual([total, contexts], [2, [{ contextId: iri('facts'), count: 2 }]])
  assert.deepEqual(await ask('select (count(*) as ?n) { ?s ?p ?o }'), ['2'])
  const { inserted, deleted } = await update('delete { e:a ?p ?o } insert { e:c ?p ?o } where { e:a ?p ?o }')
  assert.deepEqual([inserted, deleted], [1, 1])
})

for (const [text, left] of [
  ['clear all', 0],
  ['clear named ; clear default', 0],
  ['drop default', 0],
  ['delete where { graph ?g { ?s ?p ?o } }', 0],
  ['delete { graph ?g { ?s ?p ?o } } where { graph ?g { ?s ?p ?o } }', 0],
  ['delete where { ?s ?p ?o }', 0],
  ['delete where { e:a ?p ?o }', 1],
  ['insert data { e:a e:says "x" }', 2],
] as const)
  test(`after “${text}” ${left} statements are described`, async () => {
    const { as, at, ask, update, meta } = await workspace()
    for (const name of ['a', 'b'])
      await as().create({ body: { ...fact(name), metadata: { confidence: 0.5 } }, headers: at() })
    await ask('select ?s { ?s ?p ?o }')
    await update(text)
    assert.deepEqual(await ask('select (count(*) as ?n) { ?s ?p ?o }'), [String(left)])
    assert.deepEqual(await ask(`select (count(*) as ?n) { graph <${meta()}> { ?r rdf:object ?o } }`), [String(left)])
    assert.deepEqual(await ask(`select (count(*) as ?n) { graph <${meta()}> { ?s ?p ?o } }`), [String(left * 5)])
  })

test('an update can read metadata and copy from it', async () => {
  const { as, at, ask, update, meta } = await workspace()
  for (const [name, confidence] of [
    ['a', 0.2],
    ['b', 0.9],
  ] as const)
    await as().create({ body: { ...fact(name), metadata: { confidence } }, headers: at() })
  const unsure = `graph <${meta()}> { ?r rdf:subject ?s ; graph:confidence ?c filter(?c < 0.5) }`
  await update(`delete { ?s ?p ?o } where { ${unsure} ?s ?p ?o }`)
  assert.deepEqual(await ask('select ?s { ?s ?p ?o }'), ['http://e.test/b'])
  await update(`insert { ?s e:sure ?c } using <${meta()}> where { ?r rdf:subject ?s ; graph:confidence ?c }`)
  assert.deepEqual(await ask('select ?c { ?s e:sure ?c }'), ['0.9'])
  const { inserted } = await update(`add <${meta()}> to default`)
  assert.equal(inserted, 5)
  assert.deepEqual(await ask('select ?c { ?r graph:confidence ?c }'), ['0.9'])
  await update(`clear all ; insert { ?s ?p ?o } where { graph <${meta()}> { ?s ?p ?o } }`)
  assert.deepEqual(await ask(`select ?s { graph <${meta()}> { ?s ?p ?o } }`), [])
})

test('the metadata graph is read-only', async () => {
  const { as, at, update, meta, metaLines } = await workspace()
  await as().create({ body: { ...fact('a'), metadata: { confidence: 0.5 } }, headers: at() })
  const before = await metaLines()
  const graph = `<${meta()}>`
  for (const text of [
    `insert data { graph ${graph} { e:x e:y e:z } }`,
    `delete where { graph ${graph} { ?s ?p ?o } }`,
    `with ${graph} delete { ?s ?p ?o } where { ?s ?p ?o }`,
    `clear graph ${graph}`,
    `drop silent graph ${graph}`,
    `create graph ${graph}`,
    `copy default to ${graph}`,
    `move ${graph} to default`,
    `insert { graph ?g { e:x e:y e:z } } where { bind(${graph} as ?g) graph ${graph} { ?s ?p ?o } }`,
    `delete { graph ?g { ?s ?p ?o } } where { graph ?g { ?s ?p ?o } filter exists { graph ${graph} { ?s ?p ?o } } }`,
  ])
    await assert.rejects(update(text), refused(403, 'graph_read_only'), text)
  await assert.rejects(
    update(`insert { graph ?g { e:x e:y e:z } } where { bind(${graph} as ?g) }`),
    refused(403, 'graph_out_of_scope'),
  )
  await assert.rejects(as().create({ body: fact('a'), headers: at('facts/meta') }), refused(400, 'bad_request'))
  await assert.rejects(
    as().create({ body: { ...fact('a'), contextId: meta() }, headers: at() }),
    refused(422, 'invalid_body'),
  )
  assert.deepEqual(await metaLines(), before)
})

test('other contexts, workspaces and tenants cannot read metadata', async () => {
  const { as, at, ask, meta, metaLines } = await workspace()
  await as().create({ body: { ...fact('a'), metadata: { confidence: 0.5 } }, headers: at() })
  await as().create({ body: { ...fact('b'), metadata: { confidence: 0.7 } }, headers: at('other') })
  const every = 'select ?o { graph ?g { ?s graph:confidence ?o } }'
  assert.deepEqual(await ask(every), ['0.5'])
  assert.deepEqual(await ask(every, { context: 'other' }), ['0.7'])
  assert.deepEqual(await ask(every, { wide: true }), ['0.5', '0.7'])
  assert.equal((await metaLines('other')).length, 5)
  const stranger = await workspace()
  assert.deepEqual(await stranger.ask(every, { wide: true }), [])
  await assert.rejects(stranger.ask(`${ALL} { graph <${meta()}> { ?s ?p ?o } }`), /graph_out_of_scope/)
  await assert.rejects(stranger.ask(`${ALL} from <${meta()}> { ?s ?p ?o }`), /graph_out_of_scope/)
  await assert.rejects(ask(`${ALL} from <${meta('other')}> { ?s ?p ?o }`), /graph_out_of_scope/)
})
