// What a few fixes would bring: patterns assumed mended, without rating anything anew. Pure.
import type { Measured } from './measure.ts'

/** How many objects are acceptable once all patterns with these keys are mended. */
export function acceptableAfter(measured: Measured, keys: ReadonlySet<string>): number {
  const { acceptable, mendable, counted, blocking, patterns } = measured
  const isMended = Uint8Array.from(patterns, ({ key }) => (keys.has(key) ? 1 : 0))
  let count = 0
  for (let object = 0; object < counted.length; object++) {
    if (counted[object] === 0) continue
    if (acceptable[object] === 1 || (mendable[object] === 1 && isFree(object))) count++
  }
  return count

  function isFree(object: number): boolean {
    for (let at = blocking.start[object]!; at < blocking.start[object + 1]!; at++)
      if (isMended[blocking.pattern[at]!] === 0) return false
    return true
  }
}
