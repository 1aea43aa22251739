// Breadth first from a node. The order of what is found follows from the graph alone: step by step, node by node as
// they were reached, out before in, oldest statement first.
import type { Adjacency } from './adjacency.ts'
import { breathe } from './breathe.ts'
import { findNumber } from './dictionary.ts'
import { type Filter, openSteps, type Step } from './steps.ts'

export interface Route extends Filter {
  start: string
  depth: number
  limit: number
}

export interface Terrain {
  graph: Adjacency
  /** Called before the edges of nodes are looked at; false where only some of them are known. */
  reach?(nodes: readonly number[]): Promise<boolean>
  /** Those that may be entered. */
  admit?(nodes: readonly number[]): Promise<ReadonlySet<number>>
}

export interface Found {
  nodes: number[]
  nodeDepths: number[]
  edges: number[]
  edgeDepths: number[]
  truncated: boolean
}

const NODES_AT_ONCE = 500
/** Nodes to ask about before a walk is given up as too far. */
const MOST_ASKED = 100_000

/** Undefined where the start is in no statement of the workspace. */
export async function walk(terrain: Terrain, route: Route, signal?: AbortSignal): Promise<Found | undefined> {
  const start = findNumber(terrain.graph.nodes, route.start)
  if (start === undefined) return undefined
  const trail = openTrail(terrain, route, start)
  const { found } = trail
  let from = 0
  for (let depth = 1; depth <= route.depth && from < found.nodes.length; depth++) {
    const end = found.nodes.length
    for (; from < end; from += NODES_AT_ONCE) {
      const nodes = found.nodes.slice(from, Math.min(end, from + NODES_AT_ONCE))
      const isWhole = (await terrain.reach?.(nodes)) ?? true
      const mayGoOn = await follow(nodes, depth)
      if (!isWhole) found.truncated = true
      if (!mayGoOn || !isWhole) return found
    }
    from = end
  }
  return found

  async function follow(nodes: readonly number[], depth: number): Promise<boolean> {
    const portions = openSteps(terrain.graph, nodes, route)
    for (let hasMore = true; hasMore; ) {
      const steps: Step[] = []
      hasMore = portions(steps)
      if (terrain.admit) await trail.ask(steps)
      if (!steps.every((step) => trail.take(step, depth))) return false
      if (hasMore || trail.isTired()) await breathe(signal)
    }
    return true
  }
}

/** Steps between two breaths. */
const TIRED_AFTER = 5_000

function openTrail({ graph, admit }: Terrain, { direction, limit }: Route, start: number) {
  const found: Found = { nodes: [start], nodeDepths: [0], edges: [], edgeDepths: [], truncated: false }
  const reached = new Set([start])
  /** Followed from one end, an edge is met only once. */
  const met = direction === 'both' ? new Set<number>() : undefined
  const verdicts = new Map([[start, true]])
  let taken = 0

  const target = (step: Step): number => (step > 0 ? graph.to[step]! : graph.from[-step]!)

  return {
    found,
    isTired(): boolean {
      const isTired = taken > TIRED_AFTER
      if (isTired) taken = 0
      return isTired
    },
    /** Finds out which of the nodes ahead may be entered. */
    async ask(steps: readonly Step[]): Promise<void> {
      const unknown = [...new Set(steps.map(target))].filter((node) => !verdicts.has(node))
      if (unknown.length === 0 || verdicts.size > MOST_ASKED) return
      const admitted = await admit!(unknown)
      for (const node of unknown) verdicts.set(node, admitted.has(node))
    },
    /** False where the walk ends here, though there is more. */
    take(step: Step, depth: number): boolean {
      taken += 1
      const edge = Math.abs(step)
      const node = target(step)
      const isAdmitted = !admit || verdicts.get(node)
      if (isAdmitted === false || met?.has(edge)) return true
      if (isAdmitted === undefined || found.edges.length === limit) {
        found.truncated = true
        return false
      }
      met?.add(edge)
      found.edges.push(edge)
      found.edgeDepths.push(depth)
      if (reached.has(node)) return true
      reached.add(node)
      found.nodes.push(node)
      found.nodeDepths.push(depth)
      return true
    },
  }
}
