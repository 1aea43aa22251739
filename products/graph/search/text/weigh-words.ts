// The weights of query words. BM25 depends on word rarity and text length, which every write changes, so the cursor
// keeps the values of the first page for all later pages.
import type { Expansion } from './expand-words.ts'

export interface View {
  /** Statements up to this change are counted. */
  seq: number
  meanLength: number
  /** The expansions of each query word. */
  words: { term: string; worth: number }[][]
}

interface Texts {
  seq: number
  texts: number
  length: number
  /** By word: the number of texts that have it. */
  live: readonly number[]
}

export function weighWords(expanded: readonly (readonly Expansion[])[], { seq, texts, length, live }: Texts): View {
  const rarity = ({ word }: Expansion) => Math.log(1 + (texts - live[word]! + 0.5) / (live[word]! + 0.5))
  return {
    seq,
    meanLength: short(length / Math.max(1, texts)) || 1,
    words: expanded.map((expansions) => {
      const exact = expansions[0]?.weight === 1 ? expansions[0] : undefined
      // A rare completion must not outweigh the word itself.
      const idf = (one: Expansion) => (exact ? Math.min(rarity(one), rarity(exact)) : rarity(one))
      return expansions.map((one) => ({ term: one.term, worth: short(one.weight * idf(one)) }))
    }),
  }
}

/** Rounds, so that a cursor has room for many words. The first page rounds, too, so that all pages agree. */
const short = (number: number): number => Number(number.toPrecision(5))
