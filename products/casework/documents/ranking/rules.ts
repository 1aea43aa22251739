// Okapi BM25, highlights and snippets. Pure. The database computes the same scores for passages (../passage-store.ts);
// this code ranks small numbers of texts in memory.

import { wholeFrom } from '@veritrace/platform/text'
import { countTerms, termsOf, tokensOf } from '../terms/rules.ts'

export const K1 = 1.2
export const B = 0.75

export type Span = [start: number, end: number]

/** Inverse document frequency: high for a rare term, always positive. */
const idfOf = (texts: number, having: number): number => Math.log(1 + (texts - having + 0.5) / (having + 0.5))

const weightOf = (count: number, words: number, mean: number): number =>
  (count * (K1 + 1)) / (count + K1 * (1 - B + (B * words) / mean))

export interface Ranked<T> {
  item: T
  score: number
  /** The share of the query terms, by weight, that the text contains: 0 to 1. */
  coverage: number
}

/** Best first, only texts that contain any of the terms. Equal scores keep the given order. */
export function rankTexts<T>(items: readonly T[], textOf: (item: T) => string, q: string): Ranked<T>[] {
  const asked = termsOf(q)
  if (asked.length === 0 || items.length === 0) return []
  const counted = items.map((item) => {
    const { terms, counts, words } = countTerms(textOf(item))
    return { item, words, countOf: new Map(terms.map((term, place) => [term, counts[place]!])) }
  })
  const mean = counted.reduce((sum, { words }) => sum + words, 0) / counted.length
  const idfs = asked.map((term) => idfOf(counted.length, counted.filter(({ countOf }) => countOf.has(term)).length))
  const whole = idfs.reduce((sum, idf) => sum + idf, 0)
  return counted
    .map(({ item, words, countOf }) => {
      let score = 0
      let covered = 0
      for (const [place, term] of asked.entries()) {
        const count = countOf.get(term)
        if (count === undefined) continue
        score += idfs[place]! * weightOf(count, words, mean)
        covered += idfs[place]!
      }
      return { item, score, coverage: covered / whole }
    })
    .filter(({ score }) => score > 0)
    .toSorted((one, other) => other.score - one.score)
}

/** Positions of the query terms. A whole name wins over its parts. */
export function highlightsOf(text: string, asked: ReadonlySet<string>): Span[] {
  const spans: Span[] = []
  for (const { term, start, end } of tokensOf(text)) {
    const last = spans.at(-1)
    if (asked.has(term) && (!last || start >= last[1])) spans.push([start, end])
  }
  return spans
}

const SNIPPET = 280
/** The length of the context shown before the first match. */
const LEAD = 60

/** The part of a passage with the most matches, cut between words. */
export function snippetOf(text: string, highlights: readonly Span[]): { text: string; highlights: Span[] } {
  if (text.length <= SNIPPET) return { text, highlights: [...highlights] }
  const from = startOfSnippet(text, highlights)
  const to = from + SNIPPET >= text.length ? text.length : wordEnd(text, from + SNIPPET)
  const shown = highlights
    .filter(([start, end]) => start >= from && end <= to)
    .map(([start, end]): Span => [start - from, end - from])
  return { text: text.slice(from, to), highlights: shown }
}

function startOfSnippet(text: string, highlights: readonly Span[]): number {
  let best = { at: 0, found: 0 }
  for (const [start] of highlights) {
    const found = highlights.filter(([from, to]) => from >= start && to <= start - LEAD + SNIPPET).length
    if (found > best.found) best = { at: start, found }
  }
  const at = Math.max(0, Math.min(best.at - LEAD, text.length - SNIPPET))
  if (at === 0) return 0
  const gap = text.slice(at, at + LEAD).search(/\s/)
  return gap < 0 ? wholeFrom(text, at) : Math.min(at + gap + 1, best.at)
}

function wordEnd(text: string, at: number): number {
  const gap = text.lastIndexOf(' ', at)
  return gap > at - LEAD ? gap : wholeFrom(text, at)
}
