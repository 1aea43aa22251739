// What a behavior test works with: an engine, its source, and its own workspace.
import assert from 'node:assert/strict'
import type { Change, Engine, QueryRequest, UpdateRequest } from './engine.ts'
import type { MemorySource } from './testing.ts'

export type Behaviors = Readonly<Record<string, (bench: Bench) => Promise<void>>>

export const TSV = 'text/tab-separated-values'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'
export const ALL = 'SELECT ?g ?s ?p ?o { GRAPH ?g { ?s ?p ?o } }'

/** An engine, its source, and a workspace that only one behavior uses. */
export interface Bench {
  engine: Engine
  source: MemorySource
  workspace: string
  /** Two graphs of the workspace; the first is its default graph. */
  G: string
  H: string
  /** Another workspace on the same engine. */
  another(): Bench
  /** Another engine of the same kind, with its own source. The behavior closes it. */
  open(source?: MemorySource): Promise<Bench>
  line(subject: string, predicate: string, object: string, graph?: string): string
  many(count: number): string[]
  commit(lines: readonly string[]): Change
  query(text: string, more?: Partial<QueryRequest>): ReturnType<Engine['query']>
  /** Rows as TSV without the header, sorted. */
  rows(text: string, more?: Partial<QueryRequest>): Promise<string[]>
  evaluate(text: string, more?: Partial<UpdateRequest>): Promise<Change>
  /** Evaluates, commits and applies, as the product does. */
  update(text: string, more?: Partial<UpdateRequest>): Promise<Change>
}

type OpenEngine = (source: MemorySource) => Promise<Engine>

export function openBench(engine: Engine, source: MemorySource, name: string, openEngine: OpenEngine): Bench {
  const [G, H] = [`urn:tenant:t:ws:${name}:graph:main`, `urn:tenant:t:ws:${name}:graph:other`]
  const dataset = { defaultGraphs: [G], namedGraphs: [G, H] }
  let others = 0
  const line: Bench['line'] = (s, p, o, g = G) => `<urn:${s}> <urn:${p}> ${o} <${g}> .`
  const query: Bench['query'] = (text, more) =>
    engine.query(name, {
      text,
      dataset,
      format: TSV,
      timeoutMs: 20_000,
      maxRows: 10_000,
      maxBytes: 10_000_000,
      ...more,
    })
  const evaluate: Bench['evaluate'] = (text, more) =>
    engine.evaluateUpdate(name, { text, dataset, timeoutMs: 20_000, ...more })
  return {
    engine,
    source,
    workspace: name,
    G,
    H,
    another: () => openBench(engine, source, `${name}-${others++}`, openEngine),
    open: async (own = source.fresh()) => openBench(await openEngine(own), own, `${name}-own${others++}`, openEngine),
    line,
    many: (count) => Array.from({ length: count }, (_, i) => line(`s${i}`, 'p', `"${i}"`)),
    commit: (lines) => source.commit(name, { added: [...lines] }),
    query,
    async rows(text, more) {
      const body = await query(text, more)
      return Buffer.from(body).toString().trimEnd().split('\n').slice(1).sort()
    },
    evaluate,
    async update(text, more) {
      const delta = await evaluate(text, more)
      await engine.apply(name, source.commit(name, delta))
      return delta
    },
  }
}

/** For `assert.rejects`. */
export const kind = (expected: string) => (error: { kind?: string }) => {
  assert.equal(error.kind, expected, String(error))
  return true
}
