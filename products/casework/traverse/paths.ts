// The shortest ways from the starts of a walk to a goal. Pure.
import type { Walked } from './walk.ts'

const MOST_PATHS = 20

/** Node by node, the start first; in the order in which nodes were reached, so that equal walks give equal paths. */
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
    if (paths.length >= MOST_PATHS) return
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
