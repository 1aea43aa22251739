// Ranks names by how well they match a query, with tolerance for typos. Pure.

export interface Candidate {
  title: string
  /** Other names: a domain, aliases, a slug. */
  words: string
}

/** Matching candidates, the best first. Equal ones keep their order. */
export function ranked<T extends Candidate>(query: string, candidates: readonly T[], limit: number): T[] {
  return candidates
    .map((candidate) => ({ candidate, fit: fitOf(query, candidate) }))
    .filter(({ fit }) => fit > 0)
    .toSorted((a, b) => b.fit - a.fit)
    .slice(0, limit)
    .map(({ candidate }) => candidate)
}

/** 0 for no match. The title counts more than other names, and a complete match more than a partial one. */
export function fitOf(query: string, { title, words }: Candidate): number {
  const asked = plain(query)
  const name = plain(title)
  if (asked === '') return 0
  if (name === asked) return 100
  if (name.startsWith(asked)) return 90
  const others = `${name} ${plain(words)}`.split(' ')
  const parts = asked.split(' ').map((part) => bestOf(part, name.split(' '), others))
  // Every word of the query must match.
  return Math.min(...parts) === 0 ? 0 : parts.reduce((sum, part) => sum + part, 0) / parts.length
}

function bestOf(part: string, names: readonly string[], others: readonly string[]): number {
  if (names.includes(part)) return 80
  if (others.includes(part)) return 70
  if (names.some((word) => word.startsWith(part))) return 60
  if (others.some((word) => word.startsWith(part))) return 50
  if (others.some((word) => word.includes(part))) return 40
  const slips = Math.min(...others.map((word) => slipsToBeginning(part, word)))
  return slips <= allowedSlips(part) ? 30 - 10 * (slips - 1) : 0
}

/** Short words allow no typos, because each typo makes another word. */
const allowedSlips = (part: string): number => (part.length < 4 ? 0 : part.length < 8 ? 1 : 2)

/** Typos against the whole word, or against its start if the user is still typing. */
function slipsToBeginning(part: string, word: string): number {
  const lengths = [word.length, part.length - 1, part.length, part.length + 1]
  return Math.min(...lengths.filter((length) => length > 0).map((length) => slips(part, word.slice(0, length))))
}

const MOST_LETTERS = 64

/** Counts characters that are wrong, missing, extra or swapped (Damerau, optimal string alignment). */
export function slips(one: string, other: string): number {
  const [a, b] = [one.slice(0, MOST_LETTERS), other.slice(0, MOST_LETTERS)]
  let [older, above]: number[][] = [[], Array.from({ length: b.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(above![j]! + 1, row[j - 1]! + 1, above![j - 1]! + (same ? 0 : 1))
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) row[j] = Math.min(row[j]!, older![j - 2]! + 1)
    }
    older = above
    above = row
  }
  return above!.at(-1)!
}

/** Ignores accents, case and punctuation. */
export const plain = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
