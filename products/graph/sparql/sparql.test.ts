// SPARQL through HTTP, as standard clients use it.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openSparqlApp, problem, type Sent, type SparqlApp, type Tenant, values } from './testing.ts'

let app: SparqlApp
before(async () => {
  app = await openSparqlApp()
})
after(() => app.close())

const send = (tenant: Tenant, path: string, sent: Sent) => app.send(tenant, path, sent)
const ask = (tenant: Tenant, text: string, sent?: Sent) => app.ask(tenant, text, { role: 'viewer', ...sent })
const update = (tenant: Tenant, text: string, sent?: Sent) => app.update(tenant, text, sent)
const code = async (response: Response): Promise<string> => (await problem(response))[1]
const DATA =
  'prefix ex: <http://example.com/> insert data { ex:ada ex:knows ex:ben ; ex:name "Ada"@en . ex:ben ex:age 7 }'

test('inserted statements are found by a query', async () => {
  const tenant = await app.tenant()
  const done = await update(tenant, DATA)
  assert.equal(done.status, 200)
  const { inserted, deleted } = (await done.json()) as { inserted: number; deleted: number }
  assert.deepEqual([inserted, deleted], [3, 0])
  const found = await ask(tenant, 'select ?o { <http://example.com/ada> ?p ?o }')
  assert.match(found.headers.get('content-type') ?? '', /^application\/sparql-results\+json/)
  assert.deepEqual(await values(found, 'o'), ['Ada', 'http://example.com/ben'])
})

test('large batches are found with their metadata, whether the engine had loaded the workspace or not', async () => {
  const tenant = await app.tenant()
  const batch = async (name: string): Promise<void> => {
    const statements = Array.from({ length: 600 }, (_, i) => ({
      ...{ subject: `http://example.com/${name}/${i}`, predicate: 'http://example.com/is', object: name },
      ...{ objectType: 'literal', metadata: { confidence: 0.5 } },
    }))
    const headers = { 'content-type': 'application/json' }
    const body = JSON.stringify({ statements })
    assert.equal((await send(tenant, '/statements/batch', { method: 'POST', body, headers })).status, 200)
  }
  const found = async (): Promise<string[]> => [
    ...(await values(await ask(tenant, 'select (count(*) as ?n) { ?s <http://example.com/is> ?o }'), 'n')),
    ...(await values(
      await ask(
        tenant,
        `select (count(*) as ?n) { graph <urn:tenant:${tenant.id}:ws:${tenant.id}:graph:main/meta> { ?s ?p 0.5 } }`,
      ),
      'n',
    )),
  ]
  await batch('first')
  assert.deepEqual(await found(), ['600', '600'])
  await batch('second')
  assert.deepEqual(await found(), ['1200', '1200'])
  await Promise.all([batch('third'), batch('fourth'), batch('fifth')])
  assert.deepEqual(await found(), ['3000', '3000'])
})

test('a query may be sent by GET, as a form, or as the body', async () => {
  const tenant = await app.tenant()
  await update(tenant, DATA)
  const text = 'select ?s { ?s <http://example.com/age> 7 }'
  const query = new URLSearchParams({ query: text })
  const answers = [
    await send(tenant, `/sparql?${query}`, { role: 'viewer' }),
    await send(tenant, '/sparql', { method: 'POST', body: query, role: 'viewer' }),
    await ask(tenant, text),
  ]
  for (const answer of answers) assert.deepEqual(await values(answer, 's'), ['http://example.com/ben'])
})

for (const [form, accept, type, found] of [
  ['select ?o { ?s ex:age ?o }', 'text/csv', 'text/csv', /^o\r?\n7/],
  ['select ?o { ?s ex:age ?o }', 'application/sparql-results+xml', 'application/sparql-results+xml', /<literal/],
  ['ask { ?s ex:age 7 }', '*/*', 'application/sparql-results+json', /"boolean":\s*true/],
  ['construct { ?s ex:old ?o } { ?s ex:age ?o }', 'text/turtle', 'text/turtle', /example.com\/old/],
  ['describe <http://example.com/ben>', 'application/n-triples', 'application/n-triples', /example.com\/age/],
] as const)
  test(`${form.split(' ')[0]} returns ${type} for Accept: ${accept}`, async () => {
    const tenant = await app.tenant()
    await update(tenant, DATA)
    const answer = await ask(tenant, `prefix ex: <http://example.com/> ${form}`, { headers: { accept } })
    assert.equal(answer.status, 200)
    assert.ok(answer.headers.get('content-type')?.startsWith(type))
    assert.match(await answer.text(), found)
  })

test('an unsupported type for the query form returns 406', async () => {
  const tenant = await app.tenant()
  assert.equal(await code(await ask(tenant, 'select * {}', { headers: { accept: 'text/turtle' } })), 'not_acceptable')
})

test('a syntax error has its location', async () => {
  const tenant = await app.tenant()
  const answer = await ask(tenant, 'select *\nwhere { ?s ?p }')
  const problem = (await answer.json()) as Record<string, unknown>
  assert.deepEqual([answer.status, problem.code, problem.line], [400, 'sparql_syntax', 2])
})

test('an update is atomic', async () => {
  const tenant = await app.tenant()
  await update(tenant, DATA)
  const failing = `${DATA.replace('Ada', 'Eve')} ; insert data { graph <urn:tenant:other:ws:other:graph:main> { <a:a> <a:b> <a:c> } }`
  assert.equal(await code(await update(tenant, failing)), 'graph_out_of_scope')
  assert.deepEqual(await values(await ask(tenant, 'select ?o { ?s <http://example.com/name> ?o }'), 'o'), ['Ada'])
})

test('thirty concurrent increments add up', async () => {
  const tenant = await app.tenant()
  await update(tenant, 'insert data { <c:c> <c:n> 0 }')
  const step = 'delete { ?s <c:n> ?n } insert { ?s <c:n> ?m } where { ?s <c:n> ?n bind(?n + 1 as ?m) }'
  let done = 0
  await Promise.all(
    Array.from({ length: 10 }, async () => {
      for (let i = 0; i < 3; i++) if ((await update(tenant, step)).status === 200) done++
    }),
  )
  assert.deepEqual(await values(await ask(tenant, 'select ?n { <c:c> <c:n> ?n }'), 'n'), [String(done)])
  assert.ok(done > 0)
})

test('a posted statement is found, and an inserted one has its statement id', async () => {
  const tenant = await app.tenant()
  const body = {
    subject: 'http://example.com/a',
    predicate: 'http://example.com/b',
    object: 'c',
    objectType: 'literal',
  }
  const posted = await send(tenant, '/statements', {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  })
  assert.equal(posted.status, 201)
  const { id } = (await posted.json()) as { id: string }
  assert.deepEqual(await values(await ask(tenant, 'select ?o { ?s ?p ?o }'), 'o'), ['c'])
  await update(tenant, 'delete where { ?s ?p ?o }')
  assert.equal((await send(tenant, `/statements/${id}`, {})).status, 404)
  await update(tenant, 'insert data { <http://example.com/a> <http://example.com/b> "c" }')
  assert.equal((await send(tenant, `/statements/${id}`, {})).status, 200)
})

test('other tenants, workspaces and contexts are neither visible nor changed', async () => {
  const [one, two] = [await app.tenant(), await app.tenant()]
  await update(one, DATA)
  const everything = 'select ?s { { ?s ?p ?o } union { graph ?g { ?s ?p ?o } } }'
  assert.deepEqual(await values(await ask(two, everything), 's'), [])
  assert.deepEqual(await values(await ask(one, everything, { context: 'other' }), 's'), [])
  const foreign = `urn:tenant:${one.id}:ws:${one.id}:graph:main`
  for (const text of [`select * from <${foreign}> { ?s ?p ?o }`, `select * { graph <${foreign}> { ?s ?p ?o } }`])
    assert.equal(await code(await ask(two, text)), 'graph_out_of_scope')
  for (const text of [
    `clear graph <${foreign}>`,
    `copy <${foreign}> to default`,
    `with <${foreign}> delete { ?s ?p ?o } where { ?s ?p ?o }`,
  ])
    assert.equal(await code(await update(two, text)), 'graph_out_of_scope')
  for (const text of ['clear all', 'drop all', 'clear named', 'drop default']) await update(two, text)
  assert.equal((await values(await ask(one, everything), 's')).length, 6)
  assert.equal(await code(await ask(two, 'select * {}', { context: foreign })), 'graph_out_of_scope')
})

test('in workspace scope the other contexts are named graphs', async () => {
  const tenant = await app.tenant()
  await update(tenant, 'insert data { <a:a> <a:b> 1 }', { context: 'one' })
  await update(tenant, 'insert data { <a:a> <a:b> 2 }', { context: 'two' })
  const all = 'select ?o { graph ?g { ?s ?p ?o } }'
  assert.deepEqual(await values(await ask(tenant, all, { context: 'one' }), 'o'), ['1'])
  const wide = { context: 'one', headers: { 'x-graph-scope': 'workspace' } }
  assert.deepEqual(await values(await ask(tenant, all, wide), 'o'), ['1', '2'])
})

test('SERVICE and LOAD are rejected', async () => {
  const tenant = await app.tenant()
  assert.equal(
    await code(await ask(tenant, 'select * { service <http://127.0.0.1:1/> { ?s ?p ?o } }')),
    'remote_access_denied',
  )
  assert.equal(await code(await update(tenant, 'load <http://127.0.0.1:1/>')), 'remote_access_denied')
})

test('LOAD SILENT contacts no server, has no effect, and the rest of its update is carried out', async () => {
  const tenant = await app.tenant()
  const counts = async (text: string) => {
    const { inserted, deleted } = (await (await update(tenant, text)).json()) as Record<string, number>
    return [inserted, deleted]
  }
  assert.deepEqual(await counts('load silent <http://127.0.0.1:1/>'), [0, 0])
  assert.deepEqual(await counts('insert data { <a:a> <a:b> 1 } ; load silent <http://127.0.0.1:1/>'), [1, 0])
  assert.deepEqual(await values(await ask(tenant, 'select ?o { ?s ?p ?o }'), 'o'), ['1'])
  const elsewhere = 'load silent <http://127.0.0.1:1/> into graph <urn:tenant:other:ws:other:graph:main>'
  assert.equal(await code(await update(tenant, elsewhere)), 'graph_out_of_scope')
})

test('GROUP BY can name an expression in every position', async () => {
  const tenant = await app.tenant()
  await update(tenant, 'insert data { <a:a> <a:p> 1, 2 . <a:b> <a:p> 2, <x:y>, "z"@en . <a:c> <a:q> 1 }')
  const grouped = async (text: string, name = 'g') => values(await ask(tenant, text), name)
  const each = 'select ?g (count(*) as ?n) { ?s <a:p> ?o } group by'
  assert.deepEqual(await grouped(`${each} (?o as ?g)`), ['1', '2', 'x:y', 'z'])
  assert.deepEqual(await grouped(`${each} ((?o) AS ?g) having(count(*) > 1)`), ['2'])
  assert.deepEqual(await grouped(`${each} ?s (?o as ?g) having(?g = 2) order by ?g`), ['2', '2'])
  assert.deepEqual(await grouped(`${each} ( # said before\n ?o as ?g)`, 'n'), ['1', '1', '1', '2'])
  assert.deepEqual(await grouped(`select ?n { { ${each} (?o as ?g) } filter(?g = 2) }`, 'n'), ['2'])
  const all = 'select (count(?g) as ?n) { select ?g { ?s ?p ?any optional { ?s <a:p> ?o } } group by (?o as ?g) }'
  assert.deepEqual(await grouped(all, 'n'), ['4'])
  await update(tenant, `insert { ?g <a:times> ?n } where { ${each} (?o as ?g) having(isIri(?g)) }`)
  assert.deepEqual(await grouped('select ?g { ?g <a:times> 1 }'), ['x:y'])
})

test('an update with thousands of statements stores each once, even if some existed', async () => {
  const tenant = await app.tenant({ plan: 'pro' })
  const pairs = Array.from({ length: 75 }, (_, i) => `<urn:a:${i}> <urn:p> <urn:b:${i}> .`).join(' ')
  assert.equal((await update(tenant, `INSERT DATA { ${pairs} <urn:a:1> <urn:q> <urn:b:2> }`)).status, 200)
  const all = 'INSERT { ?s <urn:q> ?o } WHERE { ?s <urn:p> ?x . ?y <urn:p> ?o }'
  const inserted = async () => ((await (await update(tenant, all)).json()) as { inserted: number }).inserted
  assert.deepEqual([await inserted(), await inserted()], [75 * 75 - 1, 0])
  const { total } = (await (await send(tenant, '/statements/stats', { role: 'viewer' })).json()) as { total: number }
  assert.equal(total, 75 * 75 + 75)
})

test('a viewer can read but not write', async () => {
  const tenant = await app.tenant()
  assert.equal(await code(await update(tenant, DATA, { role: 'viewer' })), 'role_too_low')
})
