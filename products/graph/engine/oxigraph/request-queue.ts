// The request queue of one workspace: runs requests in order, one at a time, each on a loaded and current store.

import { channel } from 'node:diagnostics_channel'
import type { Log } from '@veritrace/platform/log'
import { TURNS, type Turn } from '@veritrace/platform/threads/fair-queue'
import type { Leave } from '@veritrace/platform/threads/shares'
import { type Change, EngineError, type Limits, type Source } from '../engine.ts'
import type { EngineWorker, Task } from './engine-worker.ts'
import { NO_ONE_WAITS, WorkerLost } from './engine-worker.ts'
import type { LongWork } from './long-work.ts'
import type { Message, Reply } from './messages.ts'
import type { Snapshots } from './snapshots.ts'
import { openSync } from './sync.ts'

export interface QueueDeps {
  /** The tenant that owns the workspace. */
  tenant: string
  longWork: LongWork
  /** The worker to use: the current one, or another one while the current one is busy with long work. */
  place(sofar: EngineWorker | undefined, statements: number): EngineWorker
  source: Source
  log: Log
  snapshots: Snapshots | undefined
  /** Limit of waiting and running requests per workspace. */
  maxWaiting: number
  /** Longest wait until the work starts, including the time to load the workspace. */
  waitMs: number
  /** Called after the workspace was loaded. */
  loaded(): void
}

interface Answered {
  reply: Reply
  /** The state that the reply is based on. */
  seq: number
}

export interface RequestQueue {
  ask(message: Message, limits: Limits): Promise<Answered>
  apply(change: Change): Promise<void>
  forget(): Promise<void>
  worker(): EngineWorker
  waiting(): number
  /** Statements in memory; 0 if the workspace is not loaded. */
  statements(): number
  isLoaded(): boolean
  isIdle(): boolean
  /** The state that a request would see now; undefined if it would have to wait. */
  readyAt(): number | undefined
}

export function openRequestQueue(deps: QueueDeps, workspace: string): RequestQueue {
  const { tenant, longWork, place, maxWaiting, waitMs } = deps
  let worker = place(undefined, 0)
  let held: Leave | undefined
  const onLong = () => {
    held ??= longWork.occupy(tenant)
  }
  const sync = openSync({ ...deps, worker: () => worker, onLong }, workspace)
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

  /** Adds work to the queue. A failure rejects its promise but does not stop the queue. */
  const inTurn = <T>(work: () => Promise<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      queue.push(() => work().then(resolve, reject))
      void drain()
    })

  /** Retries when the worker is lost before the task started, until the wait is over. */
  async function attempt(task: Task, atLeastSeq: number, over: Promise<never>): Promise<Answered> {
    for (;;) {
      if (task.isWanted?.() === false) throw new EngineError('unavailable', NO_ONE_WAITS)
      if (!held && longWork.isHeldBy(tenant)) held = await longWork.enter(tenant, signalOf(over))
      const better = place(worker, sync.statements())
      if (better !== worker) sync.leave()
      worker = better
      try {
        const seq = await sync.freshen(atLeastSeq)
        return noted(await worker.run(task), seq)
      } catch (error) {
        if (!(error instanceof WorkerLost)) throw error
      }
    }
  }

  /**
   * Starts immediately if the queue is empty and the store is current, so that bookkeeping overlaps with the worker's work.
   */
  function begin(task: Task, atLeastSeq: number): Promise<Answered> | undefined {
    const mayBegin = !isBusy && worker.isFree() && !longWork.isHeldBy(tenant)
    const seq = mayBegin ? sync.freshAt(atLeastSeq) : undefined
    if (seq === undefined) return undefined
    const work = worker.run(task)
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
    worker: () => worker,
    waiting: () => waiting,
    statements: sync.statements,
    isLoaded: sync.isLoaded,
    isIdle,
    readyAt: () => (isIdle() ? sync.seq() : undefined),
    async ask(message, { timeoutMs, atLeastSeq = 0, asker }) {
      if (waiting >= maxWaiting)
        throw new EngineError('unavailable', 'Too many requests of this workspace are waiting.', { isBusy: true })
      const work = { message, limitMs: timeoutMs, onLong, isWanted: () => patience?.isLeft() !== false }
      let patience: ReturnType<typeof openPatience> | undefined
      const begun = begin(work, atLeastSeq)
      patience = openPatience(waitMs, asker?.signal)
      const { over } = patience
      const began = publishingTurns(tenant, patience.began)
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

/** Publishes when a tenant starts to wait for a worker, and when it gets one. */
const turns = channel(TURNS)

function publishingTurns(tenant: string, began: () => void): () => void {
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

/** Limits how long a caller waits for its turn: until the timeout, or until its signal aborts. */
export function openPatience(waitMs: number, signal: AbortSignal | undefined) {
  const { promise: over, reject } = Promise.withResolvers<never>()
  // The promise may reject after the race is over.
  over.catch(() => undefined)
  let isLeft = true
  const give = (error: unknown) => {
    isLeft = false
    reject(error)
  }
  const abort = () => give(signal?.reason)
  const timer = setTimeout(
    () => give(new EngineError('unavailable', 'The engine is too busy to start this request.')),
    waitMs,
  )
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
