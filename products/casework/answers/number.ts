// Numbers citations in the order of use, up to a limit. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { Sentence } from './check.ts'

export interface Numbering {
  /** The renumbered sentence and its new citations; undefined if these would exceed the limit. */
  add(sentence: Sentence): { sentence: Sentence; citations: Citation[] } | undefined
  renumber(cites: readonly number[]): number[]
  /** The number of citations so far. */
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
