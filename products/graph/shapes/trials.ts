// Transactions that may be repeated while their change is validated outside of them (trial.ts). Other writers may
// interfere, which makes a round useless: from the second round on they wait, within this process.

import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { type Gates, openGates } from '../statements/gates.ts'
import type { Tables } from '../tables.ts'
import { timeOf } from './check-turtle.ts'
import { busy, openSlow, setTrial, TakesLong, type Trial } from './trial.ts'
import { validateOutside } from './validate-outside.ts'

export interface Trials {
  /** For callers that make the same change in several transactions. */
  open(caller: Caller, limits?: { timeoutMs?: number; signal?: AbortSignal }): Trial
  /** Like `transact`, but `work` may run several times. */
  transact<T>(caller: Caller, work: Work<T>, trial?: Trial): Promise<T>
  /** Like `transact`, for callers that have work to do before each transaction and use the gates themselves. */
  repeat<T>(caller: Caller, trial: Trial, once: (begin: <U>(work: Work<U>) => Promise<U>) => Promise<T>): Promise<T>
}

type Work<T> = (tx: Db<Tables>) => Promise<T>

interface Turn {
  /** If true, even writers that need no validation wait. */
  isClosed: boolean
  over: Promise<void>
  end(): void
}

export function openTrials(deps: Pick<Graph, 'db' | 'enforcers'>, gates: Gates = openGates()): Trials {
  const slow = openSlow()
  /** By workspace: the change that is being validated outside a transaction. */
  const turns = new Map<string, Turn>()

  function take(workspace: string): Turn {
    const { promise: over, resolve } = Promise.withResolvers<void>()
    const end = (): void => {
      turns.delete(workspace)
      resolve()
    }
    const turn = { isClosed: false, over, end }
    turns.set(workspace, turn)
    return turn
  }

  async function waitWhile(workspace: string, isInTheWay: (turn: Turn) => boolean, longestMs: number): Promise<void> {
    const end = performance.now() + longestMs
    for (let turn = turns.get(workspace); turn && isInTheWay(turn); turn = turns.get(workspace)) {
      const leftMs = end - performance.now()
      if (leftMs <= 0) throw busy()
      await within(leftMs, turn.over)
    }
  }

  const open: Trials['open'] = (caller, { timeoutMs = timeOf(caller), signal } = {}) => ({
    verdicts: new Map(),
    rounds: new Map(),
    leftMs: timeoutMs,
    signal,
    slow,
  })

  const trials: Trials = {
    open,
    transact: (caller, work, trial = open(caller)) =>
      trials.repeat(caller, trial, (begin) => gates.pass(caller, () => begin(work))),
    async repeat(caller, trial, once) {
      const begin = <U>(work: Work<U>): Promise<U> =>
        transact(deps.db, (tx) => {
          setTrial(tx, trial)
          return work(tx)
        })
      const workspace = `${caller.tenant} ${caller.workspace}`
      // The change ahead has the same time limit and started earlier.
      const longestMs = timeOf(caller)
      let mine: Turn | undefined
      try {
        await waitWhile(workspace, ({ isClosed }) => isClosed, longestMs)
        for (;;) {
          try {
            return await once(begin)
          } catch (error) {
            if (!(error instanceof TakesLong)) throw error
            if (!mine) {
              await waitWhile(workspace, () => true, longestMs)
              mine = take(workspace)
            }
            const { key } = error.asked
            const round = trial.rounds.get(key) ?? 0
            mine.isClosed ||= round > 0
            trial.rounds.set(key, round + 1)
            await validateOutside(deps, caller, trial, error.asked)
          }
        }
      } finally {
        mine?.end()
      }
    },
  }
  return trials
}

/** Waits until the promise settles or the time is up. */
function within(ms: number, over: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([over, promise]).finally(() => clearTimeout(timer))
}
