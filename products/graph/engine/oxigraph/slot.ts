// A place for a worker: hands it one message at a time, ends it at a time limit or when it broke, and puts another there.
// Each lane has at most one message waiting, so that first come, first served is round robin between workspaces.
import { Worker } from 'node:worker_threads'
import type { Log } from '@veritrace/platform/log'
import { threadEnv } from '@veritrace/platform/threads/thread-env'
import { EngineError, type EngineErrorKind } from '../engine.ts'
import type { Compiled } from './memory-cap.ts'
import type { FromWorker, Message, Reply, WorkerData } from './messages.ts'

export interface Task {
  message: Message
  limitMs: number
  /** Another worker would do as well, if this one is taken for long. */
  canMove?: boolean
  /** Asked when the turn comes and while the work takes long: nobody may be waiting any more. */
  isWanted?(): boolean
  began?(): void
  /** Called when it has lasted so long that others should not wait for it. */
  lasts?(): void
}

export interface Slot {
  run(task: Task): Promise<Reply>
  /** Raised with every new worker, which knows nothing of what the last one held. */
  generation(): number
  /** Its work has lasted so long that others should not wait for it. */
  isStuck(): boolean
  /** A task would begin at once. */
  isFree(): boolean
  replaced(): number
  close(): Promise<void>
}

/** The message has lost its place before its turn: the worker ended, or is taken for long. */
export class WorkerLost extends Error {}

export const NOBODY_WAITS = 'Nobody waits for the answer.'

/** Loading a small workspace somewhere else takes less. */
const STUCK_MS = 400

/** Work may go on so long without anybody: a new worker has to load what this one holds, for others too. */
const UNWANTED_MS = 1_000

/** A request that has used up this share of its time may well need all of it: then the next worker is there already. */
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

/** By the ceiling: a worker begins with the machine code that the ones before have made. */
const known = new Map<number, Compiled>()

export function openSlot({ log, memoryMb }: { log: Log; memoryMb: number }): Slot {
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
      // The flags of the process (a test runner's) are not meant for it.
      env: threadEnv(),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    const started: Started = { thread, isReady: false }
    thread.on('message', (words: FromWorker) => hear(started, words))
    thread.on('error', (error) => broke(started, `The engine broke: ${String(error)}`))
    thread.on('exit', () => broke(started, 'The engine ended by itself.'))
    return started
  }

  function broke(started: Started, reason: string): void {
    if (started === spare) spare = undefined
    if (started === worker) replace('crashed', reason)
  }

  function hear(started: Started, words: FromWorker): void {
    if ('ready' in words) {
      started.isReady = true
      if (words.compiled) known.set(memoryMb, words.compiled)
      if (!words.compiled?.capped)
        log.warn('The layout of the WASM module is unknown: the engine runs without a memory ceiling.')
    } else if (started !== worker) return
    else if ('did' in words) finish()?.resolve(words)
    else if (words.failure.fatal) replace(words.failure.kind, words.failure.message)
    else finish()?.reject(new EngineError(words.failure.kind, words.failure.message))
    next()
  }

  function next(): void {
    if (!worker?.isReady || current) return
    const isWanted = ({ task, reject }: Waiting) => {
      const wanted = task.isWanted?.() !== false
      if (!wanted) reject(new EngineError('unavailable', NOBODY_WAITS))
      return wanted
    }
    let taken = waiting.shift()
    while (taken && !isWanted(taken)) taken = waiting.shift()
    if (!taken) return
    const { message, limitMs } = taken.task
    // The rest is done while the worker is at it.
    worker.thread.postMessage(message)
    const first = Math.min(STUCK_MS, limitMs * SPARE_SHARE)
    current = { ...taken, unwantedMs: 0, timers: [setTimeout(() => watch(limitMs, first), first)] }
    taken.task.began?.()
  }

  /** From the first moment on at which something may have to be done; most requests end before. */
  function watch(limitMs: number, passed: number): void {
    current?.timers.push(
      setTimeout(() => replace('timeout', `The request took longer than ${limitMs} ms.`), limitMs - passed),
      setTimeout(release, STUCK_MS - passed),
      setTimeout(() => (spare ??= start()), limitMs * SPARE_SHARE - passed),
      setInterval(endUnwanted, STUCK_MS),
    )
  }

  /** Who asks and leaves would otherwise have more workers than its turns allow. */
  function endUnwanted(): void {
    if (current?.task.isWanted?.() !== false) return
    current.unwantedMs += STUCK_MS
    if (current.unwantedMs >= UNWANTED_MS) replace('unavailable', NOBODY_WAITS)
  }

  /** Lets those go who can be served elsewhere. */
  function release(): void {
    isStuck = true
    current?.task.lasts?.()
    const movable = waiting.filter(({ task }) => task.canMove)
    waiting.splice(0, waiting.length, ...waiting.filter(({ task }) => !task.canMove))
    for (const { reject } of movable) reject(new WorkerLost('The worker is taken.'))
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
    log.warn({ kind, reason, workspace: current?.task.message.workspace }, 'A worker of the engine was replaced.')
    finish()?.reject(new EngineError(kind, reason))
    // One that could not even start is tried again when it is needed, not in a circle.
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
