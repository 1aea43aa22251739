// Expands the words of a query to indexed words: the same word, completions of the last one, and corrections of typos.

import type { Pace } from '../../pace.ts'
import type { Numbering } from './numbering.ts'
import type { SortedWords } from './sorted-words.ts'
import { termsIn } from './tokenize.ts'

export interface Vocabulary {
  numbers: Numbering
  /** By word: the number of texts and of labels that have it. */
  live: number[]
  labels: number[]
  all: SortedWords
  ofLabels: SortedWords
}

export interface Expansion {
  term: string
  word: number
  /** 1 for the word itself. */
  weight: number
}

const MOST_WORDS = 16
/** The typo search is the most expensive step. */
const MOST_TYPOS = 4
const MOST_EXPANSIONS = 50
/** The total size in bytes, because expansions are stored in the cursor. */
const MOST_BYTES = 4_500
/** Bytes per word in addition to its text: its weight and punctuation. */
const BYTES_BESIDE = 18
const PREFIX_WEIGHT = 0.7
const TYPO_WEIGHTS = [1, 0.5, 0.3]

/** The expansions of each query word, the word itself first; empty if there are none. */
export async function expandWords(vocabulary: Vocabulary, q: string, pace: Pace): Promise<Expansion[][]> {
  const terms = [...new Set(termsIn(q))].slice(0, MOST_WORDS)
  const isUnfinished = !/\s$/.test(q)
  const expanded: Expansion[][] = []
  let typos = 0
  for (const [i, term] of terms.entries()) {
    const found = foundAsItIs(vocabulary, term, isUnfinished && i === terms.length - 1)
    // A word that appears in labels is taken as correct; any other may be a typo of one that does.
    const isInLabels = found.some(({ word }) => vocabulary.labels[word]! > 0)
    expanded.push(isInLabels || ++typos > MOST_TYPOS ? found : [...found, ...foundDespiteTypos(vocabulary, term)])
    if (pace.isOver()) await pace.rest()
  }
  return withoutExcess(expanded)
}

/** Limits the total size. The words themselves always fit; then the best expansions of each word come first. */
function withoutExcess(expanded: readonly Expansion[][]): Expansion[][] {
  let left = MOST_BYTES
  const kept: Expansion[][] = expanded.map(() => [])
  for (let rank = 0; rank < Math.max(0, ...expanded.map(({ length }) => length)); rank++)
    for (const [i, expansions] of expanded.entries()) {
      const one = expansions[rank]
      if (!one) continue
      left -= Buffer.byteLength(one.term) + BYTES_BESIDE
      if (left >= 0) kept[i]!.push(one)
    }
  return kept
}

/** The word itself, and its completions. */
function foundAsItIs({ numbers, live, all }: Vocabulary, term: string, isUnfinished: boolean): Expansion[] {
  const same = numbers.find(term)
  const found = new Map<string, Expansion>()
  const add = (one: string, weight: number) => {
    const word = numbers.find(one)!
    if (live[word]! > 0 && !found.has(one)) found.set(one, { term: one, word, weight })
  }
  if (same !== undefined) add(term, 1)
  if (isUnfinished && term.length > 1) {
    const begun = all.beginningWith(term).filter((one) => live[numbers.find(one)!]! > 0)
    const usual = begun.toSorted((a, b) => live[numbers.find(b)!]! - live[numbers.find(a)!]! || (a < b ? -1 : 1))
    for (const one of usual.slice(0, MOST_EXPANSIONS)) add(one, PREFIX_WEIGHT)
  }
  return [...found.values()]
}

function foundDespiteTypos({ numbers, labels, ofLabels }: Vocabulary, term: string): Expansion[] {
  const edits = allowedEdits(term)
  if (edits === 0) return []
  return ofLabels
    .near(term, edits)
    .map(([one, count]) => ({ term: one, word: numbers.find(one)!, weight: TYPO_WEIGHTS[count]! }))
    .filter(({ word }) => labels[word]! > 0)
    .toSorted((a, b) => b.weight - a.weight || labels[b.word]! - labels[a.word]! || (a.term < b.term ? -1 : 1))
    .slice(0, MOST_EXPANSIONS)
}

/** None for short words, which have too many neighbors, and for numbers. */
function allowedEdits(term: string): number {
  if (term.length < 4 || /^\d+$/.test(term)) return 0
  return term.length < 8 ? 1 : 2
}
