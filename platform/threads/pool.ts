// A few threads for work that must not stop the event loop, one job each at a time, shared fairly among tenants. A job that
// takes too long ends with its thread, and so does one that breaks it or that nobody waits for any more.
import type { Log } from '../log.ts'
import { type NoPlace, openFairQueue } from './fair-queue.ts'
import { type Started, startWorker } from './start-worker.ts'

export interface PoolOptions<Answer = unknown> {
  /** What a thread runs: it answers every message with one. */
  file: URL
  name: string
  log: Log
  /** Of three or more, no two tenants have all. */
  threads: number
  memoryMb: number
  /** Of the work itself, not of the wait for it. */
  limitMs: number
  /** Who would wait behind more of their own is refused, unless they may wait. */
  mostWaiting: number
  /** Who waits longer is refused, unless they may wait. */
  waitMs?: number
  /** Every thread ends when it has rested so long; unless told, one rests for as long as the pool is open. */
  idleMs?: number
  /** What a thread says of its work while it goes on: whoever asked hears it, and waits on for the answer. */
  isNews?(said: Answer): boolean
  /** The error of a job that came to no answer. */
  failed(why: Failure): Error
}

/** `late` and `broken` are about the work, the others about its place. */
export type Failure = 'late' | 'broken' | 'busy' | 'left' | 'closed'

/** Who asks. */
export interface Asking {
  /** What is asked for the installation itself has one of its own. */
  tenant: string
  signal?: AbortSignal | undefined
  /** For callers whose own number is bounded: they wait for their turn behind whoever was there before. */
  mayWait?: boolean
  /** Told the news of the work. */
  hear?: ((news: unknown) => void) | undefined
}

export interface Pool<Message, Answer> {
  run(message: Message, asking: Asking): Promise<Answer>
  close(): Promise<void>
}

/** The tenant of what the installation does for itself. */
export const INSTALLATION = ''

const WAIT_MS = 30_000
/** What takes longer yields to others. */
const SHORT_MS = 500
/** Work may go on so long without anybody: to end it takes a thread with it. */
const UNWANTED_MS = 1_000
/** One thread rests for as long as the pool is open; the memory of the others is given back. */
const KEPT_MS = 30_000

interface Thread extends Started {
  settle: { resolve(answer: unknown): void; reject(error: Error): void } | undefined
  hear?: Asking['hear']
  rests?: NodeJS.Timeout | undefined
}

/** Starts no thread before it needs one. */
export function openPool<Message, Answer>(options: PoolOptions<Answer>): Pool<Message, Answer> {
  const { threads, limitMs, mostWaiting, waitMs = WAIT_MS, failed } = options
  const queue = openFairQueue({ places: threads, mostWaiting })
  const closing = new AbortController()
  const idle: Thread[] = []
  const busy = new Set<Thread>()

  function start(): Thread {
    const resourceLimits = { maxOldGenerationSizeMb: options.memoryMb }
    const started = startWorker<Answer>({ file: options.file, name: options.name, resourceLimits }, (said) => {
      if (options.isNews?.(said)) thread.hear?.(said)
      else settled(thread)?.resolve(said)
    })
    const thread: Thread = { ...started, settle: undefined }
    thread.worker.on('error', (error) => {
      options.log.warn({ err: error, thread: options.name }, 'a thread broke')
      end(thread, 'broken')
    })
    return thread
  }

  /** One that yields as it should; one that cannot be made to is ended. */
  function pick(yields: boolean): Thread {
    const chosen = idle.findLast((thread) => thread.isYielding() === yields) ?? idle.at(-1)
    if (chosen) wake(chosen)
    if (chosen?.setYielding(yields)) return chosen
    void chosen?.worker.terminate()
    const started = start()
    started.setYielding(yields)
    return started
  }

  function wake(thread: Thread): void {
    idle.splice(idle.indexOf(thread), 1)
    clearTimeout(thread.rests)
    thread.worker.ref()
  }

  function rest(thread: Thread): void {
    // One that rests keeps no process alive.
    thread.worker.unref()
    idle.push(thread)
    if (idle.length > 1 || options.idleMs !== undefined)
      thread.rests = setTimeout(() => end(thread, 'closed'), options.idleMs ?? KEPT_MS).unref()
  }

  function settled(thread: Thread): Thread['settle'] {
    const { settle } = thread
    thread.settle = undefined
    thread.hear = undefined
    return settle
  }

  function end(thread: Thread, why: Failure): void {
    if (idle.includes(thread)) wake(thread)
    busy.delete(thread)
    settled(thread)?.reject(failed(why))
    void thread.worker.terminate()
  }

  function work(thread: Thread, message: Message, { signal, hear }: Asking): Promise<Answer> {
    const began = performance.now()
    const timers = [
      setTimeout(() => end(thread, 'late'), limitMs),
      setTimeout(() => void thread.setYielding(true), SHORT_MS),
    ]
    const gone = (): void => {
      timers.push(setTimeout(() => end(thread, 'left'), Math.max(0, UNWANTED_MS - (performance.now() - began))))
    }
    if (signal?.aborted) gone()
    signal?.addEventListener('abort', gone)
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    thread.settle = { resolve, reject }
    thread.hear = hear
    thread.worker.postMessage(message)
    const answered = promise.finally(() => {
      for (const timer of timers) clearTimeout(timer)
      signal?.removeEventListener('abort', gone)
    })
    // What it answers is what its file says.
    return answered as Promise<Answer>
  }

  return {
    async run(message, asking) {
      const { tenant, signal, mayWait = false } = asking
      const either = signal ? AbortSignal.any([signal, closing.signal]) : closing.signal
      const refused = (why: NoPlace): Error =>
        failed(closing.signal.aborted ? 'closed' : why === 'left' ? 'left' : 'busy')
      const leave = await queue.enter({ tenant }, { waitMs, mayWait, signal: either, failed: refused })
      if (closing.signal.aborted) {
        leave()
        throw failed('closed')
      }
      const thread = pick(queue.hasHadMore(tenant))
      busy.add(thread)
      try {
        return await work(thread, message, asking)
      } finally {
        if (busy.delete(thread)) rest(thread)
        leave()
      }
    },
    async close() {
      closing.abort()
      const open = [...idle, ...busy]
      for (const thread of open) end(thread, 'closed')
      await Promise.all(open.map((thread) => thread.worker.terminate()))
    },
  }
}
