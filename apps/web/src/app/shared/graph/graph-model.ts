// The data of the canvas and the list: nodes with levels, and edges with the style of their relation.
import type { TraverseEdge, TraverseNode } from '@veritrace/contract/casework/traverse'

/** A drawing with more nodes is unreadable. The list contains all. */
export const MAX_DRAWN = 5_000

export interface GraphData {
  nodes: readonly TraverseNode[]
  edges: readonly TraverseEdge[]
}

export const codeOf = (node: TraverseNode): string => node.rating?.code ?? 'unknown'
export const degreeOf = (node: TraverseNode): number => node.degree_in + node.degree_out

/** `level-1` to `level-4`, best first. */
export function levelToken(code: string, codes: readonly string[]): string {
  const place = codes.indexOf(code)
  return place < 0 ? 'level-unknown' : `level-${Math.min(place, 3) + 1}`
}

const COLORS = 6

/** A color for each relation, in order of appearance. Write access is drawn thicker. */
export function relationStyles(edges: readonly TraverseEdge[]): Map<string, { token: string; size: number }> {
  const names = [...new Set(edges.map(({ relation }) => relation))]
  return new Map(
    names.map((name, i) => [name, { token: `data-${(i % COLORS) + 1}`, size: name === 'writes' ? 2.4 : 1.2 }]),
  )
}

/** Limits the graph to the most connected nodes. */
export function drawable({ nodes, edges }: GraphData): GraphData {
  if (nodes.length <= MAX_DRAWN) return { nodes, edges }
  const drawn = nodes.toSorted((a, b) => degreeOf(b) - degreeOf(a)).slice(0, MAX_DRAWN)
  const ids = new Set(drawn.map(({ id }) => id))
  return { nodes: drawn, edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
}
