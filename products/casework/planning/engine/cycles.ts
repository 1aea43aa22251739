// Finds cycles of dependencies, whose members can only be done together. Pure.

/** A directed graph: the neighbors of `i` are `to[start[i]]` up to `to[start[i + 1]]`, exclusive. */
export interface Arrows {
  start: Int32Array
  to: Int32Array
}

export function arrowsOf(size: number, from: Int32Array, to: Int32Array, isKept: (arrow: number) => boolean): Arrows {
  const start = new Int32Array(size + 1)
  for (let arrow = 0; arrow < from.length; arrow++) if (isKept(arrow)) start[from[arrow]! + 1]!++
  for (let at = 0; at < size; at++) start[at + 1]! += start[at]!
  const next = start.slice()
  const targets = new Int32Array(start[size]!)
  for (let arrow = 0; arrow < from.length; arrow++) if (isKept(arrow)) targets[next[from[arrow]!]!++] = to[arrow]!
  return { start, to: targets }
}

/**
 * The cycle of each node, numbered so that a node never points at one with a higher number.
 * Tarjan's algorithm with an explicit stack, because call chains of real estates exceed JavaScript's call stack.
 */
export function cyclesOf({ start, to }: Arrows): { cycle: Int32Array; count: number } {
  const size = start.length - 1
  const cycle = new Int32Array(size).fill(-1)
  const index = new Int32Array(size).fill(-1)
  const low = new Int32Array(size)
  const next = start.slice(0, size)
  const open: number[] = []
  const path: number[] = []
  let seen = 0
  let count = 0

  const enter = (node: number): void => {
    index[node] = low[node] = seen++
    open.push(node)
    path.push(node)
  }
  const leave = (node: number): void => {
    path.pop()
    const above = path.at(-1)
    if (above !== undefined) low[above] = Math.min(low[above]!, low[node]!)
    if (low[node] !== index[node]) return
    for (let member = -1; member !== node; ) {
      member = open.pop()!
      cycle[member] = count
    }
    count++
  }

  for (let root = 0; root < size; root++) {
    if (index[root] !== -1) continue
    enter(root)
    while (path.length > 0) {
      const node = path.at(-1)!
      if (next[node]! === start[node + 1]!) {
        leave(node)
        continue
      }
      const target = to[next[node]!++]!
      if (index[target] === -1) enter(target)
      else if (cycle[target] === -1) low[node] = Math.min(low[node]!, index[target]!)
    }
  }
  return { cycle, count }
}
