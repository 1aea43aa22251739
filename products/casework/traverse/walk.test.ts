import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { cpuMs } from '@veritrace/platform/testing/cpu'
import type { Pack } from '../packs/pack.ts'
import { estateOf } from '../readiness/testing.ts'
import { estateGraphOf } from './estate-graph.ts'
import { degreesOf, expand } from './expand.ts'
import { layoutOf } from './layout.ts'
import { shortestPaths } from './paths.ts'
import { type Follow, readFollow, relationWords } from './relations.ts'
import { graphIri, lineOf, statementId } from './statement-id.ts'
import { type WalkOptions, walk } from './walk.ts'

const pack = {
  relations: [
    { id: 'depends_on', inverse: 'used_by', includes: ['reads', 'calls', 'calls_custom'] },
    { id: 'reads', inverse: 'read_by' },
    { id: 'calls', inverse: 'called_by' },
    { id: 'calls_custom' },
    { id: 'member_of', inverse: 'contains' },
    { id: 'uses' },
  ],
} as unknown as Pack
const follow = (asked: string[], direction: 'out' | 'in' | 'both' = 'out') =>
  readFollow(pack, asked, direction) as Follow

test('a relation that includes others is followed as these, and an inverse in the opposite direction', () => {
  const dependsOn = follow(['depends_on'])
  assert.deepEqual([[...dependsOn.out], [...dependsOn.in]], [['reads', 'calls', 'calls_custom'], []])
  const usedBy = follow(['used_by'])
  assert.deepEqual([[...usedBy.out], [...usedBy.in]], [[], ['reads', 'calls', 'calls_custom']])
  assert.deepEqual([...follow(['read_by'], 'in').out], ['reads'])
  assert.deepEqual([...follow(['contains'], 'both').in], ['member_of'])
  assert.deepEqual(readFollow(pack, ['reads', 'eats'], 'out'), { unknown: ['eats'] })
  assert.ok(relationWords(pack).includes('used_by'))
})

test('an access without a relation in the pack is followed as a plain use', () => {
  assert.deepEqual(follow(['uses']).ofAccess, ['reads', 'uses', 'calls', 'uses', 'uses', 'uses', 'uses', 'uses'])
})

const estate = estateOf(
  { 'P:A': ['read T:X', 'call F:Y'], 'P:B': ['read T:X'], 'P:C': ['read T:Z'] },
  { 'P:C': { package: 'ZQ' } },
  { calls: { from: Int32Array.of(0, 1, 2), to: Int32Array.of(1, 2, 0) } },
)
const isOwn = (name: string) => name.startsWith('Z')
const estateGraph = estateGraphOf([estate], isOwn)
const name = (number: number) => estateGraph.nodes[number]!.name
const at = (text: string) => estateGraph.named(text)[0]!
const options = (more: Partial<WalkOptions>): WalkOptions => ({
  follow: follow(['depends_on']),
  depth: 2,
  limit: 100,
  mostEdges: 100,
  minConfidence: 0,
  accept: async (candidates) => candidates,
  outside: async () => [],
  ...more,
})
const reached = async (start: string, more: Partial<WalkOptions> = {}) => {
  const walked = await walk(estateGraph, [at(start)], options(more))
  return {
    ...walked,
    nodes: [...walked.depth].map(([number, steps]) => `${name(number)} ${steps}`),
    ends: walked.edges.map(({ from, to, relation }) => `${name(from)} ${relation} ${name(to)}`),
  }
}

test('the same artifact in two estates is one node, and so is the same object of one system', () => {
  const two = estateGraphOf([estate, { ...estate, project_id: 'prj_2' }], isOwn)
  assert.equal(two.nodes.length, estateGraph.nodes.length)
  const { degree_in } = degreesOf(two, two.named('X')[0]!)
  assert.equal(degree_in, 4)
  const seen: number[] = []
  expand(two, two.named('X')[0]!, follow(['used_by']), (from) => seen.push(from))
  assert.equal(new Set(seen).size, 2)
})

test('a traversal goes out, in or both ways, and visits each node once despite cycles', async () => {
  assert.deepEqual((await reached('A', { depth: 1 })).nodes, ['A 0', 'X 1', 'Y 1', 'B 1'])
  const all = await reached('A', { depth: 6 })
  assert.deepEqual(all.nodes, ['A 0', 'X 1', 'Y 1', 'B 1', 'C 2', 'Z 3'])
  assert.equal(new Set(all.ends).size, all.ends.length)
  assert.equal(all.ends.length, 7)
  const back = await reached('X', { follow: follow(['used_by']), depth: 1 })
  assert.deepEqual(back.nodes, ['X 0', 'A 1', 'B 1'])
  const both = await reached('X', { follow: follow(['depends_on'], 'both'), depth: 6 })
  assert.equal(
    both.edges.reduce((sum, { count }) => sum + count, 0),
    7,
  )
})

test('a traversal reports when it stops at its limit, and leaves out edges with low confidence', async () => {
  const { nodes, truncated } = await reached('A', { limit: 2 })
  assert.deepEqual([nodes, truncated], [['A 0', 'X 1'], 'more than 2 nodes'])
  assert.deepEqual((await reached('A', { minConfidence: 0.99 })).nodes, ['A 0'])
})

test('a filtered node is not passed through', async () => {
  const accept = async (candidates: readonly number[]) => candidates.filter((number) => name(number) !== 'B')
  assert.deepEqual((await reached('A', { accept, depth: 6 })).nodes, ['A 0', 'X 1', 'Y 1'])
})

test('edges from outside are followed like those of the estate', async () => {
  const outside: WalkOptions['outside'] = async (frontier) =>
    frontier.includes(at('X'))
      ? [{ from: at('X'), to: at('Z'), relation: 'has_successor', count: 1, confidence: 1, entry: 'ent_1' }]
      : []
  assert.deepEqual((await reached('X', { outside })).nodes, ['X 0', 'Z 1'])
})

test('all shortest paths are found, and no longer ones', async () => {
  const twoWays = estateOf(
    { 'P:S': ['read T:1', 'read T:2'] },
    {},
    { calls: { from: Int32Array.of(), to: Int32Array.of() } },
  )
  const there = estateGraphOf([twoWays], isOwn)
  const [s, one, two] = ['S', '1', '2'].map((word) => there.named(word)[0]!) as [number, number, number]
  const edge = (from: number, to: number) => ({ from, to, relation: 'reads', count: 1, confidence: 1 })
  const walked = {
    depth: new Map([
      [s, 0],
      [one, 1],
      [two, 1],
      [99, 2],
    ]),
    edges: [edge(s, one), edge(s, two), edge(one, 99), edge(two, 99), edge(one, two)],
  }
  assert.deepEqual(shortestPaths(walked, 99), [
    [s, one, 99],
    [s, two, 99],
  ])
  assert.deepEqual(shortestPaths(walked, 5), [])
})

test('the id of an edge equals the id that the graph assigns to the same statement', () => {
  const statement = {
    subject: 'urn:tenant:t1:obj:PRD:PROG:ZSD_ORDER_LIST',
    predicate: 'urn:casework:clean-core#reads',
    object: 'urn:sap:obj:TABL:VBAK',
    graph: graphIri({ tenant: 't1', workspace: 'main' }, 'estate.prj_1'),
  }
  assert.equal(statement.graph, 'urn:tenant:t1:ws:main:graph:estate.prj_1')
  // Computed by the graph product for the same line.
  assert.equal(statementId(statement), 'urn:graph:stmt:funfbbnp2xfjqv3zmurwyq5es2onkptc')
  const bits = [...createHash('sha256').update(lineOf(statement)).digest().subarray(0, 20)]
    .map((byte) => byte.toString(2).padStart(8, '0'))
    .join('')
  const expected = bits.replace(/.{5}/g, (five) => 'abcdefghijklmnopqrstuvwxyz234567'[Number.parseInt(five, 2)]!)
  assert.equal(statementId(statement), `urn:graph:stmt:${expected}`)
})

test('a layout has a column for each step, and is deterministic', () => {
  const arrows = [
    { from: 0, to: 1 },
    { from: 0, to: 2 },
    { from: 1, to: 3 },
    { from: 2, to: 3 },
    { from: 0, to: 3 },
    { from: 3, to: 0 },
  ]
  const points = layoutOf(4, arrows)
  assert.deepEqual(
    points.map(({ x }) => x / 240),
    [0, 1, 1, 2],
  )
  assert.deepEqual(layoutOf(4, arrows), points)
  assert.notEqual(points[1]!.y, points[2]!.y)
  assert.deepEqual(layoutOf(0, []), [])
})

test('the layout reduces crossings', () => {
  // Two columns with arrows that all cross if the nodes stay in numerical order.
  const arrows = [0, 1, 2, 3].map((from) => ({ from, to: 7 - from }))
  const points = layoutOf(8, arrows)
  for (const { from, to } of arrows) assert.equal(points[from]!.y, points[to]!.y)
})

test('five thousand nodes are laid out quickly, even with cycles and long chains', async () => {
  const size = 5_000
  const arrows = Array.from({ length: 3 * size }, (_, i) => ({ from: i % size, to: (i * 7 + 1) % size }))
  const cost = await cpuMs(() => {
    assert.equal(new Set(layoutOf(size, arrows).map(({ x, y }) => `${x} ${y}`)).size, size)
  })
  assert.ok(cost < 2_000, `${cost} ms`)
})
