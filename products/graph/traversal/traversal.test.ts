// Traversal through HTTP.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { ApiError } from '@veritrace/contract/client'
import type { TestApp } from '@veritrace/platform/testing/app'
import { graphTenant, refused } from '../statements/testing.ts'
import { graphApp } from '../testing.ts'
import { E, edge, edgesIn, literal, nodesIn, traversalTenant } from './testing.ts'

let app: TestApp
before(async () => {
  app = await graphApp()
})

const RING = ['a to b', 'b to c', 'c to a', 'c to d', 'd to e'].map((text) => edge(text))

test('a walk is breadth-first and visits every node once', async () => {
  const { walk, say } = await traversalTenant(app)
  const { ids } = await say(RING)
  const one = await walk('a')
  assert.deepEqual([nodesIn(one), edgesIn(one), one.truncated], ['a0 b1', ['a to b 1'], false])
  assert.deepEqual(one.edges[0], {
    edgeId: ids[0],
    from: `${E}a`,
    to: `${E}b`,
    predicate: `${E}to`,
    depth: 1,
    confidence: null,
  })
  const all = await walk('a', { depth: 8 })
  assert.equal(nodesIn(all), 'a0 b1 c2 d3 e4')
  assert.deepEqual(edgesIn(all).toSorted(), ['a to b 1', 'b to c 2', 'c to a 3', 'c to d 3', 'd to e 4'])
})

test('a walk follows edges out, in, or both ways, and returns them as stated', async () => {
  const { walk, say } = await traversalTenant(app)
  for (const statement of [...RING, edge('a to a')]) await say([statement])
  const back = await walk('c', { direction: 'in', depth: 2 })
  assert.deepEqual([nodesIn(back), edgesIn(back)], ['c0 b1 a2', ['b to c 1', 'a to b 2']])
  const both = await walk('c', { direction: 'both', depth: 2 })
  assert.deepEqual(edgesIn(both), ['c to a 1', 'c to d 1', 'b to c 1', 'a to b 2', 'a to a 2', 'd to e 2'])
  assert.equal(nodesIn(both), 'c0 a1 d1 b1 e2')
})

test('only the given predicates are followed', async () => {
  const { walk, say } = await traversalTenant(app)
  await say(['a knows b', 'a likes c', 'b likes d', 'b knows e'].map((text) => edge(text)))
  assert.equal(nodesIn(await walk('a', { predicates: ['knows'], depth: 3 })), 'a0 b1 e2')
  assert.equal(nodesIn(await walk('a', { predicates: ['knows', 'likes'], depth: 3 })).length, 'a0 b1 c1 d2 e2'.length)
  assert.equal(nodesIn(await walk('a', { predicates: ['never'], depth: 3 })), 'a0')
})

test('beyond the limit only the oldest edges are returned, and the result is marked as truncated', async () => {
  const { walk, say } = await traversalTenant(app)
  for (let i = 0; i < 6; i++) await say([edge(`a to n${i}`), edge(`n${i} to m${i}`)])
  const some = await walk('a', { limit: 4 })
  assert.deepEqual([nodesIn(some), some.truncated], ['a0 n01 n11 n21 n31', true])
  assert.equal((await walk('a', { limit: 6 })).truncated, false)
  const deep = await walk('a', { depth: 2, limit: 8 })
  assert.deepEqual([deep.edges.length, deep.truncated, edgesIn(deep).at(-1)], [8, true, 'n1 to m1 2'])
  assert.equal((await walk('a', { depth: 2, limit: 12 })).truncated, false)
  assert.deepEqual(await walk('a', { depth: 2, limit: 8 }), deep)
})

test('an unknown start node is returned alone', async () => {
  const { walk, say } = await traversalTenant(app)
  const lone = { nodes: [{ nodeId: `${E}x`, label: null, types: [], depth: 0 }], edges: [], truncated: false }
  assert.deepEqual(await walk('x', { depth: 8, direction: 'both' }), lone)
  await say(RING)
  assert.deepEqual(await walk('x'), lone)
  assert.equal(nodesIn(await walk('_:unknown')), '_:unknown0')
})

test('blank nodes are nodes, literals are not', async () => {
  const { walk, say } = await traversalTenant(app)
  await say([edge('a to _:x'), edge('_:x to _:y'), literal('a', 'says', 'b'), literal('_:y', 'says', `${E}c`)])
  assert.equal(nodesIn(await walk('a', { depth: 3 })), 'a0 _:x1 _:y2')
  assert.equal(nodesIn(await walk('_:y', { depth: 3, direction: 'in' })), '_:y0 _:x1 a2')
})

const RDFS = 'http://www.w3.org/2000/01/rdf-schema#label'
const SKOS = 'http://www.w3.org/2004/02/skos/core#prefLabel'
const TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

test('a node has its best label and its types', async () => {
  const { walk, say } = await traversalTenant(app)
  await say([
    edge('a to b'),
    edge('a to c'),
    edge('a to d'),
    edge(`a ${TYPE} Cat`),
    edge(`b ${TYPE} Dog`),
    literal('a', RDFS, 'Katze', { language: 'de' }),
    literal('a', SKOS, 'Cat', { language: 'en-GB' }),
    literal('a', 'http://xmlns.com/foaf/0.1/name', 'Tom'),
    literal('b', 'http://purl.org/dc/terms/title', 'B'),
    literal('c', RDFS, 'Fisch', { language: 'de' }),
    literal('d', 'https://schema.org/name', 'x'.repeat(300)),
  ])
  const { nodes } = await walk('a', { predicates: ['to'] })
  const described = nodes.map(({ nodeId, label, types }) => [nodeId.slice(E.length), label, types] as const)
  assert.deepEqual(
    described.toSorted(([a], [b]) => (a < b ? -1 : 1)),
    [
      ['a', 'Cat', [`${E}Cat`]],
      ['b', 'B', [`${E}Dog`]],
      ['c', 'Fisch', []],
      ['d', `${'x'.repeat(255)}…`, []],
    ],
  )
  assert.ok(edgesIn(await walk('a')).includes(`a ${TYPE} Cat 1`))
})

test('minConfidence keeps edges with at least that confidence', async () => {
  const { walk, say } = await traversalTenant(app)
  await say([
    edge('a to b', { confidence: 0.9 }),
    edge('a to c', { confidence: 0.5 }),
    edge('a to d'),
    edge('c to e', { confidence: 1 }),
    edge('b to f', { confidence: 0.8, source: 'x' }),
  ])
  const at = async (minConfidence: number) =>
    nodesIn(await walk('a', { minConfidence, depth: 2 }))
      .split(' ')
      .toSorted()
  assert.deepEqual(await at(0.8), ['a0', 'b1', 'f2'])
  assert.deepEqual(await at(0.5), ['a0', 'b1', 'c1', 'e2', 'f2'])
  assert.deepEqual(await at(0), ['a0', 'b1', 'c1', 'd1', 'e2', 'f2'])
  const { edges } = await walk('a')
  assert.deepEqual(edges.map(({ confidence }) => confidence).toSorted(), [0.5, 0.9, null])
})

test('where keeps nodes with all the values; the start node does not need them', async () => {
  const { walk, say } = await traversalTenant(app)
  const XSD = 'http://www.w3.org/2001/XMLSchema#'
  await say([
    ...['a to b', 'a to c', 'b to d', 'c to d', 'a to e'].map((text) => edge(text)),
    ...['b', 'c', 'd'].map((name) => literal(name, 'kind', 'city', name === 'c' ? { language: 'en' } : {})),
    literal('b', 'size', '7', { datatype: `${XSD}integer` }),
    literal('c', 'size', '7.0', { datatype: `${XSD}decimal` }),
    literal('d', 'size', '7'),
    literal('e', 'size', '8', { datatype: `${XSD}integer` }),
    edge('d of x'),
    literal('e', 'live', 'true', { datatype: `${XSD}boolean` }),
  ])
  const reached = async (where: Record<string, string | number | boolean>) =>
    nodesIn(await walk('a', { where, depth: 3, predicates: ['to'] }))
      .split(' ')
      .toSorted()
  assert.deepEqual(await reached({ [`${E}kind`]: 'city' }), ['a0', 'b1', 'c1', 'd2'])
  assert.deepEqual(await reached({ [`${E}kind`]: 'city', [`${E}size`]: 7 }), ['a0', 'b1', 'c1', 'd2'])
  assert.deepEqual(await reached({ [`${E}size`]: '7' }), ['a0', 'b1', 'd2'])
  assert.deepEqual(await reached({ [`${E}size`]: 8 }), ['a0', 'e1'])
  assert.deepEqual(await reached({ [`${E}live`]: true }), ['a0', 'e1'])
  assert.deepEqual(await reached({ [`${E}of`]: `${E}x` }), ['a0'])
  assert.deepEqual(await reached({ [`${E}kind`]: 'town' }), ['a0'])
})

for (const [path, body] of [
  ['start', { start: 'nobody' }],
  ['start', { start: 'http://e.test/a b' }],
  ['start', { start: '_:' }],
  ['start', {}],
  ['predicates.1', { start: 'a:a', predicates: ['a:a', 'knows'] }],
  ['where.kind', { start: 'a:a', where: { kind: 1 } }],
  ['depth', { start: 'a:a', depth: 0 }],
  ['depth', { start: 'a:a', depth: 9 }],
  ['depth', { start: 'a:a', depth: 1.5 }],
  ['limit', { start: 'a:a', limit: 0 }],
  ['limit', { start: 'a:a', limit: 10_001 }],
  ['direction', { start: 'a:a', direction: 'up' }],
  ['minConfidence', { start: 'a:a', minConfidence: 1.1 }],
  ['deep', { start: 'a:a', deep: 1 }],
] as const)
  test(`${JSON.stringify(body)} is rejected because of ${path}`, async () => {
    const { tenant, at } = await graphTenant(app)
    const response = await fetch(`${app.url}/graph/gql`, {
      method: 'POST',
      body: JSON.stringify(body),
      headers: {
        ...at(),
        authorization: `Bearer ${await app.key(tenant, 'viewer')}`,
        'content-type': 'application/json',
      },
    })
    const problem = (await response.json()) as { code: string; errors: { path: string }[] }
    assert.deepEqual([response.status, problem.code], [422, 'invalid_body'])
    assert.deepEqual(
      problem.errors.map((error) => error.path),
      [path],
    )
  })

test('contexts are walked separately, or together in workspace scope', async () => {
  const { walk, say, at } = await traversalTenant(app)
  await say([edge('a to b'), literal('b', RDFS, 'here'), edge(`b ${TYPE} Cat`)])
  await say([edge('b to c'), edge('a to b'), literal('b', RDFS, 'elsewhere'), edge(`b ${TYPE} Cat`)], at('other'))
  assert.equal(nodesIn(await walk('a', { depth: 3, predicates: ['to'] })), 'a0 b1')
  assert.equal(nodesIn(await walk('b', { depth: 3, predicates: ['to'] }, at('third'))), 'b0')
  const other = await walk('a', { depth: 3, predicates: ['to'] }, at('other'))
  assert.deepEqual([nodesIn(other), other.nodes[1]!.label], ['a0 b1 c2', 'elsewhere'])
  const wide = await walk('a', { depth: 3, predicates: ['to'] }, at('facts', { wide: true }))
  assert.equal(nodesIn(wide), 'a0 b1 c2')
  assert.deepEqual([wide.edges.length, wide.nodes[1]!.label, wide.nodes[1]!.types], [3, 'elsewhere', [`${E}Cat`]])
})

test('other tenants and workspaces are not walked', async () => {
  const [one, two] = [await traversalTenant(app), await traversalTenant(app)]
  await one.say([edge('a to b'), literal('a', RDFS, 'secret')])
  const lone = { nodes: [{ nodeId: `${E}a`, label: null, types: [], depth: 0 }], edges: [], truncated: false }
  for (const headers of [two.at(), two.at('facts', { wide: true })])
    assert.deepEqual(await two.walk('a', { direction: 'both', depth: 8 }, headers), lone)
  await assert.rejects(two.walk('a', {}, two.at(one.iri('facts'))), refused(403, 'graph_out_of_scope'))
  await assert.rejects(two.walk('a', {}, one.at()), (error) => error instanceof ApiError && error.status === 403)
  assert.equal(nodesIn(await one.walk('a')), 'a0 b1')
})
