// One workspace's way to its worker: its requests in their order, one at a time, each on a store that is loaded and fresh.

import { channel } from 'node:diagnostics_channel'
import type { Log } from '@veritrace/platform/log'
import { TURNS, type Turn } from '@veritrace/platform/threads/fair-queue'
import type { Leave } from '@veritrace/platform/threads/shares'
import { type Change, EngineError, type Limits, type Source } from '../engine.ts'
import type { LongWork } from './long-work.ts'
import type { Message, Reply } from './messages.ts'
import type { Slot, Task } from './slot.ts'
import { NOBODY_WAITS, WorkerLost } from './slot.ts'
import type { Snapshots } from './snapshots.ts'
import { openSync } from './sync.ts'

export interface LaneDeps {
  /** Whose workspace it is. */
  tenant: string
  longWork: LongWork
  /** The worker to use: the one so far, or another while that is taken for long. */
  place(sofar: Slot | undefined, statements: number): Slot
  source: Source
  log: Log
  snapshots: Snapshots | undefined
  /** Most requests of one workspace that wait or run. */
  maxWaiting: number
  /** Longest wait until the work begins; loading the workspace is part of it. */
  waitMs: number
  /** Called when the workspace was loaded. */
  loaded(): void
}

interface Answered {
  reply: Reply
  /** The state that it is true for. */
  seq: number
}

export interface Lane {
  ask(message: Message, limits: Limits): Promise<Answered>
  apply(change: Change): Promise<void>
  forget(): Promise<void>
  slot(): Slot
  waiting(): number
  /** How many statements are in memory; zero when the workspace is not loaded. */
  statements(): number
  isLoaded(): boolean
  isIdle(): boolean
  /** The state that a request would meet now; undefined where it would have to wait. */
  readyAt(): number | undefined
}

export function openLane(deps: LaneDeps, workspace: string): Lane {
  const { tenant, longWork, place, maxWaiting, waitMs } = deps
  let slot = place(undefined, 0)
  let held: Leave | undefined
  const lasts = () => {
    held ??= longWork.occupy(tenant)
  }
  const sync = openSync({ ...deps, slot: () => slot, lasts }, workspace)
  const queue: (() => Promise<void>)[] = []
  let isBusy = false
  let waiting = 0

  async function drain(): Promise<void> {
    if (isBusy) return
    isBusy = true
    for (let next = queue.shift(); next; next = queue.shift()) {
      await next()
      held?.()
      held = undefined
    }
    isBusy = false
  }

  /** Its turn in the queue; the queue itself never fails. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push(() => work().then(resolve, reject))
      void drain()
    })

  /** Who lost its place without having begun is not to blame, and begins again until its wait is over. */
  async function attempt(task: Task, atLeastSeq: number, over: Promise<never>): Promise<Answered> {
    for (;;) {
      if (task.isWanted?.() === false) throw new EngineError('unavailable', NOBODY_WAITS)
      if (!held && longWork.isHeldBy(tenant)) held = await longWork.enter(tenant, signalOf(over))
      const better = place(slot, sync.statements())
      if (better !== slot) sync.leave()
      slot = better
      try {
        const seq = await sync.freshen(atLeastSeq)
        return noted(await slot.run(task), seq)
      } catch (error) {
        if (!(error instanceof WorkerLost)) throw error
      }
    }
  }

  /** Where nobody is before it and nothing has to be loaded: at once, so that all else is done while the worker is at it. */
  function begin(task: Task, atLeastSeq: number): Promise<Answered> | undefined {
    const mayBegin = !isBusy && slot.isFree() && !longWork.isHeldBy(tenant)
    const seq = mayBegin ? sync.freshAt(atLeastSeq) : undefined
    if (seq === undefined) return undefined
    const work = slot.run(task)
    return inTurn(async () => {
      sync.keep()
      return noted(await work, seq)
    })
  }

  function noted(reply: Reply, seq: number): Answered {
    if (reply.did === 'update') sync.noteWear(reply.wear)
    return { reply, seq }
  }

  const isIdle = () => !isBusy && waiting === 0

  return {
    slot: () => slot,
    waiting: () => waiting,
    statements: sync.statements,
    isLoaded: sync.isLoaded,
    isIdle,
    readyAt: () => (isIdle() ? sync.seq() : undefined),
    async ask(message, { timeoutMs, atLeastSeq = 0, asker }) {
      if (waiting >= maxWaiting)
        throw new EngineError('unavailable', 'Too many requests of this workspace are waiting.', { isBusy: true })
      const work = { message, limitMs: timeoutMs, lasts, isWanted: () => patience?.isLeft() !== false }
      let patience: ReturnType<typeof openPatience> | undefined
      const begun = begin(work, atLeastSeq)
      patience = openPatience(waitMs, asker?.signal)
      const { over } = patience
      const began = tellingOf(tenant, patience.began)
      const task = { ...work, canMove: true, began }
      if (begun) began()
      waiting += 1
      try {
        return await Promise.race([over, begun ?? inTurn(() => attempt(task, atLeastSeq, over))])
      } finally {
        waiting -= 1
        patience.end()
      }
    },
    apply: (change) => inTurn(() => sync.apply(change)),
    forget: () => inTurn(sync.forget),
  }
}

/** Where it is told who waits for a worker, and when they have one. */
const turns = channel(TURNS)

function tellingOf(tenant: string, began: () => void): () => void {
  if (!turns.hasSubscribers) return began
  const asked = performance.now()
  turns.publish({ tenant } satisfies Turn)
  return () => {
    turns.publish({ tenant, waitedMs: performance.now() - asked } satisfies Turn)
    began()
  }
}

function signalOf(over: Promise<never>): AbortSignal {
  const gone = new AbortController()
  over.catch(() => gone.abort())
  return gone.signal
}

/** How long a caller waits for its turn: a while, and not past its signal. */
export function openPatience(waitMs: number, signal: AbortSignal | undefined) {
  const { promise: over, reject } = Promise.withResolvers<never>()
  // Nobody may be racing it any more.
  over.catch(() => undefined)
  let isLeft = true
  const give = (error: unknown) => {
    isLeft = false
    reject(error)
  }
  const abort = () => give(signal?.reason)
  const late = () => give(new EngineError('unavailable', 'The engine has no time for it now.', { isBusy: true }))
  const timer = setTimeout(late, waitMs)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort, { once: true })
  return {
    over,
    isLeft: () => isLeft,
    began: () => clearTimeout(timer),
    end() {
      isLeft = false
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    },
  }
}
