// Converts a traversal to a sigma graph: positions from the server, sizes for the canvas.
import Graph from 'graphology'
import { fold } from './fold.ts'
import { codeOf, degreeOf, type GraphData, levelToken, relationStyles } from './graph-model.ts'

/** Radius of the circle for nodes without a position. */
const RADIUS = 400

interface Size {
  width: number
  height: number
}

export function buildGraph(
  { nodes: traversed, edges }: GraphData,
  codes: readonly string[],
  { width, height }: Size,
): Graph {
  const graph = new Graph({ multi: true })
  const nodes = fold(traversed, width / height)
  const stretched = stretch(nodes, width / height)
  const scale = shrink(nodes, height)
  nodes.forEach((node, i) => {
    const angle = (i / nodes.length) * 2 * Math.PI
    graph.addNode(node.id, {
      x: stretched * (node.x ?? Math.cos(angle) * RADIUS),
      // The y axis of the server points down, sigma's points up.
      y: -(node.y ?? Math.sin(angle) * RADIUS),
      size: scale * (4 + Math.min(10, Math.sqrt(node.members ?? degreeOf(node)) * 1.6)),
      label: labelOf(node),
      paint: levelToken(codeOf(node), codes),
    })
  })
  const styles = relationStyles(edges)
  for (const { id, from, to, relation } of edges) {
    if (!graph.hasNode(from) || !graph.hasNode(to) || graph.hasEdge(id)) continue
    const { token: paint, size } = styles.get(relation)!
    graph.addEdgeWithKey(id, from, to, { paint, size })
  }
  return graph
}

const MAX_STRETCH = 6
/** Spreads the layers over the full width, to make room for labels. */
function stretch(nodes: GraphData['nodes'], shape: number): number {
  const range = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) - Math.min(...values) : 0)
  const across = range(nodes.map(({ x = 0 }) => x))
  const down = range(nodes.map(({ y = 0 }) => y))
  return across > 0 ? Math.min(MAX_STRETCH, Math.max(1, (down * shape) / across)) : 1
}

const NODE_PX = 15
const MIN_SCALE = 0.4
/** Scales nodes down if the fullest layer would not fit the height of the canvas. */
function shrink(nodes: GraphData['nodes'], height: number): number {
  const layers = Map.groupBy(nodes, ({ x = 0 }) => Math.round(x))
  const fullest = Math.max(1, ...[...layers.values()].map(({ length }) => length))
  return Math.min(1, Math.max(MIN_SCALE, height / (fullest * NODE_PX)))
}

/** Includes the code of the level, because color alone is not accessible. */
function labelOf(node: GraphData['nodes'][number]): string {
  const name = node.members && node.members > 1 ? `${node.label} (${node.members})` : node.label
  return node.rating ? `${name} · ${node.rating.code === 'unknown' ? '?' : node.rating.code}` : name
}
