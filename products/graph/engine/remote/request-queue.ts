// The request queue of one workspace on the server: queries run concurrently, changes run alone and in order. Each
// query sees a complete and current projection from start to end.
import type { Log } from '@veritrace/platform/log'
import { type Change, EngineError, type Limits } from '../engine.ts'
import { openPatience } from '../oxigraph/request-queue.ts'
import type { Projection } from './projection.ts'
import { openReadWriteLock } from './read-write-lock.ts'
import type { State } from './records.ts'

export interface RequestQueue {
  ask<T>(work: () => Promise<T>, limits: Limits): Promise<T>
  apply(change: Change): Promise<void>
  forget(): Promise<void>
  waiting(): number
  held(): State | undefined
  isIdle(): boolean
}

interface Deps {
  projection: Projection
  log: Log
  /** Limit of waiting and running requests per workspace. */
  maxWaiting: number
  /** Longest wait until work starts, including the time to load the workspace. Loading continues after a timeout. */
  waitMs: number
}

/** Another process may reload the workspace while a query runs. The query is repeated at most this often. */
const TRIES = 3

export function openRequestQueue({ projection, log, maxWaiting, waitMs }: Deps): RequestQueue {
  const lock = openReadWriteLock()
  let held: State | undefined
  /** The newest change that `apply` was called with. */
  let newest = 0
  let waiting = 0

  async function freshen(atLeastSeq: number, change?: Change): Promise<void> {
    if (held && held.seq >= atLeastSeq) return
    await lock.exclusive(async () => {
      if (held && held.seq >= atLeastSeq) return
      // A failure halfway leaves the server in an unknown state.
      held = undefined
      held = await projection.catchUp(atLeastSeq, change)
    })
  }

  async function attempt<T>(work: () => Promise<T>, atLeastSeq: number, began: () => void): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      await freshen(Math.max(atLeastSeq, newest))
      const answer = await lock.shared(async () => {
        began()
        const before = held
        const found = await work()
        const after = await projection.read()
        const isSame = before && after && after.load === before.load && after.seq >= before.seq
        if (!isSame && held === before) held = undefined
        return isSame ? { found } : undefined
      })
      if (answer) return answer.found
    }
    throw new EngineError('unavailable', 'The statements are being reloaded.')
  }

  return {
    waiting: () => waiting,
    held: () => held,
    isIdle: () => waiting === 0 && lock.isIdle(),
    async ask(work, { atLeastSeq = 0, asker }) {
      asker?.signal.throwIfAborted()
      if (waiting >= maxWaiting)
        throw new EngineError('unavailable', 'Too many requests of this workspace are waiting.', { isBusy: true })
      const patience = openPatience(waitMs, asker?.signal)
      waiting += 1
      try {
        return await Promise.race([patience.over, attempt(work, atLeastSeq, patience.began)])
      } finally {
        waiting -= 1
        patience.end()
      }
    },
    async apply(change) {
      // A workspace that is not held will be loaded on demand, with the change included.
      if (!held) return
      newest = Math.max(newest, change.seq)
      await freshen(change.seq, change).catch((error) => log.warn({ err: error }, 'change could not be projected yet'))
    },
    forget: () =>
      lock.exclusive(async () => {
        held = undefined
        await projection.drop()
      }),
  }
}
