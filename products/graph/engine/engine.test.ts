// The engine as the product uses it: with a source beside it, several workspaces, and callers that mean no good.
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import type { Engine, QueryRequest, UpdateRequest } from './engine.ts'
import { type OxigraphOptions, openOxigraph } from './oxigraph/open.ts'
import { type MemorySource, memorySource } from './testing.ts'

const log = openLog('silent')
const G = 'urn:tenant:t:ws:w:graph:main'
const H = 'urn:tenant:t:ws:w:graph:other'
const dataset = { defaultGraphs: [G], namedGraphs: [G, H] }
const XSD = 'http://www.w3.org/2001/XMLSchema#'

let source: MemorySource
let engine: Engine

before(async () => {
  source = memorySource()
  engine = await openOxigraph({ source, log })
})
after(() => engine.close())

let count = 0
/** A workspace of its own for each test. */
const workspace = (lines: string[] = []): string => {
  const name = `w${count++}`
  if (lines.length > 0) source.commit(name, { added: lines })
  return name
}
const line = (s: string, p: string, o: string, g = G) => `<urn:${s}> <urn:${p}> ${o} <${g}> .`
const many = (n: number) => Array.from({ length: n }, (_, i) => line(`s${i}`, 'p', `"${i}"`))

const TSV = 'text/tab-separated-values'
const request = (text: string, more: Partial<QueryRequest> = {}): QueryRequest => ({
  text,
  dataset,
  format: TSV,
  timeoutMs: 20_000,
  maxRows: 10_000,
  maxBytes: 10_000_000,
  ...more,
})
async function rows(on: string, text: string, more: Partial<QueryRequest> = {}, by = engine): Promise<string[]> {
  const { body } = await by.query(on, request(text, more))
  return Buffer.from(body).toString().trimEnd().split('\n').slice(1).sort()
}
const all = 'SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }'
const evaluate = (on: string, text: string, more: Partial<UpdateRequest> = {}) =>
  engine.evaluateUpdate(on, { text, dataset, timeoutMs: 20_000, ...more })
/** Evaluates, commits and applies, as the product does. */
async function update(on: string, text: string, more: Partial<UpdateRequest> = {}) {
  const delta = await evaluate(on, text, more)
  await engine.apply(on, source.commit(on, delta))
  return delta
}
async function withEngine(options: Partial<OxigraphOptions>, use: (own: Engine, from: MemorySource) => Promise<void>) {
  const from = memorySource()
  const own = await openOxigraph({ source: from, log, ...options })
  try {
    await use(own, from)
  } finally {
    await own.close()
  }
}
const kind = (expected: string) => (error: { kind?: string }) => {
  assert.equal(error.kind, expected, String(error))
  return true
}
const CROSS_PRODUCT = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }'

test('a workspace is loaded from the source when it is first asked', async () => {
  const on = workspace([line('a', 'p', '"1"'), line('b', 'p', '_:x1'), '_:x1 <urn:p> "ü\\n\\u0001" <urn:g> .'])
  assert.deepEqual(await rows(on, 'SELECT ?s { ?s <urn:p> ?o }'), ['<urn:a>', '<urn:b>'])
  assert.deepEqual(await rows(on, 'SELECT ?s { ?s ?p ?o }', { dataset: { defaultGraphs: [], namedGraphs: [] } }), [])
})

test('two workspaces never see each other, whatever the text names', async () => {
  const one = workspace([line('secret', 'p', '"one"')])
  const two = workspace([line('open', 'p', '"two"')])
  for (const text of [
    all,
    'SELECT ?s ?p ?o { ?s ?p ?o }',
    `SELECT ?s FROM <${G}> FROM NAMED <${G}> { GRAPH ?g { ?s ?p ?o } }`,
  ])
    assert.doesNotMatch((await rows(two, text)).join(), /secret/)
  await update(two, 'CLEAR ALL')
  assert.equal((await rows(one, all)).length, 1)
  assert.equal((await rows(two, all)).length, 0)
})

test('a query sees the graphs of its dataset only', async () => {
  const on = workspace([line('a', 'p', '"g"'), line('a', 'p', '"h"', H)])
  const narrow = { dataset: { defaultGraphs: [G], namedGraphs: [G] } }
  for (const text of [
    `SELECT ?o { GRAPH <${H}> { ?s ?p ?o } }`,
    `SELECT ?o FROM <${H}> { ?s ?p ?o FILTER(?o = "h") }`,
    `SELECT ?o FROM NAMED <${H}> { GRAPH ?g { ?s ?p ?o } FILTER(?o = "h") }`,
    `SELECT ?s { ?s ?p ?o FILTER EXISTS { GRAPH <${H}> { ?s ?p ?x } } }`,
  ])
    assert.deepEqual(await rows(on, text, narrow), [], text)
})

test('each kind of query answers in its formats, and in no other', async () => {
  const on = workspace([line('a', 'p', '"1"')])
  const ask = async (text: string, format: string) => {
    const { body, ...answer } = await engine.query(on, request(text, { format }))
    return { ...answer, text: Buffer.from(body).toString() }
  }
  const rowsAnswer = await ask('SELECT * { ?s ?p ?o }', 'application/sparql-results+json')
  assert.equal(rowsAnswer.kind, 'rows')
  assert.equal(rowsAnswer.rows, 1)
  assert.equal(JSON.parse(rowsAnswer.text).results.bindings.length, 1)
  const boolean = await ask('ASK {}', 'application/sparql-results+json')
  assert.equal(boolean.kind, 'boolean')
  assert.equal(JSON.parse(boolean.text).boolean, true)
  const triples = await ask('CONSTRUCT WHERE { ?s ?p ?o }', 'application/n-triples')
  assert.deepEqual(triples, {
    kind: 'triples',
    contentType: 'application/n-triples',
    text: '<urn:a> <urn:p> "1" .\n',
  })
  await assert.rejects(ask('SELECT * {}', 'text/turtle'), kind('format'))
  await assert.rejects(ask('CONSTRUCT WHERE { ?s ?p ?o }', 'text/csv'), kind('format'))
})

test('a result past its rows or bytes is refused, one that just fits is not', async () => {
  const on = workspace(many(20))
  const text = 'SELECT ?s ?o { ?s ?p ?o }'
  for (const format of ['application/sparql-results+json', 'application/sparql-results+xml', 'text/csv', TSV]) {
    assert.equal((await engine.query(on, request(text, { format, maxRows: 20 }))).rows, 20)
    await assert.rejects(engine.query(on, request(text, { format, maxRows: 19 })), kind('too_large'))
  }
  for (const more of [
    'LIMIT 1000',
    'OFFSET 0',
    'LIMIT 1000 OFFSET 0',
    '# a comment',
    'ORDER BY DESC(?s) VALUES ?p {<urn:p>}',
  ])
    await assert.rejects(engine.query(on, request(`${text} ${more}`, { maxRows: 5 })), kind('too_large'), more)
  assert.equal((await rows(on, `${text} LIMIT 5`, { maxRows: 5 })).length, 5)
  await assert.rejects(engine.query(on, request(text, { maxBytes: 50 })), kind('too_large'))
})

test('text that is not SPARQL, or asks another server, is refused', async () => {
  const on = workspace()
  await assert.rejects(rows(on, 'SELECT * { ?s ?p'), kind('syntax'))
  await assert.rejects(rows(on, 'CLEAR ALL'), kind('syntax'))
  await assert.rejects(evaluate(on, 'SELECT * {}'), kind('syntax'))
  await assert.rejects(rows(on, 'SELECT * { # \\u005Cu0041\n ?s ?p ?o }'), kind('syntax'))
  for (const silent of ['', 'SILENT'])
    await assert.rejects(rows(on, `SELECT * { SERVICE ${silent} <http://example.com/> { ?s ?p ?o } }`), kind('remote'))
  await assert.rejects(evaluate(on, 'LOAD <http://example.com/>'), kind('remote'))
  await assert.rejects(
    evaluate(on, 'INSERT { ?s ?p ?o } WHERE { SERVICE <http://example.com/> { ?s ?p ?o } }'),
    kind('remote'),
  )
})

test('an update is evaluated to its net change and leaves the store as it was', async () => {
  const on = workspace([line('a', 'p', '"1"'), line('b', 'p', '"2"'), `_:n <urn:p> "3" <${G}> .`])
  const before = await rows(on, all)
  const delta = await evaluate(
    on,
    `PREFIX : <urn:>
     INSERT DATA { :c :p "4" } ;
     DELETE { ?s :p ?o } INSERT { ?s :q ?o } WHERE { ?s :p ?o } ;
     DELETE DATA { :c :q "4" } ;
     INSERT DATA { :a :p "1" }`,
  )
  assert.deepEqual(await rows(on, all), before)
  assert.deepEqual(
    delta.added.sort(),
    [`_:n <urn:q> "3" <${G}> .`, line('a', 'q', '"1"'), line('b', 'q', '"2"')].sort(),
  )
  assert.deepEqual(delta.removed.sort(), [`_:n <urn:p> "3" <${G}> .`, line('b', 'p', '"2"')].sort())
  assert.equal(delta.seq, 1)
})

test('an update that fails half way leaves the store as it was', async () => {
  const on = workspace([line('a', 'p', '"1"')])
  const before = await rows(on, all)
  await assert.rejects(
    evaluate(on, 'CLEAR ALL ; INSERT DATA { <urn:x> <urn:p> 1 } ; LOAD <http://example.com/>'),
    kind('remote'),
  )
  assert.deepEqual(await rows(on, all), before)
})

test('a large update is the same as many small ones', async () => {
  const on = workspace([...many(3_000), ...Array.from({ length: 200 }, (_, i) => `_:b${i} <urn:p> "${i}" <${G}> .`)])
  const before = await rows(on, all)
  const delta = await evaluate(
    on,
    'DELETE { ?s ?p ?o } INSERT { ?s <urn:q> ?o } WHERE { ?s ?p ?o } ; DELETE WHERE { ?s <urn:q> "7" }',
  )
  assert.equal(delta.removed.length, 3_200)
  assert.equal(delta.added.length, 3_198)
  assert.deepEqual(await rows(on, all), before)
  await engine.apply(on, source.commit(on, delta))
  assert.equal((await rows(on, 'SELECT ?s { ?s <urn:q> ?o }')).length, 3_198)
  await assert.rejects(evaluate(on, 'CLEAR ALL', { maxChanges: 100 }), kind('too_large'))
})

test('an update outside its scope is refused', async () => {
  const on = workspace([line('a', 'p', '"1"')])
  const other = '<urn:tenant:x:ws:w:graph:main>'
  for (const text of [
    `INSERT DATA { GRAPH ${other} { <urn:a> <urn:p> 1 } }`,
    `DELETE DATA { GRAPH ${other} { <urn:a> <urn:p> 1 } }`,
    `INSERT { GRAPH ?g { ?s ?p ?o } } WHERE { ?s ?p ?o BIND(IRI("urn:else") AS ?g) }`,
    `WITH ${other} DELETE { ?s ?p ?o } WHERE { ?s ?p ?o }`,
    `INSERT { ?s ?p ?o } USING ${other} WHERE { ?s ?p ?o }`,
    `COPY ${other} TO DEFAULT`,
    `MOVE DEFAULT TO ${other}`,
    `CLEAR GRAPH ${other}`,
    `CREATE GRAPH ${other}`,
  ])
    await assert.rejects(evaluate(on, text), kind('scope'), text)
})

test('new blank nodes have labels of their own, known ones keep theirs', async () => {
  const on = workspace([`<urn:a> <urn:p> _:known <${G}> .`])
  const text = 'INSERT { ?o <urn:q> _:new } WHERE { <urn:a> <urn:p> ?o }'
  const first = await update(on, text)
  const second = await update(on, text)
  assert.match(first.added[0]!, /^_:known <urn:q> _:b_[0-9a-z]{26}_0 /)
  assert.notEqual(first.added[0], second.added[0])
  assert.deepEqual((await update(on, 'DELETE WHERE { ?s <urn:q> ?o }')).removed.length, 2)
  assert.deepEqual(source.lines(on), [`<urn:a> <urn:p> _:known <${G}> .`])
})

test('lines come back as they were written, though the store keeps values', async () => {
  const written = [
    line('a', 'p', `"01"^^<${XSD}int>`),
    line('a', 'p', `"1"^^<${XSD}integer>`),
    line('b', 'p', `"1.50"^^<${XSD}decimal>`),
    line('c', 'p', `"2020-01-01T00:00:00.000Z"^^<${XSD}dateTime>`),
  ]
  const on = workspace(written)
  assert.deepEqual((await evaluate(on, 'DELETE WHERE { ?s ?p ?o }')).removed.sort(), [...written].sort())
  assert.deepEqual((await evaluate(on, `INSERT DATA { <urn:b> <urn:p> "1.50"^^<${XSD}decimal> }`)).added, [])
  assert.equal((await evaluate(on, `INSERT DATA { <urn:b> <urn:p> 1.5 }`)).added.length, 1)
  assert.deepEqual((await evaluate(on, `DELETE DATA { <urn:b> <urn:p> "1.500"^^<${XSD}decimal> }`)).removed, [])
  const copied = await evaluate(on, `COPY DEFAULT TO <${H}>`)
  assert.deepEqual(copied.added.sort(), written.map((one) => one.replace(`<${G}>`, `<${H}>`)).sort())
  const removed = await update(on, `DELETE DATA { <urn:a> <urn:p> "01"^^<${XSD}int> }`)
  assert.deepEqual(removed.removed, [written[0]])
  assert.deepEqual(await rows(on, 'SELECT ?o { <urn:a> ?p ?o }'), ['1'])
})

test('a caller reads its own writes, and a gap is filled from the source', async () => {
  const on = workspace([line('a', 'p', '"1"')])
  await rows(on, all)
  const loads = source.loads
  const second = source.commit(on, { added: [line('b', 'p', '"2"')] })
  const third = source.commit(on, { added: [line('c', 'p', '"3"')], removed: [line('a', 'p', '"1"')] })
  assert.equal((await rows(on, all)).length, 1)
  await engine.apply(on, third)
  await engine.apply(on, second)
  assert.deepEqual(await rows(on, 'SELECT ?s { ?s ?p ?o }'), ['<urn:b>', '<urn:c>'])
  const { seq } = source.commit(on, { added: [line('d', 'p', '"4"')] })
  assert.equal((await rows(on, all, { atLeastSeq: seq })).length, 3)
  await assert.rejects(rows(on, all, { atLeastSeq: seq + 1 }), kind('unavailable'))
  assert.equal(source.loads, loads)
})

test('a change that cannot be applied makes the engine load again', async () => {
  const on = workspace([line('a', 'p', '"1"')])
  await rows(on, all)
  const { seq } = source.commit(on, { added: [line('b', 'p', '"2"')] })
  await engine.apply(on, { seq, added: ['this is no line'], removed: [] })
  assert.equal((await rows(on, all)).length, 2)
})

test('a forgotten workspace is loaded again', async () => {
  const on = workspace([line('a', 'p', '"1"')])
  await rows(on, all)
  const loads = source.loads
  await engine.forget(on)
  assert.equal((await rows(on, all)).length, 1)
  assert.equal(source.loads, loads + 1)
})

test('a runaway query ends at its limit, and other workspaces of every worker go on', async () => {
  await withEngine({ workers: 2 }, async (own, from) => {
    from.commit('bad', { added: many(2_000) })
    const others = Array.from({ length: 6 }, (_, index) => `good${index}`)
    for (const other of others) from.commit(other, { added: many(3) })
    await Promise.all(others.map((other) => rows(other, all, {}, own)))
    await rows('bad', all, {}, own)
    const lag = monitorEventLoopDelay({ resolution: 5 })
    lag.enable()
    const runaway = assert.rejects(rows('bad', CROSS_PRODUCT, { timeoutMs: 700 }, own), kind('timeout'))
    const answers = await Promise.all(others.map((other) => rows(other, all, {}, own)))
    assert.deepEqual(
      answers.map((found) => found.length),
      others.map(() => 3),
    )
    await runaway
    lag.disable()
    assert.equal(own.stats().replaced, 1)
    assert.equal(own.stats().workers, 2)
    assert.ok(lag.max / 1e6 < 300, `the main thread stood still for ${lag.max / 1e6} ms`)
    assert.equal((await rows('bad', all, {}, own)).length, 2_000)
  })
})

test('while one workspace holds its worker, the others are served by another', async () => {
  await withEngine({ workers: 1, maxWorkers: 2 }, async (own, from) => {
    from.commit('bad', { added: many(2_000) })
    from.commit('good', { added: many(3) })
    await rows('good', all, {}, own)
    await rows('bad', all, {}, own)
    let isRunning = true
    const ended = () => {
      isRunning = false
    }
    rows('bad', CROSS_PRODUCT, {}, own).then(ended, ended)
    assert.equal((await rows('good', all, {}, own)).length, 3)
    const change = from.commit('good', { added: [line('new', 'p', '"x"')] })
    await own.apply('good', change)
    assert.equal((await rows('good', all, {}, own)).length, 4)
    assert.ok(isRunning)
    assert.equal(own.stats().workers, 2)
  })
})

test('text that breaks the engine costs the worker, not the next query', async () => {
  await withEngine({ workers: 1 }, async (own, from) => {
    from.commit('w', { added: many(3) })
    const deep = `SELECT * { ${'{'.repeat(700)} ${'}'.repeat(700)} }`
    await assert.rejects(rows('w', deep, {}, own), kind('crashed'))
    assert.equal(own.stats().replaced, 1)
    assert.equal((await rows('w', all, {}, own)).length, 3)
  })
})

test('a query that wants more memory than there is ends alone', async () => {
  await withEngine({ workers: 1, memoryMb: 256 }, async (own, from) => {
    from.commit('w', { added: many(3) })
    const doubled = Array.from({ length: 30 }, (_, i) => `BIND(CONCAT(?x${i}, ?x${i}) AS ?x${i + 1})`)
    const giant = `SELECT (STRLEN(?x30) AS ?n) { BIND("aaaaaaaa" AS ?x0) ${doubled.join(' ')} }`
    await assert.rejects(rows('w', giant, {}, own), kind('too_large'))
    assert.equal((await rows('w', all, {}, own)).length, 3)
  })
})

test('fifty queries at once are all answered; more than may wait are refused', async () => {
  const on = workspace(many(100))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => rows(on, `SELECT ?s { ?s ?p "${i}" }`)))
  assert.deepEqual(
    answers,
    Array.from({ length: 50 }, (_, i) => [`<urn:s${i}>`]),
  )
  await withEngine({ workers: 1, maxWaiting: 2 }, async (own) => {
    const asked = [1, 2, 3].map(() => rows('w', all, {}, own))
    await assert.rejects(asked[2]!, kind('unavailable'))
    await Promise.all(asked.slice(0, 2))
  })
})

test('who gives up is told at once, and the engine stays well', async () => {
  await withEngine({ workers: 1, maxWorkers: 1, waitMs: 1_500 }, async (own, from) => {
    from.commit('bad', { added: many(2_000) })
    await rows('bad', all, {}, own)
    const stop = new AbortController()
    const runaway = assert.rejects(rows('bad', CROSS_PRODUCT, { timeoutMs: 2_500 }, own), kind('timeout'))
    const given = assert.rejects(rows('other', all, { signal: stop.signal }, own), { name: 'AbortError' })
    const waited = assert.rejects(rows('third', all, {}, own), kind('unavailable'))
    stop.abort()
    await Promise.all([given, waited, runaway])
    assert.equal((await rows('bad', all, {}, own)).length, 2_000)
    assert.equal(own.stats().waiting, 0)
  })
})

test('a source that fails makes the workspace unavailable until it works again', async () => {
  const from = memorySource()
  let isDown = true
  const flaky = { ...from, load: (name: string) => (isDown ? Promise.reject(new Error('down')) : from.load(name)) }
  from.commit('w', { added: many(3) })
  const own = await openOxigraph({ source: flaky, log, workers: 1 })
  try {
    await assert.rejects(rows('w', all, {}, own), kind('unavailable'))
    isDown = false
    assert.equal((await rows('w', all, {}, own)).length, 3)
  } finally {
    await own.close()
  }
})

test('workspaces make room for each other', async () => {
  await withEngine({ workers: 1, maxStatements: 2_500 }, async (own, from) => {
    for (const name of ['a', 'b', 'c']) from.commit(name, { added: many(1_000) })
    for (const name of ['a', 'b', 'c', 'a'])
      assert.equal((await rows(name, 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }', {}, own))[0], '1000')
    assert.ok(own.stats().evicted === 2)
    assert.ok(own.stats().workspaces <= 2)
  })
})

test('closing ends what is in flight', async () => {
  const from = memorySource()
  const own = await openOxigraph({ source: from, log, workers: 1 })
  from.commit('w', { added: many(2_000) })
  await rows('w', all, {}, own)
  const flying = [rows('w', CROSS_PRODUCT, {}, own), rows('w', all, {}, own), rows('v', all, {}, own)]
  const ended = flying.map((one) => assert.rejects(one, kind('unavailable')))
  await own.close()
  await Promise.all(ended)
  await assert.rejects(rows('w', all, {}, own), kind('unavailable'))
})
