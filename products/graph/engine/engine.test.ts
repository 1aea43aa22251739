// What is Oxigraph's own: workers, their memory, and texts that break them. What every engine does is in behaviour.ts.
import assert from 'node:assert/strict'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { after, before, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { type Engine, EngineError, type QueryRequest, type UpdateRequest } from './engine.ts'
import { type OxigraphOptions, openOxigraph } from './oxigraph/open.ts'
import { type MemorySource, memorySource } from './testing.ts'

const log = openLog('silent')
const G = 'urn:tenant:t:ws:w:graph:main'
const H = 'urn:tenant:t:ws:w:graph:other'
const dataset = { defaultGraphs: [G], namedGraphs: [G, H] }

let source: MemorySource
let engine: Engine
/** With as little of everything as one can ask for. */
let small: Engine

before(async () => {
  source = memorySource()
  engine = await openOxigraph({ source, log, workers: 1 })
  small = await openOxigraph({ source, log, workers: 1, memoryMb: 256, maxWaiting: 2, maxStatements: 2_500 })
})
after(() => Promise.all([engine.close(), small.close()]))

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
  const body = await by.query(on, request(text, more))
  return Buffer.from(body).toString().trimEnd().split('\n').slice(1).sort()
}
const all = 'SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }'
const evaluate = (on: string, text: string, more: Partial<UpdateRequest> = {}) =>
  engine.evaluateUpdate(on, { text, dataset, timeoutMs: 20_000, ...more })
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

test('an update of thousands is the same as many small ones', async () => {
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
    assert.ok(lag.max / 1e6 < 600, `the main thread stood still for ${lag.max / 1e6} ms`)
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
  const on = workspace(many(3))
  const { replaced } = small.stats()
  const deep = `SELECT * { ${'{'.repeat(700)} ${'}'.repeat(700)} }`
  await assert.rejects(rows(on, deep, {}, small), kind('crashed'))
  assert.equal(small.stats().replaced, replaced + 1)
  assert.equal((await rows(on, all, {}, small)).length, 3)
})

test('a query that wants more memory than there is ends alone', async () => {
  const on = workspace(many(3))
  const doubled = Array.from({ length: 30 }, (_, i) => `BIND(CONCAT(?x${i}, ?x${i}) AS ?x${i + 1})`)
  const giant = `SELECT (STRLEN(?x30) AS ?n) { BIND("aaaaaaaa" AS ?x0) ${doubled.join(' ')} }`
  await assert.rejects(rows(on, giant, {}, small), kind('too_large'))
  assert.equal((await rows(on, all, {}, small)).length, 3)
})

test('fifty queries at once are all answered; more than may wait are refused', async () => {
  const on = workspace(many(100))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => rows(on, `SELECT ?s { ?s ?p "${i}" }`)))
  assert.deepEqual(
    answers,
    Array.from({ length: 50 }, (_, i) => [`<urn:s${i}>`]),
  )
  const asked = [1, 2, 3].map(() => rows(on, all, {}, small))
  await assert.rejects(asked[2]!, kind('unavailable'))
  await Promise.all(asked.slice(0, 2))
})

test('who gives up is told at once, and the engine stays well', async () => {
  await withEngine({ workers: 1, maxWorkers: 1, waitMs: 200 }, async (own, from) => {
    from.commit('bad', { added: many(2_000) })
    await patiently(() => rows('bad', all, {}, own))
    const stop = new AbortController()
    const runaway = assert.rejects(rows('bad', CROSS_PRODUCT, { timeoutMs: 400 }, own), kind('timeout'))
    const given = assert.rejects(rows('other', all, { asker: stop }, own), { name: 'AbortError' })
    const waited = assert.rejects(rows('third', all, {}, own), kind('unavailable'))
    stop.abort()
    await Promise.all([given, waited, runaway])
    assert.equal((await patiently(() => rows('bad', all, {}, own))).length, 2_000)
    assert.equal(own.stats().waiting, 0)
  })
})

test('work that nobody waits for any more is ended long before its limit, and others have their turn', async () => {
  await withEngine({ workers: 1, maxWorkers: 1 }, async (own, from) => {
    from.commit('bad', { added: many(2_000) })
    from.commit('good', { added: many(3) })
    for (const on of ['bad', 'good']) await rows(on, all, {}, own)
    for (const ask of [
      (more: Partial<QueryRequest>) => rows('bad', CROSS_PRODUCT, more, own),
      (more: Partial<UpdateRequest>) =>
        own.evaluateUpdate('bad', {
          ...{ text: 'INSERT { ?a ?b ?i } WHERE { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i }', dataset, timeoutMs: 60_000 },
          ...more,
        }),
    ]) {
      const { replaced } = own.stats()
      const stop = new AbortController()
      const left = assert.rejects(ask({ timeoutMs: 60_000, asker: stop }), { name: 'AbortError' })
      // The limit would be a minute later than the longest that somebody waits for a turn.
      setTimeout(() => stop.abort(), 100)
      await left
      assert.equal((await rows('good', all, {}, own)).length, 3)
      assert.equal(own.stats().replaced, replaced + 1)
    }
  })
})

/** To start a worker takes longer than others may wait here, on a machine that is busy. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await ask()
    } catch (error) {
      if (tries === 60 || !(error instanceof EngineError) || error.kind !== 'unavailable') throw error
    }
}

test('workspaces make room for each other', async () => {
  const [a, b, c] = [workspace(many(1_000)), workspace(many(1_000)), workspace(many(1_000))]
  const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'
  for (const on of [a, b]) assert.equal((await rows(on, count, {}, small))[0], '1000')
  const { evicted } = small.stats()
  for (const on of [c, a]) assert.equal((await rows(on, count, {}, small))[0], '1000')
  assert.ok(small.stats().evicted >= evicted + 2)
  assert.equal(small.stats().workspaces, 2)
})
