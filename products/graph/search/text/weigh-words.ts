// What the words of a query are worth, as a search sees the texts. BM25 asks how rare a word is and how long texts are,
// and every write changes that: pages that are read one after the other keep the numbers of the first, in their cursor.
import type { Expansion } from './expand-words.ts'

export interface View {
  /** The change up to which statements are seen. */
  seq: number
  meanLength: number
  /** For each word of the query what stands for it. */
  words: { term: string; worth: number }[][]
}

interface Texts {
  seq: number
  texts: number
  length: number
  /** By word: in how many texts it is. */
  live: readonly number[]
}

export function weighWords(expanded: readonly (readonly Expansion[])[], { seq, texts, length, live }: Texts): View {
  const rarity = ({ word }: Expansion) => Math.log(1 + (texts - live[word]! + 0.5) / (live[word]! + 0.5))
  return {
    seq,
    meanLength: short(length / Math.max(1, texts)) || 1,
    words: expanded.map((expansions) => {
      const exact = expansions[0]?.weight === 1 ? expansions[0] : undefined
      // A rare word that only begins alike is not worth more than the word itself.
      const idf = (one: Expansion) => (exact ? Math.min(rarity(one), rarity(exact)) : rarity(one))
      return expansions.map((one) => ({ term: one.term, worth: short(one.weight * idf(one)) }))
    }),
  }
}

/** With few digits, so that a cursor has room for many words; from the first page on, so that all pages count alike. */
const short = (number: number): number => Number(number.toPrecision(5))
