// The effect of a few fixes: assumes patterns to be fixed without rating again. Pure.
import type { Measured } from './measure.ts'

/** Number of acceptable objects once all patterns with these keys are fixed. */
export function acceptableAfter(measured: Measured, keys: ReadonlySet<string>): number {
  const { acceptable, fixable, counted, blocking, patterns } = measured
  const isFixed = Uint8Array.from(patterns, ({ key }) => (keys.has(key) ? 1 : 0))
  let count = 0
  for (let object = 0; object < counted.length; object++) {
    if (counted[object] === 0) continue
    if (acceptable[object] === 1 || (fixable[object] === 1 && isFree(object))) count++
  }
  return count

  function isFree(object: number): boolean {
    for (let at = blocking.start[object]!; at < blocking.start[object + 1]!; at++)
      if (isFixed[blocking.pattern[at]!] === 0) return false
    return true
  }
}
