import type { GraphData } from './graph-model.ts'

type Nodes = GraphData['nodes']

/** A longer column would be drawn as a thin line. */
const MAX_IN_COLUMN = 60
const BETWEEN_LAYERS = 3
const STEP = 60

/** Splits the layers into several columns in the same order, if one of them is too long for a column. */
export function fold(nodes: Nodes, shape: number): Nodes {
  const layers = [...Map.groupBy(nodes, ({ x = 0 }) => Math.round(x))].toSorted(([a], [b]) => a - b)
  if (layers.every(([, { length }]) => length <= MAX_IN_COLUMN)) return nodes
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
