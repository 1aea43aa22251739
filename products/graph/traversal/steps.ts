// The edges that lead away from given nodes, in portions.
import type { DIRECTIONS } from '@veritrace/contract/graph/traversal'
import { type Adjacency, contextNumber } from './adjacency.ts'
import { findNumber } from './dictionary.ts'

/** Selects the edges to follow. */
export interface Filter {
  /** Empty for all predicates. */
  predicates: readonly string[]
  direction: (typeof DIRECTIONS)[number]
  /** 0 for all edges. */
  minConfidence: number
  /** Undefined for all contexts. */
  context: string | undefined
}

/** The number of the edge to follow, negative if it is followed from object to subject. */
export type Step = number

/** Checking this many edges takes less than a millisecond. */
const EDGES_AT_ONCE = 10_000

/** Adds the next steps in order, after checking a few thousand edges at most. Returns false at the end. */
export type Portions = (steps: Step[]) => boolean

export function openSteps(graph: Adjacency, nodes: readonly number[], filter: Filter): Portions {
  const inside = filter.context === undefined ? undefined : contextNumber(graph, filter.context)
  const wanted = filter.predicates.flatMap((iri) => findNumber(graph.predicates, iri) ?? [])
  if (inside === 0 || (wanted.length === 0 && filter.predicates.length > 0)) return () => false
  const predicates = wanted.length > 0 ? new Set(wanted) : undefined
  const { minConfidence, direction } = filter
  const { context, predicate, confidence, nextOut, nextIn, firstOut, firstIn } = graph
  /** Each node has two lists: outgoing, then incoming edges. */
  let list = 0
  let edge = 0
  let hasBegun = false

  return (steps) => {
    let looked = 0
    for (; list < nodes.length * 2; list++, hasBegun = false) {
      const isIn = (list & 1) === 1
      if (direction === (isIn ? 'out' : 'in')) continue
      const next = isIn ? nextIn : nextOut
      if (!hasBegun) edge = (isIn ? firstIn : firstOut)[nodes[list >> 1]!]!
      hasBegun = true
      for (; edge !== 0; edge = next[edge]!) {
        if (looked++ === EDGES_AT_ONCE) return true
        if (inside === undefined ? context[edge] === 0 : context[edge] !== inside) continue
        if (predicates && !predicates.has(predicate[edge]!)) continue
        if (minConfidence > 0 && !(confidence[edge]! >= minConfidence)) continue
        steps.push(isIn ? -edge : edge)
      }
    }
    return false
  }
}
