// A seeded random generator.

export interface Random {
  /** An integer from 0 up to, but excluding, `below`. */
  below(below: number): number
  pick<T>(from: readonly T[]): T
  /** `count` different elements in random order. */
  some<T>(from: readonly T[], count: number): T[]
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(from: readonly T[]): T => from[below(from.length)] as T
  const some = <T>(from: readonly T[], count: number): T[] => {
    const left = [...from]
    return Array.from({ length: Math.min(count, left.length) }, () => left.splice(below(left.length), 1)[0] as T)
  }
  return { below, pick, some }
}
