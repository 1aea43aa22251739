// Specific to Oxigraph: workers, their memory, and texts that crash them. Behavior that all engines share is in
// behavior.ts.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { type Engine, EngineError, type QueryRequest } from './engine.ts'
import { openOxigraph } from './oxigraph/open.ts'
import { type MemorySource, memorySource } from './testing.ts'

const log = openLog('silent')
const G = 'urn:tenant:t:ws:w:graph:main'
const H = 'urn:tenant:t:ws:w:graph:other'
const dataset = { defaultGraphs: [G], namedGraphs: [G, H] }

let source: MemorySource
/** With every limit as low as possible. */
let small: Engine

before(async () => {
  source = memorySource()
  small = await openOxigraph({ source, log, workers: 1, memoryMb: 256, maxWaiting: 2, maxStatements: 2_500 })
})
after(() => small.close())

let count = 0
/** A new workspace for each test. */
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
async function rows(on: string, text: string, more: Partial<QueryRequest> = {}, by = small): Promise<string[]> {
  const body = await by.query(on, request(text, more))
  return Buffer.from(body).toString().trimEnd().split('\n').slice(1).sort()
}
const all = 'SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }'
const kind = (expected: string) => (error: { kind?: string }) => {
  assert.equal(error.kind, expected, String(error))
  return true
}
const CROSS_PRODUCT = 'SELECT (COUNT(*) AS ?n) { ?a ?b ?c . ?d ?e ?f . ?g ?h ?i . ?j ?k ?l }'

test('while a workspace occupies its worker, others are served by another worker, and its own callers give up or get an error', async () => {
  const from = memorySource()
  const own = await openOxigraph({ source: from, log, workers: 1, maxWorkers: 2, waitMs: 200 })
  try {
    from.commit('bad', { added: many(2_000) })
    from.commit('good', { added: many(3) })
    const good = () => patiently(() => rows('good', all, {}, own))
    await good()
    await patiently(() => rows('bad', all, {}, own))
    let isRunning = true
    const ended = () => {
      isRunning = false
    }
    rows('bad', CROSS_PRODUCT, {}, own).then(ended, ended)
    const stop = new AbortController()
    const given = assert.rejects(rows('bad', all, { asker: stop }, own), { name: 'AbortError' })
    const waited = assert.rejects(rows('bad', all, {}, own), kind('unavailable'))
    stop.abort()
    await Promise.all([given, waited])
    assert.equal((await good()).length, 3)
    const change = from.commit('good', { added: [line('new', 'p', '"x"')] })
    await own.apply('good', change)
    assert.equal((await good()).length, 4)
    assert.ok(isRunning)
    assert.equal(own.stats().workers, 2)
  } finally {
    await own.close()
  }
})

/** Starting a worker on a busy machine can take longer than callers may wait here. */
async function patiently<T>(ask: () => Promise<T>): Promise<T> {
  for (let tries = 0; ; tries++)
    try {
      return await ask()
    } catch (error) {
      if (tries === 60 || !(error instanceof EngineError) || error.kind !== 'unavailable') throw error
    }
}

test('text that crashes the engine costs the worker, not the next query', async () => {
  const on = workspace(many(3))
  const { replaced } = small.stats()
  const deep = `SELECT * { ${'{'.repeat(700)} ${'}'.repeat(700)} }`
  await assert.rejects(rows(on, deep), kind('crashed'))
  assert.equal(small.stats().replaced, replaced + 1)
  assert.equal((await rows(on, all)).length, 3)
})

test('a query that needs too much memory fails alone', async () => {
  const on = workspace(many(3))
  const doubled = Array.from({ length: 30 }, (_, i) => `BIND(CONCAT(?x${i}, ?x${i}) AS ?x${i + 1})`)
  const giant = `SELECT (STRLEN(?x30) AS ?n) { BIND("aaaaaaaa" AS ?x0) ${doubled.join(' ')} }`
  await assert.rejects(rows(on, giant), kind('too_large'))
  assert.equal((await rows(on, all)).length, 3)
})

test('requests over the queue limit are rejected', async () => {
  const on = workspace(many(3))
  const asked = [1, 2, 3].map(() => rows(on, all))
  await assert.rejects(asked[2]!, kind('unavailable'))
  await Promise.all(asked.slice(0, 2))
})

test('a workspace is evicted when another needs its memory', async () => {
  const [a, b, c] = [workspace(many(1_000)), workspace(many(1_000)), workspace(many(1_000))]
  const count = 'SELECT (COUNT(*) AS ?n) { ?s ?p ?o }'
  for (const on of [a, b]) assert.equal((await rows(on, count))[0], '1000')
  const { evicted } = small.stats()
  for (const on of [c, a]) assert.equal((await rows(on, count))[0], '1000')
  assert.ok(small.stats().evicted >= evicted + 2)
  assert.equal(small.stats().workspaces, 2)
})
