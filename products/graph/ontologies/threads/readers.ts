// A few threads that read ontologies, one each at a time. One that takes too long ends with its thread.
import { Worker } from 'node:worker_threads'
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import type { FromWorker, Message, Replies } from './messages.ts'

export interface Readers {
  ask<D extends Message['do']>(what: D, turtle: string, base?: string): Promise<Replies[D]>
  close(): Promise<void>
}
interface ReaderOptions {
  log: Log
  threads?: number
  /** Of the work itself. */
  limitMs?: number
  /** Who would wait behind more than these is told to come back. */
  maxWaiting?: number
}

interface Asked {
  message: Message
  resolve(reply: never): void
  reject(error: Error): void
}

const MEMORY_MB = 1024

export function openReaders({ log, threads = 2, limitMs = 20_000, maxWaiting = 16 }: ReaderOptions): Readers {
  const idle: Worker[] = []
  const busy = new Map<Worker, Asked & { timer: NodeJS.Timeout }>()
  const waiting: Asked[] = []
  let isClosed = false

  function next(): void {
    if (busy.size >= threads) return
    const asked = waiting.shift()
    if (!asked) return
    const worker = idle.pop() ?? start()
    const timer = setTimeout(() => end(worker, tooLarge(`Reading it took longer than ${limitMs} ms.`)), limitMs)
    busy.set(worker, { ...asked, timer })
    worker.postMessage(asked.message)
    next()
  }

  function start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'ontologies',
      // It needs nothing of the environment, and the flags of the process (a test runner's) are not meant for it.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    worker.on('message', (words: FromWorker) => hear(worker, words))
    worker.on('error', (error) => {
      log.warn({ err: error }, 'a thread that reads ontologies broke')
      end(worker, tooLarge('It is too large or too deeply nested to be read.'))
    })
    return worker
  }

  function hear(worker: Worker, words: FromWorker): void {
    if ('broken' in words) {
      log.warn({ error: words.broken }, 'an ontology could not be read')
      end(worker, tooLarge('It is too large or too deeply nested to be read.'))
      return
    }
    const asked = done(worker)
    idle.push(worker)
    if ('reply' in words) asked?.resolve(words.reply as never)
    else asked?.reject(wrongTurtle(words.syntax))
    next()
  }

  function done(worker: Worker): Asked | undefined {
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
    ask: (what, turtle, base) =>
      new Promise((resolve, reject) => {
        if (isClosed || waiting.length >= maxWaiting) return reject(unavailable())
        waiting.push({ message: { do: what, turtle, base }, resolve, reject })
        next()
      }),
    async close() {
      isClosed = true
      for (const asked of waiting.splice(0)) asked.reject(unavailable())
      const workers = [...idle.splice(0), ...busy.keys()]
      for (const worker of [...busy.keys()]) done(worker)?.reject(unavailable())
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}

const tooLarge = (detail: string) => new AppError('too_large_to_analyse', detail)
const unavailable = () => new AppError('unavailable', 'Too many ontologies are being read.', {}, { 'retry-after': '2' })
const wrongTurtle = ({ message, line, column }: { message: string; line: number; column: number }) =>
  new AppError('turtle_syntax', `Line ${line}, column ${column}: ${message}`, {
    line,
    column,
    errors: [{ path: 'turtle', message: `line ${line}, column ${column}: ${message}` }],
  })
