// Is it likely that the vendor has changed its page, or has something else answered in its place? Soft 404s and
// challenge pages are told apart before anything is extracted; here stand size and what would be lost.
import type { Change } from './change.ts'
import { isRemoval } from './change.ts'

const SMALLEST = 0.3
const LARGEST = 3
const GONE = 0.5
/** One claim of one, gone, is a change like any other. */
const LEAST_GONE = 2

/** Why a fetch is not believed at once; '' where it is. */
export function doubtOf(fetch: {
  kind: string
  chars: number
  /** Of the last good fetches. */
  before: readonly number[]
  /** How many claims the page had that mean something. */
  claims: number
  changes: readonly Change[]
}): '' | 'size' | 'mass_removal' {
  // A status page grows and shrinks by the hour; that is what it is for.
  if (fetch.kind === 'status' || fetch.changes.length === 0) return ''
  const gone = fetch.changes.filter(isRemoval).length
  if (gone >= LEAST_GONE && gone > fetch.claims * GONE) return 'mass_removal'
  return isOfSize(fetch.chars, fetch.before) ? '' : 'size'
}

export function isOfSize(chars: number, before: readonly number[]): boolean {
  const middle = median(before)
  return middle === 0 || (chars >= SMALLEST * middle && chars <= LARGEST * middle)
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  return (sorted.length % 2 === 1 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2) ?? 0
}
