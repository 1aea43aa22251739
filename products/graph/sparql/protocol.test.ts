// The rules of the SPARQL 1.1 Protocol, each violated once.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { after, before, test } from 'node:test'
import { openSparqlApp, problem, type Sent, type SparqlApp, type Tenant, values } from './testing.ts'

let app: SparqlApp
let tenant: Tenant
before(async () => {
  app = await openSparqlApp()
  tenant = await app.tenant()
  for (const [context, value] of [
    ['main', 1],
    ['one', 2],
    ['two', 3],
  ] as const)
    await app.update(tenant, `insert data { <a:a> <a:b> ${value} }`, { context })
})
after(() => app.close())

const QUERY = 'application/sparql-query'
const UPDATE = 'application/sparql-update'
const WIDE = { 'x-graph-scope': 'workspace' }
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const iri = (context: string) => `urn:tenant:${tenant.id}:ws:${tenant.id}:graph:${context}`
const form = (path: string, body: string): Promise<Response> =>
  app.send(tenant, path, { method: 'POST', body, headers: FORM })
const direct = (body: Sent['body'], type: string, path = '/sparql'): Promise<Response> =>
  app.send(tenant, path, { method: 'POST', body, headers: { 'content-type': type } })

const REFUSED: [sentence: string, send: () => Promise<Response>, status: number, code: string][] = [
  ['two queries in the address', () => app.send(tenant, '/sparql?query=ASK{}&query=ASK{}'), 400, 'invalid_query'],
  ['no query in the address', () => app.send(tenant, '/sparql'), 400, 'invalid_query'],
  ['an empty query', () => app.send(tenant, '/sparql?query='), 400, 'sparql_syntax'],
  ['an update in the URL', () => app.send(tenant, '/sparql?update=CLEAR+ALL'), 400, 'invalid_query'],
  ['an update by GET', () => app.send(tenant, '/sparql/update?update=CLEAR+ALL'), 405, 'method_not_allowed'],
  ['two queries in a form', () => form('/sparql', 'query=ASK{}&query=ASK{}'), 400, 'invalid_query'],
  [
    'a query in the form and another in the URL',
    () => form('/sparql?query=ASK{}', 'query=ASK{}'),
    400,
    'invalid_query',
  ],
  [
    'a query in the body and another in the URL',
    () => direct('ASK {}', QUERY, '/sparql?query=ASK{}'),
    400,
    'invalid_query',
  ],
  ['a form without a query', () => form('/sparql', 'q=ASK{}'), 400, 'invalid_query'],
  ['a form with query and update', () => form('/sparql', 'query=ASK{}&update=CLEAR+ALL'), 400, 'invalid_query'],
  ['an update in a form for queries', () => form('/sparql', 'update=CLEAR+ALL'), 400, 'invalid_query'],
  ['a query in a form for updates', () => form('/sparql/update', 'query=ASK{}'), 400, 'invalid_query'],
  ['two updates in a form', () => form('/sparql/update', 'update=CLEAR+ALL&update=CLEAR+ALL'), 400, 'invalid_query'],
  [
    'a form that is not UTF-8',
    () => form('/sparql', 'query=ASK%20%7B%20%3Fs%20%3Fp%20%22%FF%22%7D'),
    400,
    'malformed_body',
  ],
  ['a form with half an escape', () => form('/sparql', 'query=ASK%7B%7'), 400, 'malformed_body'],
  ['a body that is not UTF-8', () => direct(new Uint8Array([0x41, 0xff]), QUERY), 400, 'malformed_body'],
  ['another charset', () => direct('ASK {}', `${QUERY}; charset=iso-8859-1`), 415, 'unsupported_media_type'],
  ['another media type', () => direct('ASK {}', 'text/plain'), 415, 'unsupported_media_type'],
  ['the media type of updates for a query', () => direct('ASK {}', UPDATE), 415, 'unsupported_media_type'],
  [
    'the media type of queries for an update',
    () => direct('CLEAR ALL', QUERY, '/sparql/update'),
    415,
    'unsupported_media_type',
  ],
  ['an update sent as a query', () => direct('CLEAR ALL', QUERY), 400, 'sparql_syntax'],
  ['a query sent as an update', () => direct('ASK {}', UPDATE, '/sparql/update'), 400, 'sparql_syntax'],
  [
    'an invalid flag in the address',
    () => app.send(tenant, '/sparql?query=ASK{}&union-default-graph=perhaps'),
    400,
    'invalid_query',
  ],
  ['an invalid flag in a form', () => form('/sparql', 'query=ASK{}&union-default-graph=perhaps'), 400, 'invalid_query'],
  [
    'a request for a query plan, which this engine cannot show',
    () => app.send(tenant, '/sparql?query=ASK{}&explain=true'),
    400,
    'explain_unavailable',
  ],
  [
    'a time limit that is not a number',
    () => app.ask(tenant, 'ASK {}', { headers: { 'x-query-timeout-ms': '-1' } }),
    400,
    'bad_request',
  ],
  [
    'a foreign default graph',
    () => app.send(tenant, '/sparql?query=ASK{}&default-graph-uri=urn:x'),
    403,
    'graph_out_of_scope',
  ],
]

for (const [sentence, send, status, code] of REFUSED)
  test(`${sentence} is rejected: ${status} ${code}`, async () => {
    assert.deepEqual(await problem(await send()), [status, code])
    assert.deepEqual(await values(await app.ask(tenant, 'SELECT ?o { ?s ?p ?o }'), 'o'), ['1'])
  })

test('a query by GET with a body is rejected', async () => {
  const headers = {
    authorization: `Bearer ${await app.app.key(tenant, 'viewer')}`,
    ...{ 'x-tenant-id': tenant.id, 'x-workspace-id': tenant.id, 'x-context-id': 'main' },
  }
  const going = request(`${app.app.url}/graph/sparql?query=ASK%7B%7D`, { headers })
  going.setHeader('content-length', 3)
  going.end('ASK')
  const [answer] = (await once(going, 'response')) as [IncomingMessage]
  assert.equal(answer.statusCode, 400)
  assert.match((await answer.toArray()).join(''), /"code":"bad_request"/)
})

test('HEAD returns the same as GET, without the body', async () => {
  const answer = await app.send(tenant, '/sparql?query=ASK{}', { method: 'HEAD' })
  assert.deepEqual([answer.status, await answer.text()], [200, ''])
  assert.match(answer.headers.get('content-type') ?? '', /^application\/sparql-results\+json/)
})

test('parameters for other servers are ignored', async () => {
  const answer = await app.send(tenant, '/sparql?query=SELECT+*{?s+?p+?o}&format=json&output=json&results=json')
  assert.deepEqual(await values(answer, 'o'), ['1'])
})

test('an update may be sent as a form', async () => {
  const other = await app.tenant()
  const body = new URLSearchParams({ update: 'insert data { <a:a> <a:b> "a+b & ü" }' })
  assert.equal((await app.send(other, '/sparql/update', { method: 'POST', body })).status, 200)
  assert.deepEqual(await values(await app.ask(other, 'select ?o { ?s ?p ?o }'), 'o'), ['a+b & ü'])
})

test('the protocol parameters select the graphs to read', async () => {
  const text = 'select ?o { { ?s ?p ?o } union { graph ?g { ?s ?p ?o } } }'
  const asked = async (parameters: string[][], headers: Record<string, string> = WIDE) =>
    app.send(tenant, `/sparql?${new URLSearchParams([['query', text], ...parameters] as [string, string][])}`, {
      headers,
    })
  assert.deepEqual(await values(await asked([['default-graph-uri', iri('one')]]), 'o'), ['2'])
  assert.deepEqual(await values(await asked([['named-graph-uri', iri('two')]]), 'o'), ['3'])
  const both = [
    ['default-graph-uri', iri('one')],
    ['named-graph-uri', iri('main')],
    ['named-graph-uri', iri('two')],
  ]
  assert.deepEqual(await values(await asked(both), 'o'), ['1', '2', '3'])
  const union = [['union-default-graph', 'true']]
  assert.deepEqual(await values(await asked(union), 'o'), ['1', '1', '2', '2', '3', '3'])
  assert.deepEqual(await problem(await asked([['default-graph-uri', iri('one')]], {})), [403, 'graph_out_of_scope'])
})

for (const how of ['address', 'form'] as const)
  test(`using-graph-uri in the ${how} selects where an update reads, not where it writes`, async () => {
    const other = await app.tenant()
    const name = (context: string) => `urn:tenant:${other.id}:ws:${other.id}:graph:${context}`
    await app.update(other, 'insert data { <a:a> <a:b> 1 }', { context: 'one' })
    await app.update(other, 'insert data { <a:a> <a:b> 2 }', { context: 'two' })
    const text = 'insert { ?s <a:saw> ?o } where { ?s <a:b> ?o } ; delete where { graph ?g { ?s <a:b> ?o } }'
    const using = { 'using-graph-uri': name('one'), 'using-named-graph-uri': name('two') }
    const done =
      how === 'form'
        ? await app.send(other, '/sparql/update', {
            method: 'POST',
            body: new URLSearchParams({ update: text, ...using }),
            headers: WIDE,
          })
        : await app.send(other, `/sparql/update?${new URLSearchParams(using)}`, {
            method: 'POST',
            body: text,
            headers: { 'content-type': UPDATE, ...WIDE },
          })
    assert.equal(done.status, 200, await done.clone().text())
    const held = await app.ask(other, 'select (concat(str(?g), " ", str(?o)) as ?x) { graph ?g { ?s ?p ?o } }', {
      headers: WIDE,
    })
    assert.deepEqual(await values(held, 'x'), [`${name('main')} 1`, `${name('one')} 1`])
  })

test('using-graph-uri together with USING or WITH is rejected, and nothing changes', async () => {
  const text = `with <${iri('main')}> delete { ?s ?p ?o } where { ?s ?p ?o }`
  const parameters = new URLSearchParams({ 'using-graph-uri': iri('main') })
  const answer = await app.send(tenant, `/sparql/update?${parameters}`, {
    method: 'POST',
    body: text,
    headers: { 'content-type': UPDATE },
  })
  assert.deepEqual(await problem(answer), [400, 'invalid_query'])
  assert.deepEqual(await values(await app.ask(tenant, 'select ?o { ?s ?p ?o }'), 'o'), ['1'])
})

test('in workspace scope NAMED means the other contexts, and ALL means all contexts', async () => {
  const other = await app.tenant()
  const all = 'select ?o { graph ?g { ?s ?p ?o } }'
  for (const context of ['main', 'one', 'two']) await app.update(other, 'insert data { <a:a> <a:b> 1 }', { context })
  const then = async (text: string) => {
    assert.equal((await app.update(other, text, { headers: WIDE })).status, 200)
    return (await values(await app.ask(other, all, { headers: WIDE }), 'o')).length
  }
  assert.equal(await then('drop named'), 1)
  assert.equal(
    await then(`insert data { graph <urn:tenant:${other.id}:ws:${other.id}:graph:new> { <a:a> <a:b> 1 } }`),
    2,
  )
  assert.equal(await then('clear named ; clear named'), 1)
  assert.equal(await then('clear all'), 0)
})

test('a relative IRI is resolved against the context', async () => {
  const other = await app.tenant()
  await app.update(other, 'insert data { <s> <a:b> <#x> }')
  const context = `urn:tenant:${other.id}:ws:${other.id}:graph:main`
  assert.deepEqual(await values(await app.ask(other, 'select ?s { ?s <a:b> <#x> }'), 's'), [`${context}/s`])
  assert.deepEqual(await problem(await app.ask(other, 'select * { <../x> ?p ?o }')), [400, 'sparql_syntax'])
})

test('a term that statements cannot have is rejected', async () => {
  const answer = await app.update(tenant, 'insert data { <a:a> <a:b> "x"@abcdefghijk }')
  assert.deepEqual(await problem(answer), [400, 'sparql_syntax'])
})

test('the variables of SELECT * have the order of the text', async () => {
  const answer = await app.ask(tenant, 'select * { ?z ?b ?a optional { ?a ?x ?y } }', {
    headers: { accept: 'text/csv' },
  })
  assert.match(await answer.text(), /^z,b,a,x,y\r?\n/)
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8')
})

test('a result with more rows or bytes than the plan allows returns 413', async () => {
  const numbers = Array.from({ length: 101 }, (_, index) => index).join(' ')
  const rows = `select * { values ?a { ${numbers} } values ?b { ${numbers} } }`
  assert.deepEqual(await problem(await app.ask(tenant, rows)), [413, 'result_too_large'])
  const few = Array.from({ length: 90 }, (_, index) => index).join(' ')
  const long = `bind("${'x'.repeat(1_000)}" as ?y)`
  const bytes = `select ?y { values ?a { ${few} } values ?b { ${few} } ${long} }`
  assert.deepEqual(await problem(await app.ask(tenant, bytes)), [413, 'result_too_large'])
  assert.deepEqual(await values(await app.ask(tenant, 'select ?o { ?s ?p ?o }'), 'o'), ['1'])
})

for (const [length, rows] of [
  ['short', 1],
  ['long', 40],
] as const)
  test(`a ${length} answer is compressed in every format if the client accepts it`, async () => {
    const word = 'ü€'.repeat(1_000)
    const text = `SELECT ?x { VALUES ?row { ${[...Array(rows).keys()].join(' ')} } BIND("${word}" AS ?x) }`
    for (const accept of ['application/sparql-results+json', 'application/sparql-results+xml', 'text/csv'])
      for (const encoding of ['br', 'gzip', 'identity']) {
        const headers = { accept, 'accept-encoding': encoding }
        const answer = await app.ask(tenant, text, { headers })
        assert.deepEqual([answer.status, answer.headers.get('content-encoding') ?? 'identity'], [200, encoding])
        assert.equal(
          answer.headers.get('content-type'),
          accept.startsWith('text/') ? `${accept}; charset=utf-8` : accept,
        )
        assert.equal(answer.headers.get('vary'), 'accept, accept-encoding')
        assert.equal((await answer.text()).split(word).length, rows + 1)
      }
  })

test('a repeated query by GET returns 304 until something changes', async () => {
  const other = await app.tenant()
  const ask = (etag = '') =>
    app.send(other, '/sparql?query=SELECT+?o+{?s+?p+?o}', { headers: { 'if-none-match': etag } })
  await app.update(other, 'insert data { <a:a> <a:b> 1 }')
  const first = await ask()
  const etag = first.headers.get('etag') ?? 'none'
  assert.deepEqual(await values(first, 'o'), ['1'])
  const again = await ask(etag)
  assert.deepEqual([again.status, await again.text()], [304, ''])
  await app.update(other, 'insert data { <a:a> <a:b> 2 }')
  assert.deepEqual(await values(await ask(etag), 'o'), ['1', '2'])
})
