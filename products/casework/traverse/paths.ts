// The shortest paths from the start nodes of a traversal to a goal. Pure.
import type { Walked } from './walk.ts'

const MAX_PATHS = 20

/** Each path starts with the start node. The order is that in which nodes were reached, so it is deterministic. */
export function shortestPaths({ depth, edges }: Pick<Walked, 'depth' | 'edges'>, goal: number): number[][] {
  const length = depth.get(goal)
  if (length === undefined) return []
  const before = new Map<number, Set<number>>()
  for (const { from, to } of edges) {
    const [near, far] = depth.get(from)! < depth.get(to)! ? [from, to] : [to, from]
    if (depth.get(near)! + 1 !== depth.get(far)!) continue
    const known = before.get(far) ?? new Set()
    before.set(far, known)
    known.add(near)
  }
  const paths: number[][] = []
  const grow = (tail: number[]): void => {
    if (paths.length >= MAX_PATHS) return
    const first = tail[0]!
    if (depth.get(first) === 0) {
      paths.push(tail)
      return
    }
    for (const near of before.get(first) ?? []) grow([near, ...tail])
  }
  grow([goal])
  return paths
}
