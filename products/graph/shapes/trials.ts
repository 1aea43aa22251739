// Transactions that may be tried again while their change is validated apart (trial.ts). Others of the workspace may
// come between, and then it was in vain: from the second time on they wait behind it, in this process.
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { type Gates, openGates } from '../statements/gates.ts'
import type { Tables } from '../tables.ts'
import { timeOf } from './check-turtle.ts'
import { busy, openSlow, setTrial, TakesLong, type Trial } from './trial.ts'
import { validateApart } from './validate-apart.ts'

export interface Trials {
  /** For who makes the same change in several transactions. */
  open(caller: Caller, limits?: { timeoutMs?: number; signal?: AbortSignal }): Trial
  /** As `transact`. `work` is begun again from its beginning. */
  transact<T>(caller: Caller, work: Work<T>, trial?: Trial): Promise<T>
  /** The same for who has something to do before each of the transactions, and passes the gates by itself. */
  repeat<T>(caller: Caller, trial: Trial, once: (begin: <U>(work: Work<U>) => Promise<U>) => Promise<T>): Promise<T>
}

type Work<T> = (tx: Db<Tables>) => Promise<T>

interface Turn {
  /** Then those wait as well that need no validation. */
  isClosed: boolean
  over: Promise<void>
  end(): void
}

export function openTrials(deps: Pick<Graph, 'db' | 'enforcers'>, gates: Gates = openGates()): Trials {
  const slow = openSlow()
  /** By workspace: whose change is validated apart. */
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
      // Who is in the way has no more time than this one, and began to use it earlier.
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
            await validateApart(deps, caller, trial, error.asked)
          }
        }
      } finally {
        mine?.end()
      }
    },
  }
  return trials
}

/** Until it is over, or the time. */
function within(ms: number, over: Promise<void>): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  return Promise.race([over, promise]).finally(() => clearTimeout(timer))
}
