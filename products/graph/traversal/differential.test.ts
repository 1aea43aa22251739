// A walk reaches the same nodes as a SPARQL property path.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import type { TraversalRequest } from '@veritrace/contract/graph/traversal'
import type { TestApp } from '@veritrace/platform/testing/app'
import fc from 'fast-check'
import { graphApp } from '../testing.ts'
import { edge, literal, traversalTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const E = 'http://e.test/'
const NODES = ['a', 'b', 'c', 'd', 'e', 'f', '_:x', '_:y']
const PREDICATES = ['p', 'q', 'r']
const pair = fc.tuple(fc.constantFrom(...NODES), fc.constantFrom(...PREDICATES), fc.constantFrom(...NODES, '"text"'))
const route = fc.record({
  direction: fc.constantFrom('out' as const, 'in' as const, 'both' as const),
  depth: fc.integer({ min: 1, max: 8 }),
  predicates: fc.subarray(PREDICATES),
})
type Route = Pick<TraversalRequest, 'direction' | 'depth'> & { predicates: string[] }

function pathOf({ direction, depth = 1, predicates }: Route): string {
  const forth = predicates.length > 0 ? `(${predicates.map((name) => `<${E}${name}>`).join('|')})` : '(!<urn:no>)'
  const back = predicates.length > 0 ? `(^${forth})` : '(!^<urn:no>)'
  const step = { out: forth, in: back, both: `(${forth}|${back})` }[direction ?? 'out']
  return Array.from({ length: depth }, () => `${step}?`).join('/')
}

test('a walk reaches the same nodes as a property path', async () => {
  const { tenant, at, walk, say } = await traversalTenant(app)
  let runs = 0
  const property = fc.asyncProperty(fc.array(pair, { minLength: 1, maxLength: 20 }), route, async (pairs, asked) => {
    const headers = at(`run${runs++}`)
    // Property paths also pass through literals, so each subject gets a different one.
    await say(
      pairs.map(([s, p, o]) => (o === '"text"' ? literal(s, p, `of ${s}`) : edge(`${s} ${p} ${o}`))),
      headers,
    )
    const found = await walk('a', { ...asked, limit: 10_000 }, headers)
    const response = await fetch(`${app.url}/graph/sparql`, {
      method: 'POST',
      body: `select distinct ?n { <${E}a> ${pathOf(asked)} ?n filter(!isLiteral(?n)) }`,
      headers: {
        ...headers,
        authorization: `Bearer ${await app.key(tenant, 'viewer')}`,
        'content-type': 'application/sparql-query',
      },
    })
    const text = await response.text()
    assert.equal(response.status, 200, text)
    const { results } = JSON.parse(text) as { results: { bindings: { n: { type: string; value: string } }[] } }
    const reached = results.bindings.map(({ n }) => (n.type === 'bnode' ? `_:${n.value}` : n.value))
    assert.deepEqual(found.nodes.map(({ nodeId }) => nodeId).toSorted(), [...new Set([`${E}a`, ...reached])].toSorted())
    const ends = new Set(found.nodes.map(({ nodeId }) => nodeId))
    assert.ok(found.edges.every(({ from, to }) => ends.has(from) && ends.has(to)))
    assert.equal(new Set(found.edges.map(({ edgeId }) => edgeId)).size, found.edges.length)
  })
  await fc.assert(property, { numRuns: 12 })
})
