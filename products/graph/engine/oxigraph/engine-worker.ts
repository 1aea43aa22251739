// Supervises one worker thread: hands it one message at a time, and replaces it when it crashes or exceeds a time
// limit. Each workspace has at most one message waiting here, so first come, first served means round robin between
// workspaces.
import { Worker } from 'node:worker_threads'
import type { Log } from '@veritrace/platform/log'
import { threadEnv } from '@veritrace/platform/threads/thread-env'
import { EngineError, type EngineErrorKind } from '../engine.ts'
import type { Compiled } from './memory-cap.ts'
import type { FromWorker, Message, Reply, WorkerData } from './messages.ts'

export interface Task {
  message: Message
  limitMs: number
  /** Another worker may run it if this one is busy for a long time. */
  canMove?: boolean
  /** Checked before the task starts and while a long task runs: the caller may have given up. */
  isWanted?(): boolean
  began?(): void
  /** Called when the task has run so long that others should not wait for it. */
  onLong?(): void
}

export interface EngineWorker {
  run(task: Task): Promise<Reply>
  /** Raised with every new worker, which starts empty. */
  generation(): number
  /** The current task has run so long that others should not wait for it. */
  isStuck(): boolean
  /** A task would start immediately. */
  isFree(): boolean
  replaced(): number
  close(): Promise<void>
}

/** The message lost its place before it started: the worker was replaced, or is busy for a long time. */
export class WorkerLost extends Error {}

export const NO_ONE_WAITS = 'No one waits for the answer.'

/** Loading a small workspace on another worker takes less time. */
const STUCK_MS = 400

/**
 * How long work may run after its caller has left: a replacement worker has to reload everything, for other callers too.
 */
const UNWANTED_MS = 1_000

/** A request that has used this share of its time may need all of it, so the next worker is started in advance. */
const SPARE_SHARE = 0.5

interface Started {
  thread: Worker
  isReady: boolean
}

interface Waiting {
  task: Task
  resolve(reply: Reply): void
  reject(error: Error): void
}

/** By memory limit: a worker reuses the machine code compiled by earlier ones. */
const known = new Map<number, Compiled>()

export function openEngineWorker({ log, memoryMb }: { log: Log; memoryMb: number }): EngineWorker {
  const waiting: Waiting[] = []
  let worker: Started | undefined
  let spare: Started | undefined
  let isClosed = false
  let current: (Waiting & { timers: NodeJS.Timeout[]; unwantedMs: number }) | undefined
  let isStuck = false
  let generation = 0
  const ending = new Set<Promise<unknown>>()

  function start(): Started {
    const workerData: WorkerData = { memoryMb, compiled: known.get(memoryMb) }
    const thread = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'sparql',
      workerData,
      // The flags of the process (such as a test runner's) are not meant for the thread.
      env: threadEnv(),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const started: Started = { thread, isReady: false }
    thread.on('message', (message: FromWorker) => receive(started, message))
    thread.on('error', (error) => broke(started, `The engine crashed: ${String(error)}`))
    thread.on('exit', () => broke(started, 'The engine exited unexpectedly.'))
    return started
  }

  function broke(started: Started, reason: string): void {
    if (started === spare) spare = undefined
    if (started === worker) replace('crashed', reason)
  }

  function receive(started: Started, message: FromWorker): void {
    if ('ready' in message) {
      started.isReady = true
      if (message.compiled) known.set(memoryMb, message.compiled)
      if (!message.compiled?.capped) log.warn('unknown WASM module layout, engine runs without memory limit')
    } else if (started !== worker) return
    else if ('did' in message) finish()?.resolve(message)
    else if (message.failure.fatal) replace(message.failure.kind, message.failure.message)
    else finish()?.reject(new EngineError(message.failure.kind, message.failure.message))
    next()
  }

  function next(): void {
    if (!worker?.isReady || current) return
    const isWanted = ({ task, reject }: Waiting) => {
      const wanted = task.isWanted?.() !== false
      if (!wanted) reject(new EngineError('unavailable', NO_ONE_WAITS))
      return wanted
    }
    let taken = waiting.shift()
    while (taken && !isWanted(taken)) taken = waiting.shift()
    if (!taken) return
    const { message, limitMs } = taken.task
    // The bookkeeping below overlaps with the worker's work.
    worker.thread.postMessage(message)
    const first = Math.min(STUCK_MS, limitMs * SPARE_SHARE)
    current = { ...taken, unwantedMs: 0, timers: [setTimeout(() => watch(limitMs, first), first)] }
    taken.task.began?.()
  }

  /** Starts when a deadline may come up; most requests end before. */
  function watch(limitMs: number, passed: number): void {
    current?.timers.push(
      setTimeout(() => replace('timeout', `The request took longer than ${limitMs} ms.`), limitMs - passed),
      setTimeout(release, STUCK_MS - passed),
      setTimeout(() => (spare ??= start()), limitMs * SPARE_SHARE - passed),
      setInterval(endUnwanted, STUCK_MS),
    )
  }

  /** Callers that ask and leave would otherwise get more worker time than their turns allow. */
  function endUnwanted(): void {
    if (current?.task.isWanted?.() !== false) return
    current.unwantedMs += STUCK_MS
    if (current.unwantedMs >= UNWANTED_MS) replace('unavailable', NO_ONE_WAITS)
  }

  /** Sends waiting tasks that can run elsewhere to another worker. */
  function release(): void {
    isStuck = true
    current?.task.onLong?.()
    const movable = waiting.filter(({ task }) => task.canMove)
    waiting.splice(0, waiting.length, ...waiting.filter(({ task }) => !task.canMove))
    for (const { reject } of movable) reject(new WorkerLost('The worker is busy.'))
  }

  function finish(): Waiting | undefined {
    const finished = current
    for (const timer of finished?.timers ?? []) clearTimeout(timer)
    current = undefined
    isStuck = false
    return finished
  }

  function replace(kind: EngineErrorKind, reason: string): void {
    const wasReady = worker?.isReady
    end(worker)
    worker = undefined
    generation += 1
    log.warn({ kind, reason, workspace: current?.task.message.workspace }, 'engine worker replaced')
    finish()?.reject(new EngineError(kind, reason))
    // A worker that could not even start is started again when it is needed, not in a loop.
    const error = wasReady ? new WorkerLost(reason) : new EngineError('unavailable', reason)
    for (const { reject } of waiting.splice(0)) reject(error)
    if (!wasReady || isClosed) return
    worker = spare ?? start()
    spare = undefined
    next()
  }

  function end(started: Started | undefined): void {
    if (!started) return
    const ended = started.thread.terminate()
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closedError())
        waiting.push({ task, resolve, reject })
        worker ??= start()
        next()
      }),
    generation: () => generation,
    isStuck: () => isStuck,
    isFree: () => worker?.isReady === true && !current,
    replaced: () => generation,
    async close() {
      isClosed = true
      const [last, next] = [worker, spare]
      worker = spare = undefined
      end(last)
      end(next)
      for (const { reject } of [finish(), ...waiting.splice(0)].filter((one) => one !== undefined))
        reject(closedError())
      await Promise.all(ending)
    },
  }
}

const closedError = () => new EngineError('unavailable', 'The engine is closed.')
