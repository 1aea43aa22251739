// A place for a worker: hands it one message at a time, ends it at a time limit or when it broke, and puts another there.
// Each lane has at most one message waiting, so that first come, first served is round robin between workspaces.
import { Worker } from 'node:worker_threads'
import type { Log } from '@veritrace/platform/log'
import { EngineError, type EngineErrorKind } from '../engine.ts'
import type { FromWorker, Message, Reply, WorkerData } from './messages.ts'

export interface Task {
  message: Message
  limitMs: number
  /** Another worker would do as well, if this one is taken for long. */
  canMove?: boolean
  /** Asked when the turn comes: nobody may be waiting any more. */
  isWanted?(): boolean
  began?(): void
}

export interface Slot {
  run(task: Task): Promise<Reply>
  /** Raised with every new worker, which knows nothing of what the last one held. */
  generation(): number
  /** Its work has lasted so long that others should not wait for it. */
  isStuck(): boolean
  replaced(): number
  close(): Promise<void>
}

/** The message has lost its place before its turn: the worker ended, or is taken for long. */
export class WorkerLost extends Error {}

/** Loading a small workspace somewhere else takes less. */
const STUCK_MS = 400

interface Waiting {
  task: Task
  resolve(reply: Reply): void
  reject(error: Error): void
}

export function openSlot({ log, memoryMb }: { log: Log; memoryMb: number }): Slot {
  const waiting: Waiting[] = []
  let worker: Worker | undefined
  let isReady = false
  let isClosed = false
  let current: (Waiting & { timers: NodeJS.Timeout[] }) | undefined
  let isStuck = false
  let generation = 0
  const ending = new Set<Promise<unknown>>()

  function start(): void {
    const workerData: WorkerData = { memoryMb }
    const started = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'sparql',
      workerData,
      // It needs nothing of the environment, and the flags of the process (a test runner's) are not meant for it.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    })
    worker = started
    started.on('message', (words: FromWorker) => started === worker && hear(words))
    started.on('error', (error) => started === worker && replace('crashed', `The engine broke: ${String(error)}`))
    started.on('exit', () => started === worker && replace('crashed', 'The engine ended by itself.'))
  }

  function hear(words: FromWorker): void {
    if ('ready' in words) {
      isReady = true
      if (!words.capped) log.warn('The layout of the WASM module is unknown: the engine runs without a memory ceiling.')
    } else if ('reply' in words) finish()?.resolve(words.reply)
    else if (words.failure.fatal) replace(words.failure.kind, words.failure.message)
    else finish()?.reject(new EngineError(words.failure.kind, words.failure.message))
    next()
  }

  function next(): void {
    if (!isReady || current) return
    const isWanted = ({ task, reject }: Waiting) => {
      const wanted = task.isWanted?.() !== false
      if (!wanted) reject(new EngineError('unavailable', 'Nobody waits for the answer.'))
      return wanted
    }
    let taken = waiting.shift()
    while (taken && !isWanted(taken)) taken = waiting.shift()
    if (!taken) return
    const { message, limitMs } = taken.task
    const timers = [
      setTimeout(() => replace('timeout', `The request took longer than ${limitMs} ms.`), limitMs),
      setTimeout(release, STUCK_MS),
    ]
    current = { ...taken, timers }
    taken.task.began?.()
    worker!.postMessage(message)
  }

  /** Lets those go who can be served elsewhere. */
  function release(): void {
    isStuck = true
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
    const wasReady = isReady
    end()
    log.warn({ kind, reason, workspace: current?.task.message.workspace }, 'A worker of the engine was replaced.')
    finish()?.reject(new EngineError(kind, reason))
    // One that could not even start is tried again when it is needed, not in a circle.
    const error = wasReady ? new WorkerLost(reason) : new EngineError('unavailable', reason)
    for (const { reject } of waiting.splice(0)) reject(error)
    if (wasReady && !isClosed) start()
  }

  function end(): void {
    const ended = worker?.terminate()
    worker = undefined
    isReady = false
    generation += 1
    if (!ended) return
    ending.add(ended)
    void ended.finally(() => ending.delete(ended))
  }

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closedError())
        waiting.push({ task, resolve, reject })
        if (worker) next()
        else start()
      }),
    generation: () => generation,
    isStuck: () => isStuck,
    replaced: () => Math.max(0, generation - (isClosed ? 1 : 0)),
    async close() {
      isClosed = true
      end()
      for (const { reject } of [finish(), ...waiting.splice(0)].filter((one) => one !== undefined))
        reject(closedError())
      await Promise.all(ending)
    },
  }
}

const closedError = () => new EngineError('unavailable', 'The engine is closed.')
