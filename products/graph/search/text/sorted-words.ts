// A growing, sorted set of words with prefix search and typo search.

export interface SortedWords {
  /** Add each word only once. */
  add(word: string): void
  beginningWith(prefix: string): string[]
  /** Words within this edit distance (insert, delete, replace, transpose), with their distance. */
  near(word: string, edits: number): [word: string, edits: number][]
}

/** New words stay unsorted until there are this many. */
const MOST_FRESH = 2_000

export function sortedWords(): SortedWords {
  let sorted: string[] = []
  let fresh: string[] = []

  function settle(): void {
    sorted = merge(sorted, fresh.toSorted(inOrder))
    fresh = []
  }

  return {
    add(word) {
      fresh.push(word)
      // While loading, merges become rarer as the set grows.
      if (fresh.length > Math.max(MOST_FRESH, sorted.length / 4)) settle()
    },
    beginningWith(prefix) {
      if (fresh.length > MOST_FRESH) settle()
      const from = lowerBound(sorted, prefix)
      const to = endOfPrefix(sorted, from, prefix)
      return [...sorted.slice(from, to), ...fresh.filter((word) => word.startsWith(prefix))]
    },
    near(word, edits) {
      if (fresh.length > MOST_FRESH) settle()
      return [...nearIn(sorted, word, edits), ...fresh.flatMap((one) => nearIn([one], word, edits))]
    },
  }
}

const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

function merge(a: readonly string[], b: readonly string[]): string[] {
  const all: string[] = []
  let i = 0
  for (const word of b) {
    while (i < a.length && a[i]! < word) all.push(a[i++]!)
    all.push(word)
  }
  while (i < a.length) all.push(a[i++]!)
  return all
}

function lowerBound(words: readonly string[], word: string): number {
  let [low, high] = [0, words.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]! < word) low = middle + 1
    else high = middle
  }
  return low
}

/** The end of the range of words with the prefix, which starts at `from`. */
function endOfPrefix(words: readonly string[], from: number, prefix: string): number {
  let step = 1
  let low = from
  while (low + step < words.length && words[low + step]!.startsWith(prefix)) {
    low += step
    step *= 2
  }
  let high = Math.min(words.length, low + step)
  while (low < high) {
    const middle = (low + high) >> 1
    if (words[middle]!.startsWith(prefix)) low = middle + 1
    else high = middle
  }
  return low
}

/**
 * Walks the sorted words like a prefix tree: words with a common prefix share rows of the edit distance table, and if a
 * prefix is already too distant, all of its words are skipped.
 */
function nearIn(words: readonly string[], word: string, edits: number): [string, number][] {
  const found: [string, number][] = []
  const deepest = word.length + edits
  const rows = Array.from({ length: deepest + 1 }, () => new Uint8Array(word.length + 1))
  rows[0]!.forEach((_, j) => {
    rows[0]![j] = j
  })
  let before = ''
  let at = 0
  while (at < words.length) {
    const candidate = words[at]!
    let depth = sharedLength(before, candidate)
    let least = 0
    before = candidate
    while (depth < candidate.length && depth < deepest && least <= edits)
      least = fillRow(rows, candidate, depth++, word)
    if (depth < candidate.length) {
      before = candidate.slice(0, depth)
      at = endOfPrefix(words, at, before)
      continue
    }
    const needed = rows[depth]![word.length]!
    if (needed <= edits) found.push([candidate, needed])
    at++
  }
  return found
}

/** Fills the row after `depth` and returns its minimum. */
function fillRow(rows: readonly Uint8Array[], candidate: string, depth: number, word: string): number {
  const above = rows[depth]!
  const row = rows[depth + 1]!
  const char = candidate.charCodeAt(depth)
  const charBefore = depth > 0 ? candidate.charCodeAt(depth - 1) : -1
  row[0] = depth + 1
  let lowest = depth + 1
  for (let j = 1; j <= word.length; j++) {
    let least = above[j - 1]! + (char === word.charCodeAt(j - 1) ? 0 : 1)
    if (above[j]! + 1 < least) least = above[j]! + 1
    if (row[j - 1]! + 1 < least) least = row[j - 1]! + 1
    const isSwapped = j > 1 && char === word.charCodeAt(j - 2) && charBefore === word.charCodeAt(j - 1)
    if (isSwapped && rows[depth - 1]![j - 2]! + 1 < least) least = rows[depth - 1]![j - 2]! + 1
    row[j] = least
    if (least < lowest) lowest = least
  }
  return lowest
}

function sharedLength(a: string, b: string): number {
  let length = 0
  while (length < a.length && length < b.length && a[length] === b[length]) length++
  return length
}
