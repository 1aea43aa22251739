// Counts for one document, and which of its claims are right.
import type { Prediction } from './gold.ts'

export interface Tally {
  counts: Map<string, number>
  errors: [kind: string, got: string, want: string][]
  /** Leaves out claims that are neither right nor wrong. */
  verdicts: Map<Prediction, boolean>
}

export function newTally(): Tally {
  return { counts: new Map(), errors: [], verdicts: new Map() }
}

export function count(tally: Tally, key: string, by = 1): void {
  tally.counts.set(key, (tally.counts.get(key) ?? 0) + by)
}

/** Increments `key_of`, and `key_ok` if the result is as expected. */
export function countShare(tally: Tally, key: string, ok: boolean): void {
  count(tally, `${key}_of`)
  count(tally, `${key}_ok`, Number(ok))
}

export function countWrong(tally: Tally, key: string, kind: string, got: string, want = ''): void {
  count(tally, key)
  tally.errors.push([kind, got, want])
}
