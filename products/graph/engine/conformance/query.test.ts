// The W3C SPARQL 1.1 Query suite through the engine.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import type { Engine, QueryAnswer, QueryRequest } from '../engine.ts'
import { openOxigraph } from '../oxigraph/open.ts'
import { type MemorySource, memorySource } from '../testing.ts'
import { isIsomorphic, type Statement } from './isomorphic.ts'
import { type Entry, missing, readEntries, readSuiteFile, readTriples } from './manifest.ts'
import { byValue, expectedResult, fromJson } from './results.ts'

const QT = 'http://www.w3.org/2001/sw/DataAccess/tests/test-query#'
/** The suite's default graph; a workspace's store has none. */
const DEFAULT = 'urn:default'

/** Oxigraph 0.5.11. */
const KNOWN: Readonly<Record<string, string>> = {
  'aggregates/agg-groupconcat-04': 'GROUP_CONCAT forgets a language that all have',
  'aggregates/agg-groupconcat-06': 'GROUP_CONCAT forgets a language that all have',
  'aggregates/agg-empty-group-count-graph': 'COUNT inside GRAPH ?g is over all graphs at once',
  'bindings/graph': 'VALUES inside GRAPH ?g leaves ?g unbound',
  'functions/bnode01': 'BNODE(text) is one node for all solutions',
  'negation/graph-minus': 'MINUS inside GRAPH ?g compares ?g',
  'property-path/zero_or_more_set_start': 'a path of length zero from a term that no statement has',
  'property-path/zero_or_more_set_end': 'a path of length zero from a term that no statement has',
  'property-path/zero_or_one_set_start': 'a path of length zero from a term that no statement has',
  'property-path/zero_or_one_set_end': 'a path of length zero from a term that no statement has',
}

let source: MemorySource
let engine: Engine
before(async () => {
  source = memorySource(100_000)
  engine = await openOxigraph({ source, log: openLog('silent'), workers: 1 })
})
after(() => engine.close())

test('the W3C SPARQL 1.1 Query suite passes but for what is known of Oxigraph', { skip: missing }, async () => {
  const entries = readEntries('manifest-sparql11-query.ttl')
  const failed = new Map<string, string>()
  for (const entry of entries) {
    const problem = await problemOf(entry).catch(String)
    if (problem) failed.set(entry.name, problem)
  }
  const unknown = [...failed].filter(([name]) => !(name in KNOWN))
  assert.deepEqual(unknown, [])
  // One that passes now is taken from the list.
  assert.deepEqual([...failed.keys()].sort(), Object.keys(KNOWN).sort())
  assert.equal(entries.length, 328)
})

async function problemOf(entry: Entry): Promise<string | undefined> {
  if (entry.type === 'QueryEvaluationTest') return evaluated(entry)
  const outcome = await ask(entry.name, entry.action.id, { defaultGraphs: [DEFAULT], namedGraphs: [] }).catch(
    // A function that nobody has is read all the same.
    (error) =>
      /^The custom function .* is not supported$/.test(error.message) ? error : (error.kind ?? String(error)),
  )
  if (entry.type === 'PositiveSyntaxTest11') return typeof outcome === 'string' ? outcome : undefined
  if (entry.type === 'NegativeSyntaxTest11') return outcome === 'syntax' ? undefined : 'It was accepted.'
  return `Its type ${entry.type} is unknown.`
}

async function evaluated({ name, action, result }: Entry): Promise<string | undefined> {
  const query = action.one(`${QT}query`) ?? action.id
  // FROM names files of the suite; which graphs that means is decided before the engine is asked.
  const from = [...readSuiteFile(query).matchAll(/FROM\s+<([^>]*)>/g)].map(([, file]) => new URL(file!, query).href)
  const files = [...action.all(`${QT}data`).map(({ id }) => id), ...from].map((id) => ({ id, graph: DEFAULT }))
  const named = action.all(`${QT}graphData`).map(({ id }) => ({ id, graph: id }))
  const added = [...files, ...named].flatMap(({ id, graph }, index) =>
    readTriples(id, `x${index}`).map((triple) => `${triple.join(' ')} <${graph}> .`),
  )
  source.commit(name, { added })
  const dataset = { defaultGraphs: [DEFAULT], namedGraphs: named.map(({ graph }) => graph) }
  const answer = await ask(name, query, dataset)
  const given = statementsOf(answer)
  const expected = expectedResult(result.id)
  if (isIsomorphic(given, expected)) return undefined
  return `${JSON.stringify(given)} is not ${JSON.stringify(expected)}`.slice(0, 600)
}

/** What the query is, its format tells: one for rows is tried first. */
async function ask(workspace: string, file: string, dataset: QueryRequest['dataset']): Promise<QueryAnswer> {
  const request = {
    text: readSuiteFile(file),
    dataset,
    base: file,
    timeoutMs: 20_000,
    maxRows: 100_000,
    maxBytes: 10_000_000,
  }
  const as = (format: string) => engine.query(workspace, { ...request, format })
  return as('application/sparql-results+json').catch((error) => {
    if (error.kind === 'format') return as('application/n-triples')
    throw error
  })
}

function statementsOf({ kind, body }: QueryAnswer): Statement[] {
  const text = Buffer.from(body).toString()
  if (kind !== 'triples') return fromJson(JSON.parse(text))
  const lines = text.split('\n').filter((line) => line !== '')
  return byValue(lines.map((line) => /^(\S+) (\S+) (.*) \.$/s.exec(line)!.slice(1)))
}
