// What was walked through, as sigma wants it: places from the server, sizes for the paper at hand.
import Graph from 'graphology'
import { fold } from './fold.ts'
import { codeOf, degreeOf, type GraphData, levelToken, relationLooks } from './graph-model.ts'

/** What the server leaves without a place is put on a circle. */
const AWAY = 400

interface Paper {
  width: number
  height: number
}

export function buildGraph(
  { nodes: walked, edges }: GraphData,
  codes: readonly string[],
  { width, height }: Paper,
): Graph {
  const graph = new Graph({ multi: true })
  const nodes = fold(walked, width / height)
  const wide = stretch(nodes, width / height)
  const small = shrink(nodes, height)
  nodes.forEach((node, i) => {
    const angle = (i / nodes.length) * 2 * Math.PI
    graph.addNode(node.id, {
      x: wide * (node.x ?? Math.cos(angle) * AWAY),
      // The server counts downwards, sigma upwards.
      y: -(node.y ?? Math.sin(angle) * AWAY),
      size: small * (4 + Math.min(10, Math.sqrt(node.members ?? degreeOf(node)) * 1.6)),
      label: labelOf(node),
      paint: levelToken(codeOf(node), codes),
    })
  })
  const looks = relationLooks(edges)
  for (const { id, from, to, relation } of edges) {
    if (!graph.hasNode(from) || !graph.hasNode(to) || graph.hasEdge(id)) continue
    const { token: paint, size } = looks.get(relation)!
    graph.addEdgeWithKey(id, from, to, { paint, size })
  }
  return graph
}

const WIDEST = 6
/** Layers are drawn apart until they fill the width: names need the room. */
function stretch(nodes: GraphData['nodes'], shape: number): number {
  const range = (values: readonly number[]) => (values.length > 0 ? Math.max(...values) - Math.min(...values) : 0)
  const across = range(nodes.map(({ x = 0 }) => x))
  const down = range(nodes.map(({ y = 0 }) => y))
  return across > 0 ? Math.min(WIDEST, Math.max(1, (down * shape) / across)) : 1
}

const ROOM_PX = 15
const SMALLEST = 0.4
/** Nodes of the fullest layer stand below one another: where the paper is low, they are drawn smaller. */
function shrink(nodes: GraphData['nodes'], height: number): number {
  const layers = Map.groupBy(nodes, ({ x = 0 }) => Math.round(x))
  const fullest = Math.max(1, ...[...layers.values()].map(({ length }) => length))
  return Math.min(1, Math.max(SMALLEST, height / (fullest * ROOM_PX)))
}

/** With the letter of the level: a colour alone says nothing to many. */
function labelOf(node: GraphData['nodes'][number]): string {
  const name = node.members && node.members > 1 ? `${node.label} (${node.members})` : node.label
  return node.rating ? `${name} · ${node.rating.code === 'unknown' ? '?' : node.rating.code}` : name
}
