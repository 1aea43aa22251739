// Positions for drawing the nodes: layers by the longest path to a node, and in each layer an order with few crossings.
// Pure and deterministic.

export interface Arrow {
  from: number
  to: number
}
export interface Point {
  x: number
  y: number
}

const LAYER_GAP = 240
const NODE_GAP = 48
const SWEEPS = 6

/** Nodes are numbered from 0; arrows point from left to right, except those that close a cycle. */
export function layoutOf(nodes: number, arrows: readonly Arrow[]): Point[] {
  const after = neighbors(nodes, arrows, ({ from, to }) => [from, to])
  const before = neighbors(nodes, arrows, ({ from, to }) => [to, from])
  const layer = longestPaths(nodes, after)
  const layers: number[][] = []
  for (let node = 0; node < nodes; node++) {
    layers[layer[node]!] ??= []
    layers[layer[node]!]!.push(node)
  }
  const place = new Float64Array(nodes)
  for (const row of layers) for (const [at, node] of row.entries()) place[node] = at
  for (let sweep = 0; sweep < SWEEPS; sweep++) {
    const forward = sweep % 2 === 0
    for (const row of forward ? layers : layers.toReversed()) reorder(row, forward ? before : after, place)
  }
  const tallest = Math.max(0, ...layers.map((row) => row.length))
  const points: Point[] = new Array(nodes)
  for (const [at, row] of layers.entries())
    for (const [index, node] of row.entries())
      points[node] = { x: at * LAYER_GAP, y: (index + (tallest - row.length) / 2) * NODE_GAP }
  return points
}

function neighbors(nodes: number, arrows: readonly Arrow[], ends: (arrow: Arrow) => [number, number]): number[][] {
  const lists: number[][] = Array.from({ length: nodes }, () => [])
  for (const arrow of arrows) {
    const [near, far] = ends(arrow)
    if (near !== far) lists[near]!.push(far)
  }
  return lists
}

/** Depth-first without recursion; an arrow back to an open node closes a cycle and is ignored. */
function longestPaths(nodes: number, after: readonly number[][]): Int32Array {
  const layer = new Int32Array(nodes)
  const order: number[] = []
  const state = new Uint8Array(nodes)
  const closes = new Set<string>()
  const [OPEN, DONE] = [1, 2]
  for (let root = 0; root < nodes; root++) {
    if (state[root] !== 0) continue
    state[root] = OPEN
    const stack: { node: number; next: number }[] = [{ node: root, next: 0 }]
    while (stack.length > 0) {
      const top = stack.at(-1)!
      const far = after[top.node]![top.next++]
      if (far === undefined) {
        state[top.node] = DONE
        order.push(top.node)
        stack.pop()
      } else if (state[far] === 0) {
        state[far] = OPEN
        stack.push({ node: far, next: 0 })
      } else if (state[far] === OPEN) closes.add(`${top.node} ${far}`)
    }
  }
  // The reversed finishing order is a topological order of the remaining arrows.
  for (const node of order.reverse())
    for (const far of after[node]!)
      if (!closes.has(`${node} ${far}`)) layer[far] = Math.max(layer[far]!, layer[node]! + 1)
  return layer
}

/** Moves each node to the mean position of its neighbors in the other layer; ties keep their order. */
function reorder(row: number[], neighborsOf: readonly number[][], place: Float64Array): void {
  const mean = new Map(
    row.map((node) => {
      const others = neighborsOf[node]!
      const sum = others.reduce((total, other) => total + place[other]!, 0)
      return [node, others.length === 0 ? place[node]! : sum / others.length]
    }),
  )
  row.sort((a, b) => mean.get(a)! - mean.get(b)! || place[a]! - place[b]!)
  for (const [at, node] of row.entries()) place[node] = at
}
