// Reads documents: small ones here and now, large ones and PDFs in threads, so that requests are answered meanwhile.
import { Worker } from 'node:worker_threads'
import type { Log } from '@veritrace/platform/log'
import { extract } from '../../extract/extract.ts'
import type { DocumentContext, Extraction } from '../../extract/types.ts'
import { isPdf } from '../media.ts'
import type { FromWorker, Message } from './messages.ts'

export interface Extractors {
  extract(bytes: Uint8Array, contentType: string, context: DocumentContext): Promise<Extraction>
  close(): Promise<void>
}

interface Asked {
  message: Message
  resolve(extraction: Extraction): void
  reject(error: Error): void
}

const THREADS = 2
/** About what is read in the time that a request may be kept waiting. */
const SMALL_BYTES = 64_000
const LIMIT_MS = 30_000
const MEMORY_MB = 768

class DocumentTooHard extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'DocumentTooHard'
  }
}

/** Starts no thread before it needs one. */
export function openExtractors({ log, limitMs = LIMIT_MS }: { log: Log; limitMs?: number }): Extractors {
  const idle: Worker[] = []
  const busy = new Map<Worker, Asked & { timer: NodeJS.Timeout }>()
  const waiting: Asked[] = []
  let isClosed = false

  function next(): void {
    if (busy.size >= THREADS) return
    const asked = waiting.shift()
    if (!asked) return
    const worker = idle.pop() ?? start()
    const timer = setTimeout(
      () => end(worker, new DocumentTooHard(`Reading it took longer than ${limitMs} ms.`)),
      limitMs,
    )
    busy.set(worker, { ...asked, timer })
    worker.ref()
    worker.postMessage(asked.message)
    next()
  }

  function start(): Worker {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      name: 'extract',
      // It needs nothing of the environment, and the flags of the process (a test runner's) are not meant for it.
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    })
    worker.on('message', (words: FromWorker) => hear(worker, words))
    worker.on('error', (error) => {
      log.warn({ err: error }, 'a thread that reads documents broke')
      end(worker, new DocumentTooHard('It is too large or too deeply nested to be read.'))
    })
    return worker
  }

  function hear(worker: Worker, words: FromWorker): void {
    const asked = done(worker)
    idle.push(worker)
    // One that rests keeps no process alive.
    worker.unref()
    if ('extraction' in words) asked?.resolve(words.extraction)
    else asked?.reject(new DocumentTooHard(words.broken))
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
    extract(bytes, contentType, context) {
      if (bytes.length <= SMALL_BYTES && !isPdf(contentType, bytes)) return extract(bytes, contentType, context)
      if (isClosed) return Promise.reject(new Error('The server is stopping.'))
      // A copy of its own: a Buffer may be a view of memory that others use.
      const message = { bytes: Uint8Array.from(bytes), contentType, context }
      return new Promise((resolve, reject) => {
        waiting.push({ message, resolve, reject })
        next()
      })
    },
    async close() {
      isClosed = true
      const stopping = new Error('The server is stopping.')
      for (const asked of waiting.splice(0)) asked.reject(stopping)
      const workers = [...idle.splice(0), ...busy.keys()]
      for (const worker of workers) done(worker)?.reject(stopping)
      await Promise.all(workers.map((worker) => worker.terminate()))
    },
  }
}
