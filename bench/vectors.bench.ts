// Vector search in 100,000 vectors of 384 dimensions, compared with brute force.
import { type Nearest, openNearest } from '../products/graph/search/vectors/nearest.ts'
import type { Bench } from './benches.ts'
import { median } from './measure.ts'

const COUNT = 100_000
const DIMENSION = 384
const CLUSTERS = 1_000
const QUERIES = 100
const NEAREST = 10

export const vectorsBench: Bench = {
  name: 'vectors',
  run: async () => {
    const { vectors, queries } = clustered()
    const began = performance.now()
    const index = build(vectors)
    const seconds = (performance.now() - began) / 1000
    let found = 0
    const ours: number[] = []
    const floor: number[] = []
    for (let i = 0; i < QUERIES; i++) {
      const query = queries.subarray(i * DIMENSION, (i + 1) * DIMENSION)
      const wanted = timed(floor, () => bruteForce(vectors, query))
      const near = timed(ours, () => index.find(query, NEAREST))
      found += near.filter(({ node }) => wanted.has(Number(node))).length
    }
    const recall = found / (QUERIES * NEAREST)
    const speed = median(floor) / median(ours)
    const built = `built in ${seconds.toFixed(0)} s on two threads`
    const times = `${median(ours).toFixed(2)} ms against ${median(floor).toFixed(1)} ms`
    return [
      { what: `recall@${NEAREST} in ${COUNT} vectors of ${DIMENSION}`, ratio: recall, target: 0.95, detail: built },
      { what: 'speed relative to brute force', ratio: speed, target: 20, detail: times },
    ]
  },
}

function build(vectors: Float32Array): Nearest {
  const index = openNearest(DIMENSION, { threads: 2 })
  for (let i = 0; i < COUNT; i++) index.set(String(i), vectors.subarray(i * DIMENSION, (i + 1) * DIMENSION))
  while (index.settle(1_000));
  return index
}

/** Clustered like embeddings, of unit length, identical in every run. The queries are not among the vectors. */
function clustered(): { vectors: Float32Array; queries: Float32Array } {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  const centers = Float32Array.from({ length: CLUSTERS * DIMENSION }, random)
  const around = (count: number): Float32Array => {
    const all = new Float32Array(count * DIMENSION)
    for (let i = 0; i < count; i++) {
      const center = Math.floor((random() + 0.5) * CLUSTERS) * DIMENSION
      let squares = 0
      for (let j = 0; j < DIMENSION; j++) {
        const number = centers[center + j]! + random()
        all[i * DIMENSION + j] = number
        squares += number * number
      }
      for (let j = 0; j < DIMENSION; j++) all[i * DIMENSION + j]! /= Math.sqrt(squares)
    }
    return all
  }
  return { vectors: around(COUNT), queries: around(QUERIES) }
}

/** The floor: every dot product, and the ten largest ones. */
function bruteForce(vectors: Float32Array, query: Float32Array): Set<number> {
  const best: { at: number; score: number }[] = []
  for (let i = 0; i < COUNT; i++) {
    let score = 0
    const from = i * DIMENSION
    for (let j = 0; j < DIMENSION; j++) score += query[j]! * vectors[from + j]!
    if (best.length === NEAREST && score <= best.at(-1)!.score) continue
    best.splice(best.findLastIndex((one) => one.score >= score) + 1, 0, { at: i, score })
    if (best.length > NEAREST) best.pop()
  }
  return new Set(best.map(({ at }) => at))
}

function timed<T>(into: number[], work: () => T): T {
  const began = performance.now()
  const result = work()
  into.push(performance.now() - began)
  return result
}
