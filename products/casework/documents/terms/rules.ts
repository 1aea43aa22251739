// Text to the terms that are searched for: the same for documents and for questions. Pure.
import { STOP_WORDS } from './stop-words/rules.ts'

export interface Token {
  term: string
  start: number
  end: number
  /** Of a longer name that is a token as well. */
  isPart?: true
}

/** Longer ones are no words. */
const LONGEST = 80
const WORD = /[\p{L}\p{N}\p{M}]+(?:_[\p{L}\p{N}\p{M}]+)*/gu
const MARKS = /\p{M}/gu

/** `CL_BCS_MAIL` is one term, and so is each of its parts. Words that say nothing are left out. */
export function* tokensOf(text: string): Generator<Token> {
  for (const { 0: word, index: start } of text.matchAll(WORD)) {
    if (word.length > LONGEST) continue
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

/** Each term once, in the order of the text. */
export const termsOf = (text: string): string[] => [...new Set([...tokensOf(text)].map(({ term }) => term))]

export interface Counted {
  terms: string[]
  counts: number[]
  /** How long it is, for those who weigh terms: names count once. */
  words: number
}

/** What a text is found by. Of `headings`, what stands above it, each term counts once. */
export function countTerms(text: string, headings = ''): Counted {
  const counts = new Map<string, number>()
  let words = 0
  for (const { term, isPart } of tokensOf(text)) {
    counts.set(term, Math.min((counts.get(term) ?? 0) + 1, MOST_COUNTED))
    if (!isPart) words++
  }
  for (const term of termsOf(headings)) counts.set(term, (counts.get(term) ?? 0) + 1)
  const terms = [...counts.keys()].sort()
  return { terms, counts: terms.map((term) => counts.get(term)!), words: Math.max(words, 1) }
}
const MOST_COUNTED = 30_000

/** Without case and accents. */
const fold = (word: string): string => word.normalize('NFKD').replace(MARKS, '').toLowerCase()

/** English endings of the kind that plurals and verbs have; what is left need not be a word. */
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
  // wrapped: wrap; but called: call.
  return /([^aeiouylsz])\1$/.test(rest) ? rest.slice(0, -1) : rest
}

const withoutE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)
