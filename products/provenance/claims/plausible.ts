// Decides whether a changed page is plausible, or whether something else answered in its place. Soft 404s and challenge
// pages are recognized before extraction; this file checks the size and the share of lost claims.
import type { Change } from './change.ts'
import { isRemoval } from './change.ts'

const SMALLEST = 0.3
const LARGEST = 3
const GONE = 0.5
/** A single lost claim is always plausible. */
const LEAST_GONE = 2

/** Why a fetch needs confirmation by the next one; '' if it is accepted. */
export function doubtOf(fetch: {
  kind: string
  chars: number
  /** Text lengths of the last accepted fetches. */
  before: readonly number[]
  /** Number of the page's claims before, without background ones. */
  claims: number
  changes: readonly Change[]
}): '' | 'size' | 'mass_removal' {
  // A status page may change its size every hour.
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
