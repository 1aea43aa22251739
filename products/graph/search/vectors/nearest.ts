// The vectors of one space in memory. New vectors are compared one by one until they are moved into a graph (HNSW),
// so that a search touches only a few. Without the native module, or while there are few vectors, all are compared.
import { createRequire } from 'node:module'
import { inRank } from '../rules.ts'
import { openGroups } from './groups.ts'

export interface Nearest {
  /** Unit vector; undefined deletes. */
  set(node: string, vector: Float32Array | undefined): void
  /**
   * Nearest first, ties by name. The graph has 16-bit numbers, so near ties may be swapped: rank again with exact
   * vectors.
   */
  find(query: Float32Array, count: number): Found[]
  /** Moves vectors into the graph for about this long. Returns whether there is more to do. */
  settle(ms: number): boolean
  size(): number
}

interface Found {
  node: string
  score: number
}

interface NearestOptions {
  /** The number of vectors from which a graph is worthwhile. */
  graphFrom?: number
  /** Threads of the native module for one step of `settle`. */
  threads?: number
}

interface Hnsw {
  add(keys: bigint | BigUint64Array, vectors: Float32Array, threads: number): void
  remove(key: bigint): number
  search(query: Float32Array, count: number, threads: number): { keys: BigUint64Array; distances: Float32Array }
  size(): number
}

const GRAPH_FROM = 2_000
const STEP = 32
/** Up to this many equally near vectors are ordered correctly; beyond that the order is arbitrary. */
const MOST_EQUALS = 10_000
/** Measured on 100,000 clustered vectors: recall@10 1.00. */
const GRAPH = {
  metric: 'cos',
  quantization: 'f16',
  connectivity: 16,
  expansion_add: 64,
  expansion_search: 96,
  multi: false,
}

export function openNearest(dimension: number, { graphFrom = GRAPH_FROM, threads = 1 }: NearestOptions = {}): Nearest {
  const groups = openGroups()
  const waiting = openMatrix(dimension)
  let graph: Hnsw | undefined

  function forget(node: string): void {
    const emptied = groups.remove(node)
    if (emptied !== undefined && !waiting.remove(emptied)) graph?.remove(BigInt(emptied))
  }

  return {
    set(node, vector) {
      forget(node)
      if (!vector) return
      const begun = groups.add(node, vector)
      if (begun !== undefined) waiting.add(begun, vector)
    },
    find(query, count) {
      // This many groups have at least as many nodes.
      const near = waiting.find(query, count, groups.firstOf)
      if (graph && graph.size() > 0) near.push(...searchGraph(graph, query, count))
      const found = near.flatMap(({ key, score }) => groups.listOf(key, count).map((node) => ({ node, score })))
      return found.toSorted(inRank).slice(0, count)
    },
    settle(ms) {
      if (waiting.size() === 0 || (!graph && groups.count() < graphFrom)) return false
      graph ??= openGraph(dimension)
      if (!graph) return false
      const until = performance.now() + ms
      while (waiting.size() > 0 && performance.now() < until) {
        const { keys, vectors } = waiting.takeLast(STEP * threads)
        graph.add(keys, vectors, threads)
      }
      return waiting.size() > 0
    },
    size: groups.size,
  }
}

interface Scored {
  key: number
  score: number
}

/**
 * Returns `count` results and all that are as near as the last, because the graph returns an arbitrary subset of ties.
 */
function searchGraph(graph: Hnsw, query: Float32Array, count: number): Scored[] {
  for (let wanted = count + 1; ; wanted *= 4) {
    const { keys, distances } = graph.search(query, wanted, 1)
    const isCut = keys.length === wanted && distances[wanted - 1] === distances[count - 1]
    if (!isCut || wanted >= MOST_EQUALS)
      return Array.from(keys, (key, i) => ({ key: Number(key), score: 1 - distances[i]! }))
  }
}

/** Undefined if the native module does not load; the search is then slower but correct. */
function openGraph(dimension: number): Hnsw | undefined {
  try {
    // Require, because the ES module build of usearch recurses endlessly.
    const require = createRequire(import.meta.url)
    const { Index } = require('usearch') as { Index: new (options: object) => Hnsw }
    return new Index({ ...GRAPH, dimensions: dimension })
  } catch {
    return undefined
  }
}

/** Vectors in one unordered array: a removed vector is replaced by the last one. */
function openMatrix(dimension: number) {
  let numbers = new Float32Array(dimension * 64)
  const keys: number[] = []
  const places = new Map<number, number>()
  const row = (at: number) => numbers.subarray(at * dimension, (at + 1) * dimension)

  function pop(): void {
    places.delete(keys.pop()!)
    if (keys.length < 64 || keys.length * dimension * 4 > numbers.length) return
    numbers = numbers.slice(0, keys.length * dimension * 2)
  }

  return {
    add(key: number, vector: Float32Array) {
      if ((keys.length + 1) * dimension > numbers.length) {
        const larger = new Float32Array(numbers.length * 2)
        larger.set(numbers)
        numbers = larger
      }
      numbers.set(vector, keys.length * dimension)
      places.set(key, keys.push(key) - 1)
    },
    remove(key: number): boolean {
      const place = places.get(key)
      if (place === undefined) return false
      const last = keys.length - 1
      if (place !== last) {
        row(place).set(row(last))
        keys[place] = keys[last]!
        places.set(keys[place]!, place)
      }
      keys[last] = key
      pop()
      return true
    },
    takeLast(count: number): { keys: BigUint64Array; vectors: Float32Array } {
      const from = Math.max(0, keys.length - count)
      const taken = {
        keys: BigUint64Array.from(keys.slice(from), BigInt),
        vectors: numbers.slice(from * dimension, keys.length * dimension),
      }
      while (keys.length > from) pop()
      return taken
    },
    find(query: Float32Array, count: number, firstOf: (key: number) => string): Scored[] {
      const best: (Scored & { node: string })[] = []
      for (let at = 0; at < keys.length; at++) {
        const score = dot(query, numbers, at * dimension)
        if (best.length === count && score < best.at(-1)!.score) continue
        const found = { key: keys[at]!, node: firstOf(keys[at]!), score }
        const place = best.findLastIndex((one) => inRank(one, found) < 0) + 1
        if (place === count) continue
        best.splice(place, 0, found)
        if (best.length > count) best.pop()
      }
      return best
    },
    size: () => keys.length,
  }
}

function dot(query: Float32Array, numbers: Float32Array, from: number): number {
  let sum = 0
  for (let i = 0; i < query.length; i++) sum += query[i]! * numbers[from + i]!
  return sum
}
