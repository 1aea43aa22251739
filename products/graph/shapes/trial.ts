// A long validation must not keep a transaction open: on the embedded database everyone waits for it, elsewhere the
// workspace does. The change is rolled back, validated outside a transaction, and then repeated with the verdict, which
// is valid if nothing relevant has changed in between (docs/adr/0047).
import { createHash } from 'node:crypto'
import type { Db } from '@veritrace/platform/db/db'
import { AppError } from '@veritrace/platform/errors'
import type { Tables } from '../tables.ts'
import type { Candidate, Change } from './candidate.ts'
import type { Replies } from './threads/messages.ts'

/** A validation to run outside a transaction. */
export interface ValidationTask {
  key: string
  digest: string
  candidate: Candidate
  /** The shapes as seen by the transaction, because a shape that is about to be enforced is not committed yet. */
  turtle: string[]
}

/** The result of such a validation, with the digest of its lines and the state of the workspace. */
export interface Verdict {
  digest: string
  seq: number
  found: Replies['validate']
}

/** The attempts to make one change: verdicts by key, and the number of rounds for each. */
export interface Trial {
  verdicts: Map<string, Verdict>
  rounds: Map<string, number>
  /** Remaining time for all its validations. */
  leftMs: number
  signal: AbortSignal | undefined
  slow: Slow
}

/** Keys whose last validation was slow: no transaction waits for them again. */
interface Slow {
  has(key: string): boolean
  add(key: string): void
  delete(key: string): void
}

/** A forgotten key keeps one more transaction open until its time limit. */
const MOST_SLOW = 1_000

export function openSlow(): Slow {
  const keys = new Set<string>()
  return {
    has: (key) => keys.has(key),
    add: (key) => {
      keys.add(key)
      if (keys.size > MOST_SLOW) keys.delete(keys.values().next().value!)
    },
    delete: (key) => keys.delete(key),
  }
}

/** Thrown in a transaction to roll it back. */
export class TakesLong extends Error {
  readonly asked: ValidationTask
  constructor(asked: ValidationTask) {
    super('The validation takes too long for a transaction.')
    this.asked = asked
  }
}

const trials = new WeakMap<object, Trial>()
/** Undefined in a transaction that is not repeated. */
export const trialOf = (tx: Db<Tables>): Trial | undefined => trials.get(tx)
export const setTrial = (tx: Db<Tables>, trial: Trial): unknown => trials.set(tx, trial)

/** Independent of the order of the lines. */
export function digestOf({ added, removed }: Change): string {
  const hash = createHash('sha256')
  for (const lines of [added, removed]) hash.update(`${lines.length}\n${lines.toSorted().join('\n')}\n`)
  return hash.digest('base64')
}

export const busy = (): AppError =>
  new AppError('unavailable', 'Other changes interfered with this validation. Try again.', {}, { 'retry-after': '1' })
