// Breadth first from some nodes, level by level, so that what lies outside memory is asked for once a level.
import { type Emit, expand } from './expand.ts'
import type { Follow } from './relations.ts'
import type { World } from './world.ts'

export interface WalkEdge {
  from: number
  to: number
  relation: string
  count: number
  confidence: number
  /** The named graph that says so, where it is none of the estates', and the version of a list that it comes from. */
  context?: string
  entry?: string
}

export interface WalkOptions {
  follow: Follow
  depth: number
  /** Of nodes. */
  limit: number
  minConfidence: number
  /** Which of these may be entered; asked once a level. */
  accept(candidates: readonly number[]): Promise<readonly number[]>
  /** Edges that the estates do not have: successors, documents. */
  outside(frontier: readonly number[]): Promise<readonly WalkEdge[]>
  /** The walk ends with the level that reaches this. */
  goal?: number
  mostEdges: number
}

export interface Walked {
  /** Steps from the nearest start, in the order in which nodes were reached. */
  depth: ReadonlyMap<number, number>
  edges: readonly WalkEdge[]
  visited: number
  truncated?: string
}

export async function walk(world: World, starts: readonly number[], options: WalkOptions): Promise<Walked> {
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
    for (near of frontier) expand(world, near, follow, emit)
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

/** Two nodes and a relation fit one safe integer. */
const MOST_NUMBERS = 2 ** 22
const MOST_RELATIONS = 2 ** 8

/** Each edge once, whichever end it was reached from; what one end says of it twice adds up. */
function openEdges() {
  const kept = new Map<number, { near: number; edge: WalkEdge }>()
  const relations = new Map<string, number>()
  const keyOf = ({ from, to, relation }: WalkEdge): number => {
    const number = relations.get(relation) ?? relations.size
    relations.set(relation, number)
    return (from * MOST_NUMBERS + to) * MOST_RELATIONS + number
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
