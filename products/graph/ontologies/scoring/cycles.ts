// Finds cycles in a hierarchy: strongly connected components by Tarjan's algorithm. Iterative, because a hierarchy can
// be deeper than the call stack. Linear.

/** The sorted members of each cycle, ordered by first member. A node that is directly below itself is a cycle, too. */
export function findCycles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const isOpen = new Set<string>()
  const cycles: string[][] = []

  const enter = (node: string): Frame => {
    order.set(node, order.size)
    low.set(node, order.get(node)!)
    open.push(node)
    isOpen.add(node)
    return { node, next: 0 }
  }
  const lower = (node: string, value: number) => low.set(node, Math.min(low.get(node)!, value))

  for (const root of edges.keys()) {
    if (order.has(root)) continue
    const path = [enter(root)]
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const { node } = frame
      const above = edges.get(node)?.[frame.next++]
      if (above !== undefined) {
        if (!order.has(above)) path.push(enter(above))
        else if (isOpen.has(above)) lower(node, order.get(above)!)
        continue
      }
      path.pop()
      const below = path.at(-1)
      if (below) lower(below.node, low.get(node)!)
      if (low.get(node) !== order.get(node)) continue
      const members = open.splice(open.lastIndexOf(node))
      for (const member of members) isOpen.delete(member)
      if (members.length > 1 || edges.get(node)?.includes(node)) cycles.push(members.toSorted())
    }
  }
  return cycles.toSorted((a, b) => (a[0]! < b[0]! ? -1 : 1))
}

interface Frame {
  node: string
  /** The index of the next edge to follow. */
  next: number
}
