// Breadth-first traversal, level by level, so that the database is queried once per level.

import type { EstateGraph } from './estate-graph.ts'
import { type Emit, expand } from './expand.ts'
import type { Follow } from './relations.ts'

export interface WalkEdge {
  from: number
  to: number
  relation: string
  count: number
  confidence: number
  /** The named graph of the edge if it does not come from an estate, and the list version it comes from. */
  context?: string
  entry?: string
}

export interface WalkOptions {
  follow: Follow
  depth: number
  /** The maximum number of nodes. */
  limit: number
  minConfidence: number
  /** Returns the candidates that may be entered; called once per level. */
  accept(candidates: readonly number[]): Promise<readonly number[]>
  /** Edges from outside the estates: successors, documents. */
  outside(frontier: readonly number[]): Promise<readonly WalkEdge[]>
  /** The traversal ends with the level that reaches this node. */
  goal?: number
  mostEdges: number
}

export interface Walked {
  /** The distance from the nearest start, in the order in which nodes were reached. */
  depth: ReadonlyMap<number, number>
  edges: readonly WalkEdge[]
  visited: number
  truncated?: string
}

export async function walk(estateGraph: EstateGraph, starts: readonly number[], options: WalkOptions): Promise<Walked> {
  const { follow, limit, minConfidence, mostEdges } = options
  const depth = new Map(starts.slice(0, limit).map((start) => [start, 0]))
  const edges = openEdges()
  const visited = new Set(starts)
  let truncated = starts.length > limit ? `more than ${limit} nodes` : undefined
  let frontier = [...depth.keys()]
  for (let step = 1; step <= options.depth && frontier.length > 0 && !truncated; step++) {
    const found: { near: number; edge: WalkEdge }[] = []
    let near = 0
    const emit: Emit = (from, to, relation, count, confidence) => {
      if (confidence >= minConfidence) found.push({ near, edge: { from, to, relation, count, confidence } })
    }
    for (near of frontier) expand(estateGraph, near, follow, emit)
    const isNear = new Set(frontier)
    for (const edge of await options.outside(frontier))
      if (edge.confidence >= minConfidence) found.push({ near: isNear.has(edge.from) ? edge.from : edge.to, edge })
    const candidates = new Set<number>()
    for (const { near, edge } of found) {
      const far = edge.from === near ? edge.to : edge.from
      visited.add(far)
      if (!depth.has(far)) candidates.add(far)
    }
    const next: number[] = []
    for (const node of await options.accept([...candidates])) {
      if (depth.size >= limit) {
        truncated = `more than ${limit} nodes`
        break
      }
      depth.set(node, step)
      next.push(node)
    }
    for (const { near, edge } of found) if (depth.has(edge.from) && depth.has(edge.to)) edges.add(near, edge)
    if (edges.size() > mostEdges) truncated ??= `more than ${mostEdges} edges`
    if (options.goal !== undefined && depth.has(options.goal)) break
    frontier = next
  }
  return { depth, edges: edges.all(mostEdges), visited: visited.size, ...(truncated && { truncated }) }
}

/** Two node numbers and a relation fit into one safe integer. */
const MAX_NUMBERS = 2 ** 22
const MAX_RELATIONS = 2 ** 8

/** Collects each edge once, whichever end it was reached from. Counts add up only for the same end. */
function openEdges() {
  const kept = new Map<number, { near: number; edge: WalkEdge }>()
  const relations = new Map<string, number>()
  const keyOf = ({ from, to, relation }: WalkEdge): number => {
    const number = relations.get(relation) ?? relations.size
    relations.set(relation, number)
    return (from * MAX_NUMBERS + to) * MAX_RELATIONS + number
  }
  return {
    size: () => kept.size,
    all: (most: number): WalkEdge[] => [...kept.values()].slice(0, most).map(({ edge }) => edge),
    add: (near: number, edge: WalkEdge): void => {
      const key = keyOf(edge)
      const known = kept.get(key)
      if (!known) kept.set(key, { near, edge: { ...edge } })
      else if (known.near === near && edge.context === undefined) {
        known.edge.count += edge.count
        known.edge.confidence = Math.max(known.edge.confidence, edge.confidence)
      }
    },
  }
}
