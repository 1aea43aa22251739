// A few threads for work that must not stop the event loop, one job each at a time. A job that takes too long ends with
// its thread, and so does one that breaks it.
import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { threadEnv } from './thread-env.ts'

export interface PoolOptions {
  /** What a thread runs: it answers every message with one. */
  file: URL
  name: string
  log: Log
  threads: number
  memoryMb: number
  /** Of the work itself, not of the wait for it. */
  limitMs: number
  /** Who would wait behind more than these is refused, unless it may wait. */
  maxWaiting: number
  /** The error of a job that came to no answer. */
  failed(why: 'late' | 'broken' | 'busy' | 'closed'): Error
}

export interface RunOptions {
  /** For callers whose own number is bounded: they wait for their turn behind whoever was there before. */
  mayWait?: boolean
}

export interface Pool<Message, Answer> {
  run(message: Message, options?: RunOptions): Promise<Answer>
  close(): Promise<void>
}

interface Asked<Message, Answer> {
  message: Message
  resolve(answer: Answer): void
  reject(error: Error): void
}

/** Starts no thread before it needs one. */
export function openPool<Message, Answer>(options: PoolOptions): Pool<Message, Answer> {
  const { threads, limitMs, maxWaiting, failed } = options
  const idle: Worker[] = []
  const busy = new Map<Worker, Asked<Message, Answer> & { timer: NodeJS.Timeout }>()
  const waiting: Asked<Message, Answer>[] = []
  let isClosed = false

  function next(): void {
    if (busy.size >= threads) return
    const asked = waiting.shift()
    if (!asked) return
    const worker = idle.pop() ?? start()
    const timer = setTimeout(() => end(worker, failed('late')), limitMs)
    busy.set(worker, { ...asked, timer })
    worker.ref()
    worker.postMessage(asked.message)
    next()
  }

  function start(): Worker {
    const worker = new Worker(options.file, {
      name: options.name,
      // The flags of the process (a test runner's) are not meant for it.
      env: threadEnv(),
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: options.memoryMb },
    })
    worker.on('message', (answer: Answer) => {
      const asked = done(worker)
      // It was ended while its answer was on the way.
      if (!asked) return
      idle.push(worker)
      // One that rests keeps no process alive.
      worker.unref()
      asked.resolve(answer)
      next()
    })
    worker.on('error', (error) => {
      options.log.warn({ err: error, thread: options.name }, 'a thread broke')
      end(worker, failed('broken'))
    })
    return worker
  }

  function done(worker: Worker): Asked<Message, Answer> | undefined {
    const asked = busy.get(worker)
    busy.delete(worker)
    clearTimeout(asked?.timer)
    return asked
  }

  function end(worker: Worker, error: Error): void {
    const at = idle.indexOf(worker)
    if (at >= 0) idle.splice(at, 1)
    done(worker)?.reject(error)
    void worker.terminate()
    next()
  }

  return {
    run: (message, { mayWait = false } = {}) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(failed('closed'))
        if (!mayWait && waiting.length >= maxWaiting) return reject(failed('busy'))
        waiting.push({ message, resolve, reject })
        next()
      }),
    async close() {
      isClosed = true
      for (const asked of waiting.splice(0)) asked.reject(failed('closed'))
      const workers = [...idle.splice(0), ...busy.keys()]
      for (const worker of workers) done(worker)?.reject(failed('closed'))
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
