import type { GraphData } from './graph-model.ts'

type Nodes = GraphData['nodes']

/** More below one another are a line, and no picture. */
const MOST_IN_COLUMN = 60
const BETWEEN_LAYERS = 3
const STEP = 60

/** A layer that is too full for one column stands in several, in the same order; the others stay as the server put them. */
export function fold(nodes: Nodes, shape: number): Nodes {
  const layers = [...Map.groupBy(nodes, ({ x = 0 }) => Math.round(x))].toSorted(([a], [b]) => a - b)
  if (layers.every(([, { length }]) => length <= MOST_IN_COLUMN)) return nodes
  const rows = Math.max(8, Math.ceil(Math.sqrt(nodes.length / shape)))
  let column = 0
  return layers.flatMap(([, layer]) => {
    const first = column
    const height = Math.min(rows, layer.length)
    column += Math.ceil(layer.length / rows) + BETWEEN_LAYERS
    return layer
      .toSorted((a, b) => (a.y ?? 0) - (b.y ?? 0))
      .map((node, i) => ({
        ...node,
        x: (first + Math.floor(i / rows)) * STEP,
        y: ((i % rows) - (height - 1) / 2) * STEP,
      }))
  })
}
