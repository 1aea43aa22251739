// A validation that takes long must not keep a transaction open: on the embedded database everybody waits for that,
// elsewhere the workspace does. Its change is undone, validated apart from any transaction, and made again with the
// verdict, which counts where nothing has changed since that it was made from (docs/adr/0047).
import { createHash } from 'node:crypto'
import type { Db } from '@veritrace/platform/db/db'
import { AppError } from '@veritrace/platform/errors'
import type { Tables } from '../tables.ts'
import type { Replies } from './threads/messages.ts'
import type { Change, Tried } from './tried.ts'

/** What is to be found out apart. */
export interface Asked {
  key: string
  digest: string
  tried: Tried
  /** The shapes as they were in the transaction; one that begins to be enforced is nowhere else. */
  turtle: string[]
}

/** What was found apart: for which lines, and in which state of the workspace. */
export interface Verdict {
  digest: string
  seq: number
  found: Replies['validate']
}

/** The tries of one change, until it is committed or refused: verdicts by key, and how often each was sought. */
export interface Trial {
  verdicts: Map<string, Verdict>
  rounds: Map<string, number>
  /** Of the time that its validations may take together. */
  leftMs: number
  signal: AbortSignal | undefined
  slow: Slow
}

/** What took long when it was last validated: no transaction waits for it again. */
interface Slow {
  has(key: string): boolean
  add(key: string): void
  delete(key: string): void
}

/** Those that are forgotten keep one more transaction open for the time it may take. */
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

/** Thrown out of a transaction, which is undone by it. */
export class TakesLong extends Error {
  readonly asked: Asked
  constructor(asked: Asked) {
    super('The validation takes longer than a transaction may.')
    this.asked = asked
  }
}

const trials = new WeakMap<object, Trial>()
/** Undefined in a transaction that nobody would begin again. */
export const trialOf = (tx: Db<Tables>): Trial | undefined => trials.get(tx)
export const setTrial = (tx: Db<Tables>, trial: Trial): unknown => trials.set(tx, trial)

/** The same for the same lines in another order. */
export function digestOf({ added, removed }: Change): string {
  const hash = createHash('sha256')
  for (const lines of [added, removed]) hash.update(`${lines.length}\n${lines.toSorted().join('\n')}\n`)
  return hash.digest('base64')
}

export const busy = (): AppError =>
  new AppError('unavailable', 'Others change the graph while this is validated; try again.', {}, { 'retry-after': '1' })
