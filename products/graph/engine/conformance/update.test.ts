// The W3C SPARQL 1.1 Update suite: evaluated to a change, committed, applied, and compared with what should be there.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openLog } from '@veritrace/platform/log'
import { type Engine, EngineError } from '../engine.ts'
import { bindings, partsOf, tokenOf } from '../oxigraph/lines.ts'
import { openOxigraph } from '../oxigraph/open.ts'
import { type MemorySource, memorySource } from '../testing.ts'
import { isIsomorphic, type Statement } from './isomorphic.ts'
import { type Entry, missing, type Node, readEntries, readSuiteFile, readTriples } from './manifest.ts'
import { byValue } from './results.ts'

const UT = 'http://www.w3.org/2009/sparql/tests/test-update#'
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'
/** The suite's default graph; a workspace's store has none. */
const DEFAULT = 'urn:default'

let source: MemorySource
let engine: Engine
before(async () => {
  source = memorySource(100_000)
  engine = await openOxigraph({ source, log: openLog('silent'), workers: 1 })
})
after(() => engine.close())

test('every test of the W3C SPARQL 1.1 Update suite passes', { skip: missing }, async () => {
  const entries = readEntries('manifest-sparql11-update.ttl')
  const failed: string[] = []
  for (const entry of entries) {
    const problem = await problemOf(entry).catch(String)
    if (problem) failed.push(`${entry.name}: ${problem}`)
  }
  assert.deepEqual(failed, [])
  assert.equal(entries.length, 157)
})

function problemOf(entry: Entry): Promise<string | undefined> {
  if (entry.type === 'UpdateEvaluationTest') return evaluated(entry)
  if (entry.type === 'PositiveUpdateSyntaxTest11') return read(entry)
  if (entry.type === 'NegativeUpdateSyntaxTest11' || entry.type === 'NegativeSyntaxTest11')
    return read(entry).then((problem) => (problem === 'syntax' ? undefined : 'It was accepted.'))
  return Promise.resolve(`Its type ${entry.type} is unknown.`)
}

/** Syntax tests are run too; only their syntax counts. */
async function read({ name, action }: Entry): Promise<string | undefined> {
  const text = readSuiteFile(action.id)
  const dataset = { defaultGraphs: [DEFAULT], namedGraphs: [] }
  return engine.evaluateUpdate(name, { text, dataset, base: action.id, timeoutMs: 20_000 }).then(
    () => undefined,
    (error) => (error instanceof EngineError && error.kind !== 'syntax' ? undefined : error.kind),
  )
}

async function evaluated({ name, action, result }: Entry): Promise<string | undefined> {
  const request = action.one(`${UT}request`)!
  const text = readSuiteFile(request)
  const [given, expected] = [quadsOf(action), quadsOf(result)]
  source.commit(name, { added: given.map((quad) => `${quad.join(' ')} .`) })
  const graphs = [...given, ...expected].map((quad) => quad[3]!.slice(1, -1)).concat(irisOf(text))
  const dataset = { defaultGraphs: [DEFAULT], namedGraphs: [...new Set(graphs)].filter((iri) => iri !== DEFAULT) }
  const delta = await engine.evaluateUpdate(name, { text, dataset, base: request, timeoutMs: 20_000 })
  await engine.apply(name, source.commit(name, delta))
  const kept = source.lines(name).map((line) => Object.values(partsOf(line)))
  if (!isIsomorphic(byValue(kept), byValue(expected))) return `The change is wrong: ${JSON.stringify(delta)}`
  const held = await dump(name, [DEFAULT, ...dataset.namedGraphs])
  return isIsomorphic(byValue(held), byValue(expected)) ? undefined : 'The store is not what was committed.'
}

/** Every IRI of the text: among them are the graphs it names. */
function irisOf(text: string): string[] {
  const prefixes = new Map([...text.matchAll(/PREFIX\s+(\S*):\s*<([^>]*)>/gi)].map(([, name, iri]) => [name!, iri!]))
  const short = [...text.matchAll(/(\w*):(\w+)/g)].map(([, name, local]) => `${prefixes.get(name!) ?? 'urn:'}${local}`)
  return [...short, ...[...text.matchAll(/<([a-z]+:[^>\s]*)>/g)].map(([, iri]) => iri!)]
}

async function dump(workspace: string, namedGraphs: string[]): Promise<Statement[]> {
  const { body } = await engine.query(workspace, {
    text: 'SELECT ?s ?p ?o ?g { GRAPH ?g { ?s ?p ?o } }',
    dataset: { defaultGraphs: [], namedGraphs },
    format: 'application/sparql-results+json',
    timeoutMs: 20_000,
    maxRows: 100_000,
    maxBytes: 10_000_000,
  })
  return bindings(Buffer.from(body)).map((row) => ['s', 'p', 'o', 'g'].map((name) => tokenOf(row[name]!)))
}

function quadsOf(state: Node): Statement[] {
  const named = state.all(`${UT}graphData`).map((data) => {
    const file = data.one(`${UT}graph`) ?? data.id
    return { file, graph: data.one(LABEL) ?? file }
  })
  const unnamed = state.all(`${UT}data`).map(({ id }) => ({ file: id, graph: DEFAULT }))
  return [...unnamed, ...named].flatMap(({ file, graph }, index) =>
    readTriples(file, `x${index}`).map((triple) => [...triple, `<${graph}>`]),
  )
}
