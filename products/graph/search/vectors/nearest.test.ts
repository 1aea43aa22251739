// The index of one space, compared with an exhaustive search.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unitVector } from '../../embedder/embedder.ts'
import { openNearest } from './nearest.ts'

const DIMENSION = 32

/** Clustered like real embeddings, and the same in every run. */
function clustered(count: number, seed = 1): Float32Array[] {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  const centers = Array.from({ length: 40 }, () => Array.from({ length: DIMENSION }, random))
  return Array.from({ length: count }, (_, i) => unitVector(centers[i % 40]!.map((number) => number + random() * 0.6))!)
}

const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, number, i) => sum + number * b[i]!, 0)
const exact = (vectors: ReadonlyMap<string, Float32Array>, query: Float32Array, count: number): string[] =>
  [...vectors]
    .map(([node, vector]) => ({ node, score: dot(query, vector) }))
    .toSorted((a, b) => b.score - a.score)
    .slice(0, count)
    .map(({ node }) => node)

test('while vectors are moved into the graph, every search sees all of them', () => {
  const all = new Map(clustered(3_000).map((vector, i) => [`n${i}`, vector]))
  const nearest = openNearest(DIMENSION, { graphFrom: 500 })
  for (const [node, vector] of all) nearest.set(node, vector)
  const queries = clustered(10, 7).map((query) => ({ query, wanted: new Set(exact(all, query, 10)) }))
  let found = 0
  let searches = 0
  const look = () => {
    for (const { query, wanted } of queries) {
      found += nearest.find(query, 10).filter(({ node }) => wanted.has(node)).length
      searches++
    }
  }
  look()
  assert.equal(found, searches * 10, 'exact before the move')
  for (let turn = 0; nearest.settle(5); turn++) if (turn % 100 === 0) look()
  look()
  assert.ok(found / (searches * 10) > 0.97, `recall ${found / (searches * 10)}`)
  assert.equal(nearest.size(), 3_000)
})

test('replaced and deleted vectors leave the graph', () => {
  const vectors = clustered(1_000)
  const nearest = openNearest(DIMENSION, { graphFrom: 100 })
  for (const [i, vector] of vectors.entries()) nearest.set(`n${i}`, vector)
  while (nearest.settle(50));
  const [first, second] = [vectors[0]!, vectors[1]!]
  assert.equal(nearest.find(first, 1)[0]!.node, 'n0')
  nearest.set('n0', undefined)
  assert.ok(!nearest.find(first, 50).some(({ node }) => node === 'n0'))
  nearest.set('n5', first)
  assert.equal(nearest.find(first, 1)[0]!.node, 'n5')
  while (nearest.settle(50));
  assert.equal(nearest.find(first, 1)[0]!.node, 'n5')
  nearest.set('n5', second)
  assert.deepEqual(
    nearest
      .find(second, 2)
      .map(({ node }) => node)
      .toSorted(),
    ['n1', 'n5'],
  )
  nearest.set('n5', undefined)
  nearest.set('n5', undefined)
  assert.equal(nearest.size(), 998)
})

test('few vectors are compared one by one, even after many were deleted', () => {
  const vectors = clustered(300)
  const nearest = openNearest(DIMENSION)
  for (const [i, vector] of vectors.entries()) nearest.set(`n${i}`, vector)
  assert.equal(nearest.settle(10), false)
  for (let i = 0; i < 300; i += 2) nearest.set(`n${i}`, undefined)
  const left = new Map(vectors.map((vector, i) => [`n${i}`, vector] as const).filter((_, i) => i % 2 === 1))
  for (const query of clustered(10, 3))
    assert.deepEqual(
      nearest.find(query, 5).map(({ node }) => node),
      exact(left, query, 5),
    )
  assert.deepEqual(nearest.find(vectors[0]!, 1_000).length, 150)
})

test('among equally near nodes the first by name are found, before and after the move into the graph', () => {
  const [same, other] = [clustered(1)[0]!, clustered(2, 5)[1]!]
  const names = Array.from({ length: 300 }, (_, i) => `n${i + 100}`)
  const nearest = openNearest(DIMENSION, { graphFrom: 100 })
  nearest.set('other', other)
  for (const name of names.toReversed()) nearest.set(name, same)
  const look = () => {
    for (const count of [1, 10, 100])
      assert.deepEqual(
        nearest.find(same, count).map(({ node }) => node),
        names.slice(0, count),
      )
  }
  look()
  while (nearest.settle(50));
  look()
})
