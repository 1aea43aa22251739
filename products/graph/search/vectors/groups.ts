// Groups nodes with identical vectors, such as nodes with the same name: the index stores each vector once. Otherwise
// many identical vectors would only be neighbors of each other in the graph, and a search could not find all of them.
import { hash } from 'node:crypto'

interface Group {
  key: number
  print: string
  nodes: Set<string>
  /** Sorted by name; undefined after a change. */
  sorted: string[] | undefined
}

interface Groups {
  /** Returns the key if the node starts a new group. */
  add(node: string, vector: Float32Array): number | undefined
  /** Returns the key if the node was the last of its group. */
  remove(node: string): number | undefined
  /** The first node by name. */
  firstOf(key: number): string
  /** The first `most` nodes by name; empty if the group is gone. */
  listOf(key: number, most: number): string[]
  /** Number of groups. */
  count(): number
  /** Number of nodes. */
  size(): number
}

export function openGroups(): Groups {
  const byNode = new Map<string, Group>()
  const byPrint = new Map<string, Group>()
  const byKey = new Map<number, Group>()
  let last = 0

  const inOrder = (group: Group): string[] => {
    group.sorted ??= [...group.nodes].toSorted()
    return group.sorted
  }

  return {
    add(node, vector) {
      const print = hash('sha256', new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength), 'base64url')
      const known = byPrint.get(print)
      const group = known ?? { key: ++last, print, nodes: new Set<string>(), sorted: undefined }
      group.nodes.add(node)
      group.sorted = undefined
      byNode.set(node, group)
      if (known) return undefined
      byPrint.set(print, group)
      byKey.set(group.key, group)
      return group.key
    },
    remove(node) {
      const group = byNode.get(node)
      if (!group) return undefined
      byNode.delete(node)
      group.nodes.delete(node)
      group.sorted = undefined
      if (group.nodes.size > 0) return undefined
      byPrint.delete(group.print)
      byKey.delete(group.key)
      return group.key
    },
    firstOf: (key) => inOrder(byKey.get(key)!)[0]!,
    listOf: (key, most) => {
      const group = byKey.get(key)
      return group ? inOrder(group).slice(0, most) : []
    },
    count: () => byKey.size,
    size: () => byNode.size,
  }
}
