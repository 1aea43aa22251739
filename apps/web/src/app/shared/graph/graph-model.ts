// What the canvas and the list draw: nodes with their level, edges with the look of their relation.
import type { TraverseEdge, TraverseNode } from '@veritrace/contract/casework/traverse'

/** More than this no picture can say; the list still holds all. */
export const MOST_DRAWN = 5_000

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

const COLOURS = 6

/** Relations in the order in which they first come, each with a colour of its own; what changes data is drawn thicker. */
export function relationLooks(edges: readonly TraverseEdge[]): Map<string, { token: string; size: number }> {
  const names = [...new Set(edges.map(({ relation }) => relation))]
  return new Map(
    names.map((name, i) => [name, { token: `data-${(i % COLOURS) + 1}`, size: name === 'writes' ? 2.4 : 1.2 }]),
  )
}

/** For a picture at most so many; the most connected stay. */
export function drawable({ nodes, edges }: GraphData): GraphData {
  if (nodes.length <= MOST_DRAWN) return { nodes, edges }
  const kept = nodes.toSorted((a, b) => degreeOf(b) - degreeOf(a)).slice(0, MOST_DRAWN)
  const ids = new Set(kept.map(({ id }) => id))
  return { nodes: kept, edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)) }
}
