// A breadth-first walk from a node. The order of results depends only on the graph: step by step, nodes in the order
// they were reached, outgoing edges before incoming ones, oldest statement first.
import type { Adjacency } from './adjacency.ts'
import { findNumber } from './dictionary.ts'
import { type Filter, openSteps, type Step } from './steps.ts'
import { yieldControl } from './yield-control.ts'

export interface Route extends Filter {
  start: string
  depth: number
  limit: number
}

export interface WalkSource {
  graph: Adjacency
  /** Called before the edges of nodes are read; false if only some of them are available. */
  reach?(nodes: readonly number[]): Promise<boolean>
  /** Returns the nodes that may be entered. */
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
/** Limit of nodes to check before the walk is truncated. */
const MOST_ASKED = 100_000

/** Undefined if the start node occurs in no statement of the workspace. */
export async function walk(source: WalkSource, route: Route, signal?: AbortSignal): Promise<Found | undefined> {
  const start = findNumber(source.graph.nodes, route.start)
  if (start === undefined) return undefined
  const trail = openTrail(source, route, start)
  const { found } = trail
  let from = 0
  for (let depth = 1; depth <= route.depth && from < found.nodes.length; depth++) {
    const end = found.nodes.length
    for (; from < end; from += NODES_AT_ONCE) {
      const nodes = found.nodes.slice(from, Math.min(end, from + NODES_AT_ONCE))
      const isWhole = (await source.reach?.(nodes)) ?? true
      const canContinue = await follow(nodes, depth)
      if (!isWhole) found.truncated = true
      if (!canContinue || !isWhole) return found
    }
    from = end
  }
  return found

  async function follow(nodes: readonly number[], depth: number): Promise<boolean> {
    const portions = openSteps(source.graph, nodes, route)
    for (let hasMore = true; hasMore; ) {
      const steps: Step[] = []
      hasMore = portions(steps)
      if (source.admit) await trail.ask(steps)
      if (!steps.every((step) => trail.take(step, depth))) return false
      if (hasMore || trail.needsPause()) await yieldControl(signal)
    }
    return true
  }
}

/** Steps before the walk yields to other work. */
const PAUSE_AFTER = 5_000

function openTrail({ graph, admit }: WalkSource, { direction, limit }: Route, start: number) {
  const found: Found = { nodes: [start], nodeDepths: [0], edges: [], edgeDepths: [], truncated: false }
  const reached = new Set([start])
  /** Needed for both directions only; in one direction each edge is met once. */
  const met = direction === 'both' ? new Set<number>() : undefined
  const verdicts = new Map([[start, true]])
  let taken = 0

  const target = (step: Step): number => (step > 0 ? graph.to[step]! : graph.from[-step]!)

  return {
    found,
    needsPause(): boolean {
      const needsPause = taken > PAUSE_AFTER
      if (needsPause) taken = 0
      return needsPause
    },
    /** Checks which of the next nodes may be entered. */
    async ask(steps: readonly Step[]): Promise<void> {
      const unknown = [...new Set(steps.map(target))].filter((node) => !verdicts.has(node))
      if (unknown.length === 0 || verdicts.size > MOST_ASKED) return
      const admitted = await admit!(unknown)
      for (const node of unknown) verdicts.set(node, admitted.has(node))
    },
    /** Returns false if the walk must stop although there is more. */
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
