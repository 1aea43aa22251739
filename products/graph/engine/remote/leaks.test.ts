// Many generated queries: statements of another workspace on the same server never change an answer.
import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { newId } from '@veritrace/platform/ids'
import { openLog } from '@veritrace/platform/log'
import fc from 'fast-check'
import type { Engine } from '../engine.ts'
import { openOxigraph } from '../oxigraph/open.ts'
import { memorySource } from '../testing.ts'
import { openRemote } from './open.ts'
import { noVirtuoso, releaseVirtuoso, useVirtuoso } from './testing.ts'

const log = openLog('silent')
const own = newId('w')
const other = newId('w')
const graphOf = (name: string, graph = 'main') => `urn:tenant:t:ws:${name}:graph:${graph}`
const NODES = ['a', 'b', 'c'].map((name) => `<urn:n:${name}>`)
const VERBS = ['p', 'q'].map((name) => `<urn:p:${name}>`)
const PATHS = [
  ...VERBS,
  '<urn:p:p>/<urn:p:q>',
  '^<urn:p:q>',
  '<urn:p:p>+',
  '(<urn:p:p>|<urn:p:q>)*',
  '!<urn:p:p>',
  '?v',
]

const term = fc.constantFrom(...NODES, '?x', '?y', '?z')
const triple = fc.tuple(term, fc.constantFrom(...PATHS), term).map(([s, p, o]) => `${s} ${p} ${o} .`)
const graph = fc.constantFrom(
  '?g',
  '?g',
  ...[graphOf(own), graphOf(own, 'two'), graphOf(other)].map((iri) => `<${iri}>`),
)
const { pattern } = fc.letrec<{ pattern: string }>((tie) => {
  const inner = tie('pattern')
  return {
    pattern: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      fc.array(triple, { minLength: 1, maxLength: 2 }).map((triples) => triples.join(' ')),
      fc.tuple(graph, inner).map(([name, body]) => `GRAPH ${name} { ${body} }`),
      fc.tuple(inner, inner).map(([one, two]) => `${one} OPTIONAL { ${two} }`),
      fc.tuple(inner, inner).map(([one, two]) => `{ ${one} } UNION { ${two} }`),
      fc.tuple(inner, inner).map(([one, two]) => `${one} MINUS { ${two} }`),
      fc
        .tuple(inner, fc.constantFrom('', 'NOT '), inner)
        .map(([one, not, two]) => `${one} FILTER ${not}EXISTS { ${two} }`),
      inner.map((body) => `{ SELECT * { ${body} } }`),
      inner.map((body) => `{ SELECT ?x (COUNT(*) AS ?n) { ${body} } GROUP BY ?x }`),
    ),
  }
})

describe('a server that holds more than one workspace', { skip: noVirtuoso }, () => {
  const source = memorySource()
  let engine: Engine
  before(async () => {
    const { url } = await useVirtuoso()
    const embedded: Parameters<typeof openRemote>[0]['embedded'] = (from) =>
      openOxigraph({ source: from, log, workers: 1 })
    engine = await openRemote({ server: { url }, source, log, embedded })
  })
  after(async () => {
    await engine.close()
    await releaseVirtuoso()
  })

  async function answerTo(workspace: string, body: string): Promise<string> {
    const dataset = {
      defaultGraphs: [graphOf(workspace)],
      namedGraphs: [graphOf(workspace), graphOf(workspace, 'two')],
    }
    const text = `SELECT ?x ?y ?z ?v ?g ?n { ${body} }`
    const limits = { format: 'text/csv', timeoutMs: 10_000, maxRows: 100_000, maxBytes: 10_000_000 }
    try {
      const rows = await engine.query(workspace, { text, dataset, ...limits })
      return Buffer.from(rows).toString().split('\r\n').sort().join('\n')
    } catch (error) {
      return String(error)
    }
  }

  test('a workspace gets the same answers whatever other workspaces contain', async () => {
    const lines = (name: string, verbs: readonly string[]) =>
      NODES.flatMap((s, i) => verbs.map((p, j) => `${s} ${p} ${NODES[(i + j) % 3]} <${name}> .`))
    source.commit(own, { added: [...lines(graphOf(own), VERBS.slice(0, 1)), ...lines(graphOf(own, 'two'), VERBS)] })
    const texts = fc.sample(pattern, { numRuns: 80, seed: 7 })
    const before: string[] = []
    for (const text of texts) before.push(await answerTo(own, text))
    const everything = NODES.flatMap((s) =>
      VERBS.flatMap((p) => [...NODES, '<urn:n:secret>'].map((o) => `${s} ${p} ${o}`)),
    )
    source.commit(other, { added: everything.map((one) => `${one} <${graphOf(other)}> .`) })
    assert.match(await answerTo(other, '?x ?v ?y'), /secret/)
    for (const [index, text] of texts.entries()) assert.equal(await answerTo(own, text), before[index], text)
    assert.ok(new Set(before).size > 20, 'too few different answers')
  })
})
