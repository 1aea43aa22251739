import type Graph from 'graphology'

const DIRECTIONS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
}

/** The nearest node in the direction of an arrow key. Prefers nodes straight ahead over closer ones. */
export function nearest(graph: Graph, from: string | undefined, key: string): string | undefined {
  const direction = DIRECTIONS[key]
  if (!direction) return undefined
  if (from === undefined) return graph.nodes()[0]
  const here = graph.getNodeAttributes(from)
  let best: { id: string; cost: number } | undefined
  graph.forEachNode((id, { x, y }) => {
    const ahead = (x - here.x) * direction[0] + (y - here.y) * direction[1]
    const aside = Math.abs((x - here.x) * direction[1]) + Math.abs((y - here.y) * direction[0])
    if (id === from || ahead <= 0) return
    const cost = ahead + 2 * aside
    if (!best || cost < best.cost) best = { id, cost }
  })
  return best?.id
}
