// The longest chain of dependent items, which no team size can shorten. Pure.
import type { Scheduled } from './schedule.ts'

/** Indexes into the list, first to last. */
export function longestPath(items: readonly Scheduled[]): number[] {
  const days = new Float64Array(items.length)
  const before = new Int32Array(items.length).fill(-1)
  let last = -1
  for (const [at, { effort, width, after }] of items.entries()) {
    for (const one of after) if (before[at] === -1 || days[one]! > days[before[at]!]!) before[at] = one
    days[at] = (before[at]! >= 0 ? days[before[at]!]! : 0) + effort / width
    if (last < 0 || days[at]! > days[last]!) last = at
  }
  const path: number[] = []
  for (let at = last; at >= 0; at = before[at]!) path.push(at)
  return path.reverse()
}
