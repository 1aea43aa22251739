// Citations numbered as they are first used, up to as many as are wanted. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { Sentence } from './check.ts'

export interface Numbering {
  /** The sentence with its numbers and the citations that are new in it; undefined if its citations would be too many. */
  add(sentence: Sentence): { sentence: Sentence; citations: Citation[] } | undefined
  renumber(cites: readonly number[]): number[]
  /** How many citations there are so far. */
  count(): number
}

export function openNumbering(sources: readonly Citation[], most: number): Numbering {
  const numbers = new Map<number, number>()
  return {
    add({ text, cites }) {
      const fresh = cites.filter((n) => !numbers.has(n))
      if (numbers.size + fresh.length > most) return undefined
      for (const n of fresh) numbers.set(n, numbers.size + 1)
      return {
        sentence: { text, cites: cites.map((n) => numbers.get(n)!) },
        citations: fresh.map((n) => ({ ...sources[n - 1]!, n: numbers.get(n)! })),
      }
    },
    renumber: (cites) => cites.flatMap((n) => numbers.get(n) ?? []),
    count: () => numbers.size,
  }
}
