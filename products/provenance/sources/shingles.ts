// Similarity of two pages: hashes of runs of three words, computed in one pass without the markup.

export interface Shingles {
  words: number
  runs: ReadonlySet<number>
}

const MOST_CHARACTERS = 1_000_000

export function shinglesOf(markup: string): Shingles {
  const runs = new Set<number>()
  const words = walk(markup, (run) => runs.add(run))
  return { words, runs }
}

/** Counts words, up to `most`. */
export const countWords = (markup: string, most: number): number => walk(markup, undefined, most)

function walk(markup: string, visit: ((run: number) => void) | undefined, most = Number.POSITIVE_INFINITY): number {
  const end = Math.min(markup.length, MOST_CHARACTERS)
  let words = 0
  let hash = 0
  let before = 0
  let beforeThat = 0
  for (let at = 0; at <= end; at++) {
    const code = at < end ? markup.charCodeAt(at) : 0
    if (isLetter(code)) {
      // FNV-1a of the text with A-Z in lower case.
      hash = Math.imul((hash || OFFSET) ^ (code < 128 ? code | 32 : code), 16_777_619)
      continue
    }
    if (hash !== 0) {
      words++
      if (words === most) break
      if (visit && words > 2) visit((Math.imul(Math.imul(beforeThat, 31) + before, 31) + hash) | 0)
      beforeThat = before
      before = hash
      hash = 0
    }
    if (code === LESS) at = endOfTag(markup, at)
  }
  return words
}

const OFFSET = 0x811c9dc5
const LESS = 60

const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || (code >= 48 && code <= 57) || code > 191

/** Skips the tag, and elements whose content is not visible. */
function endOfTag(markup: string, at: number): number {
  const next = markup.charCodeAt(at + 1) | 32
  // A less-than sign in text, not a tag.
  if (!((next >= 97 && next <= 122) || next === 47 || next === 33 || next === 63)) return at
  const unseen =
    next === 115 || next === 116 || next === 110 ? UNSEEN.find((name) => isTag(markup, at, name)) : undefined
  if (unseen) return closing(markup, at, `</${unseen}`)
  return markup.startsWith('<!--', at) ? closing(markup, at, '-->') : closing(markup, at, '>')
}

const UNSEEN = ['script', 'style', 'svg', 'template', 'noscript']

const isTag = (markup: string, at: number, name: string): boolean =>
  markup.slice(at + 1, at + 1 + name.length).toLowerCase() === name &&
  !isLetter(markup.charCodeAt(at + 1 + name.length))

function closing(markup: string, at: number, mark: string): number {
  const found = markup.indexOf(mark, at + 1)
  return found < 0 ? markup.length : found + mark.length - 1
}

/** Jaccard similarity, from 0 to 1. */
export function similarity(one: Shingles, other: Shingles): number {
  const shared = sharedRuns(one, other)
  const all = one.runs.size + other.runs.size - shared
  return all === 0 ? (one.words === other.words ? 1 : 0) : shared / all
}

/** The share of the first that is also in the second, from 0 to 1. */
export const shareOf = (one: Shingles, other: Shingles): number =>
  one.runs.size === 0 ? 0 : sharedRuns(one, other) / one.runs.size

function sharedRuns(one: Shingles, other: Shingles): number {
  const [small, large] = one.runs.size < other.runs.size ? [one, other] : [other, one]
  let shared = 0
  for (const run of small.runs) if (large.runs.has(run)) shared++
  return shared
}
