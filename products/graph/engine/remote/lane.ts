// One workspace's way to the server: queries side by side, changes alone and in their order, each query on a projection
// that is whole and fresh, and was so until its end.
import type { Log } from '@veritrace/platform/log'
import { type Change, EngineError, type Limits } from '../engine.ts'
import { openPatience } from '../oxigraph/lane.ts'
import type { State } from './book.ts'
import { openGate } from './gate.ts'
import type { Projection } from './projection.ts'

export interface Lane {
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
  /** Most requests of one workspace that wait or run. */
  maxWaiting: number
  /** Longest wait until the work begins; loading the workspace is part of it, and goes on after it. */
  waitMs: number
}

/** Another process may load the workspace anew while a query runs; not more often than this in a row. */
const TRIES = 3

export function openLane({ projection, log, maxWaiting, waitMs }: Deps): Lane {
  const gate = openGate()
  let held: State | undefined
  /** The newest change that we were told of. */
  let told = 0
  let waiting = 0

  async function freshen(atLeastSeq: number, change?: Change): Promise<void> {
    if (held && held.seq >= atLeastSeq) return
    await gate.alone(async () => {
      if (held && held.seq >= atLeastSeq) return
      // Until it is done nobody knows what the server holds.
      held = undefined
      held = await projection.bring(atLeastSeq, change)
    })
  }

  async function attempt<T>(work: () => Promise<T>, atLeastSeq: number, began: () => void): Promise<T> {
    for (let tries = 0; tries < TRIES; tries++) {
      await freshen(Math.max(atLeastSeq, told))
      const answer = await gate.together(async () => {
        began()
        const before = held
        const found = await work()
        const after = await projection.look()
        const isSame = before && after && after.load === before.load && after.seq >= before.seq
        if (!isSame && held === before) held = undefined
        return isSame ? { found } : undefined
      })
      if (answer) return answer.found
    }
    throw new EngineError('unavailable', 'The statements are being loaded anew.')
  }

  return {
    waiting: () => waiting,
    held: () => held,
    isIdle: () => waiting === 0 && gate.isIdle(),
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
      // What is not held will be brought when it is asked for, with the change in it.
      if (!held) return
      told = Math.max(told, change.seq)
      await freshen(change.seq, change).catch((error) =>
        log.warn({ err: error }, 'A change could not be projected yet.'),
      )
    },
    forget: () =>
      gate.alone(async () => {
        held = undefined
        await projection.drop()
      }),
  }
}
