// Converts text into search terms, in the same way for documents and queries. Pure.
import { STOP_WORDS } from './stop-words/rules.ts'

export interface Token {
  term: string
  start: number
  end: number
  /** True for a part of a longer name that is a token too. */
  isPart?: true
}

/** Longer tokens are not words. */
const MAX_LENGTH = 80
const WORD = /[\p{L}\p{N}\p{M}]+(?:_[\p{L}\p{N}\p{M}]+)*/gu
const MARKS = /\p{M}/gu

/** `CL_BCS_MAIL` is one term, and so is each of its parts. Stop words are left out. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    if (word.length > MAX_LENGTH) continue
    const folded = fold(word)
    if (!folded.includes('_')) {
      if (!STOP_WORDS.has(folded)) yield { term: stem(folded), start, end: start + word.length }
      continue
    }
    yield { term: folded, start, end: start + word.length }
    let at = start
    for (const part of word.split('_')) {
      if (part.length > 1) yield { term: stem(fold(part)), start: at, end: at + part.length, isPart: true }
      at += part.length + 1
    }
  }
}

/** Each term once, in text order. */
export const termsOf = (text: string): string[] => [...new Set([...tokensOf(text)].map(({ term }) => term))]

export interface Counted {
  terms: string[]
  counts: number[]
  /** The length of the text for ranking, in which a name counts as one word. */
  words: number
}

/** The terms of a text with their counts. Each term of the `headings` above it is counted once. */
export function countTerms(text: string, headings = ''): Counted {
  const counts = new Map<string, number>()
  let words = 0
  for (const { term, isPart } of tokensOf(text)) {
    counts.set(term, Math.min((counts.get(term) ?? 0) + 1, MAX_COUNTED))
    if (!isPart) words++
  }
  for (const term of termsOf(headings)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const terms = [...counts.keys()].sort()
  return { terms, counts: terms.map((term) => counts.get(term)!), words: Math.max(words, 1) }
}
const MAX_COUNTED = 30_000

/** Removes case and accents. */
const fold = (word: string): string => word.normalize('NFKD').replace(MARKS, '').toLowerCase()

/** Removes common English endings of plurals and verbs; the stem may not be a word. */
export function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word
  return withoutE(withoutVerb(withoutPlural(word)))
}

function withoutPlural(word: string): string {
  if (word.endsWith('ies')) return word.length > 4 ? `${word.slice(0, -3)}y` : word
  if (/(?:ss|x|ch|sh)es$/.test(word)) return word.slice(0, -2)
  return /[^suia]s$/.test(word) ? word.slice(0, -1) : word
}

function withoutVerb(word: string): string {
  const rest = word.match(/^(.*[aeiouy].*)(?:ing|ed)$/)?.[1]
  if (!rest || rest.length < 3) return word
  // wrapped becomes wrap, but called becomes call.
  return /([^aeiouylsz])\1$/.test(rest) ? rest.slice(0, -1) : rest
}

const withoutE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)
