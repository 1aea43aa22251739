// Citations numbered as they are first used, up to as many as are wanted. Pure.
import type { Citation } from '@veritrace/contract/casework/shapes'
import type { Sentence } from './check.ts'

interface Numbered {
  sentences: Sentence[]
  citations: Citation[]
  /** Sentences were left out because their citations were too many. */
  isCut: boolean
  renumber(cites: readonly number[]): number[]
}

export function numbered(sentences: readonly Sentence[], sources: readonly Citation[], most: number): Numbered {
  const numbers = new Map<number, number>()
  const kept = sentences.flatMap((sentence) => {
    const fresh = sentence.cites.filter((n) => !numbers.has(n))
    if (numbers.size + fresh.length > most) return []
    for (const n of fresh) numbers.set(n, numbers.size + 1)
    return { text: sentence.text, cites: sentence.cites.map((n) => numbers.get(n)!) }
  })
  return {
    sentences: kept,
    citations: [...numbers].map(([source, n]) => ({ ...sources[source - 1]!, n })),
    isCut: kept.length < sentences.length,
    renumber: (cites) => cites.flatMap((n) => numbers.get(n) ?? []),
  }
}
