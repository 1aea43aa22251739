// Plain data is written without the engine and must give the same result as an evaluated update.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { contextIri } from '../scope/rules.ts'
import { openSparqlApp, problem, type SparqlApp, type Tenant, values } from './testing.ts'

let app: SparqlApp
before(async () => {
  app = await openSparqlApp()
})
after(() => app.close())

const WIDE = { 'x-graph-scope': 'workspace' }
/** Changes nothing, but has to be evaluated. */
const ASKING = 'delete { ?s <urn:never> ?o } where { ?s <urn:never> ?o }'

async function counts(tenant: Tenant, text: string): Promise<unknown> {
  const answer = await app.update(tenant, text, { headers: WIDE })
  assert.equal(answer.status, 200, `${text}: ${await answer.clone().text()}`)
  const { inserted, deleted } = (await answer.json()) as Record<string, number>
  return { inserted, deleted }
}

/** All statements as stored, in all contexts, without the ids of tenants and blank nodes. */
async function stored(tenant: Tenant): Promise<string[]> {
  const { rows } = await sql`
    select context, subject, predicate, object, object_type, datatype, language, assertions from graph.statements
    where tenant_id = ${tenant.id}`.execute(app.app.platform.db)
  return rows
    .map((row) =>
      JSON.stringify(row)
        .replaceAll(tenant.id, 't')
        .replace(/_:b_[^"]*/g, '_:'),
    )
    .toSorted()
}

const objects = ['<urn:x>', '"x"', '"x"@en', '"x"@EN', '1', '01', '"1"^^xsd:int', '1.50', '1.5', 'true', '"\\u00e9\\n"']
const triple = fc
  .tuple(fc.constantFrom('<urn:a>', 'p:b', '<rel>'), fc.constantFrom('<urn:p>', 'a'), fc.constantFrom(...objects))
  .map((terms) => `${terms.join(' ')} .`)
const graph = fc.constantFrom('main', 'other', 'new')
const quads = fc
  .array(fc.tuple(fc.option(graph), fc.array(triple, { maxLength: 3 })), { maxLength: 3 })
  .map(
    (parts) => (tenant: Tenant) =>
      parts
        .map(([name, triples]) =>
          name ? `graph <${contextIri(tenant.id, tenant.id, name)}> { ${triples.join(' ')} }` : triples.join(' '),
        )
        .join(' '),
  )
const operation = fc.oneof(
  { weight: 4, arbitrary: fc.tuple(fc.constantFrom('insert data', 'delete data'), quads) },
  { weight: 1, arbitrary: fc.tuple(fc.constantFrom('insert', 'delete'), quads) },
)
const request = fc.array(operation, { minLength: 1, maxLength: 4 }).map(
  (operations) => (tenant: Tenant) =>
    operations
      .map(([how, data]) => `${how} { ${data(tenant)} }${how.includes('data') ? '' : ' where {}'}`)
      .concat('create silent graph <urn:tenant:x>', 'load silent <http://127.0.0.1:1/>')
      .map((text) => text.replace('urn:tenant:x', contextIri(tenant.id, tenant.id, 'empty')))
      .join(' ; '),
)
const PREFIXES = 'prefix p: <urn:> prefix xsd: <http://www.w3.org/2001/XMLSchema#>'

test('any sequence of data updates gives the counts and statements of an evaluation', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: 1, maxLength: 5 }), async (requests) => {
      const [plain, asking] = [await app.tenant(), await app.tenant()]
      for (const text of requests) {
        const result = await counts(plain, `${PREFIXES} ${text(plain)}`)
        assert.deepEqual(result, await counts(asking, `${PREFIXES} ${text(asking)} ; ${ASKING}`), text(plain))
      }
      assert.deepEqual(await stored(plain), await stored(asking), requests.map((text) => text(plain)).join('\n'))
    }),
    { numRuns: 30 },
  )
})

test('inserting existing data changes nothing, and an update without effect records no event', async () => {
  const tenant = await app.tenant()
  const text = 'insert data { <urn:a> <urn:p> 1, 2 } ; delete data { <urn:a> <urn:p> 3 }'
  assert.deepEqual(await counts(tenant, text), { inserted: 2, deleted: 0 })
  const before = await stored(tenant)
  const events = (await app.app.audit(tenant)).length
  assert.deepEqual(await counts(tenant, text), { inserted: 0, deleted: 0 })
  assert.deepEqual(await counts(tenant, 'insert data {}'), { inserted: 0, deleted: 0 })
  assert.deepEqual(
    await counts(tenant, `delete data { graph <${contextIri(tenant.id, tenant.id, 'none')}> { <urn:a> <urn:p> 1 } }`),
    {
      inserted: 0,
      deleted: 0,
    },
  )
  assert.deepEqual(await stored(tenant), before)
  assert.equal((await app.app.audit(tenant)).length, events)
  const { rows } = await sql`select context from graph.contexts where tenant_id = ${tenant.id}`.execute(
    app.app.platform.db,
  )
  assert.deepEqual(rows, [{ context: 'main' }])
})

test('equal blank node labels mean the same node within an operation, but not across operations', async () => {
  const tenant = await app.tenant()
  const text = 'insert data { _:x <urn:p> _:x . [] <urn:p> (1 2) } ; insert data { _:y <urn:q> [ <urn:r> "deep" ] }'
  assert.deepEqual(await counts(tenant, text), { inserted: 8, deleted: 0 })
  assert.deepEqual(await counts(tenant, text), { inserted: 8, deleted: 0 })
  assert.deepEqual(await values(await app.ask(tenant, 'select (count(*) as ?n) { ?x <urn:p> ?x }'), 'n'), ['2'])
})

test('deleting a number as returned by a query deletes it in any spelling', async () => {
  const tenant = await app.tenant()
  await counts(tenant, 'insert data { <urn:a> <urn:p> 1.50, 2 }')
  assert.deepEqual(await values(await app.ask(tenant, 'select ?o { ?s ?p ?o }'), 'o'), ['1.5', '2'])
  assert.deepEqual(await counts(tenant, 'delete data { <urn:a> <urn:p> 1.5 }'), { inserted: 0, deleted: 1 })
  const both = 'insert data { <urn:b> <urn:p> 01 } ; delete data { <urn:b> <urn:p> 1 }'
  assert.deepEqual(await counts(tenant, both), { inserted: 0, deleted: 0 })
})

test('data outside the scope or with invalid terms changes nothing and returns the reason', async () => {
  const tenant = await app.tenant()
  const foreign = 'urn:tenant:other:ws:other:graph:main'
  const good = '<urn:a> <urn:p> 1 .'
  for (const [text, code] of [
    [`insert data { ${good} graph <${foreign}> { ${good} } }`, 'graph_out_of_scope'],
    [`delete data { graph <${foreign}> { ${good} } }`, 'graph_out_of_scope'],
    [`insert data { ${good} graph <${contextIri(tenant.id, tenant.id, 'main')}/meta> { ${good} } }`, 'graph_read_only'],
    [`insert data { ${good} <urn:a> <urn:p> "x"@toolongtobeatag }`, 'sparql_syntax'],
    [`insert data { ${good} <urn:a> <a b> 1 }`, 'sparql_syntax'],
    [`delete data { <urn:a> <urn:p> _:b }`, 'sparql_syntax'],
    [`insert data { ${good} ?s <urn:p> 1 }`, 'sparql_syntax'],
  ] as const)
    assert.equal((await problem(await app.update(tenant, text, { headers: WIDE })))[1], code, text)
  assert.deepEqual(await stored(tenant), [])
})
