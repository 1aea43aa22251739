// Converts a found neighborhood to an API response.
import type { TraversalEdge, TraversalNode, TraversalResult } from '@veritrace/contract/graph/traversal'
import { withUrn } from '@veritrace/platform/rdf/statement-id'
import { type Adjacency, contextNumber } from './adjacency.ts'
import { idAt } from './id-table.ts'
import { bestLabel } from './rules.ts'
import type { Found } from './walk.ts'

export const loneNode = (nodeId: string): TraversalResult => ({
  nodes: [{ nodeId, label: null, types: [], depth: 0 }],
  edges: [],
  truncated: false,
})

/** `context` is the only visible context, or undefined for all. */
export function viewFound(graph: Adjacency, found: Found, context: string | undefined): TraversalResult {
  const inside = context === undefined ? undefined : contextNumber(graph, context)
  const isInside = (number: number): boolean => (inside === undefined ? number !== 0 : number === inside)
  return {
    nodes: found.nodes.map((node, at) => viewNode(graph, node, found.nodeDepths[at]!, isInside)),
    edges: found.edges.map((edge, at) => viewEdge(graph, edge, found.edgeDepths[at]!)),
    truncated: found.truncated,
  }
}

function viewNode(
  graph: Adjacency,
  node: number,
  depth: number,
  isInside: (context: number) => boolean,
): TraversalNode {
  const labels = graph.labels[node]
  const { texts } = graph.nodes
  const types: string[] = []
  for (const edge of graph.types[node] ?? []) if (isInside(graph.context[edge]!)) types.push(texts[graph.to[edge]!]!)
  return {
    nodeId: texts[node]!,
    label: labels ? bestLabel(labels, isInside) : null,
    types: types.length > 1 ? [...new Set(types)].toSorted() : types,
    depth,
  }
}

function viewEdge(graph: Adjacency, edge: number, depth: number): TraversalEdge {
  const { texts } = graph.nodes
  const confidence = graph.confidence[edge]!
  return {
    edgeId: withUrn(idAt(graph.byId, edge)),
    from: texts[graph.from[edge]!]!,
    to: texts[graph.to[edge]!]!,
    predicate: graph.predicates.texts[graph.predicate[edge]!]!,
    depth,
    confidence: Number.isNaN(confidence) ? null : confidence,
  }
}
