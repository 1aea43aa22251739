// A pool of threads for work that must not block the event loop, one job per thread, shared fairly among tenants. A
// thread is ended if its job takes too long, breaks it, or is no longer wanted.
import type { Log } from '../log.ts'
import { type NoPlace, openFairQueue } from './fair-queue.ts'
import { type Started, startWorker } from './start-worker.ts'

export interface PoolOptions<Answer = unknown> {
  /** The code of a thread: it answers every message with one message. */
  file: URL
  name: string
  log: Log
  /** With three or more threads, no two tenants get all. */
  threads: number
  memoryMb: number
  /** Time limit of the work itself, excluding the wait for it. */
  limitMs: number
  /** A caller that already has this many requests in the queue is rejected, unless it may wait. */
  mostWaiting: number
  /** A caller that waits longer is rejected, unless it may wait. */
  waitMs?: number
  /** An idle thread ends after this time. By default one idle thread remains as long as the pool is open. */
  idleMs?: number
  /** Whether a message is a progress report, which is passed to the caller while it waits for the response. */
  isNews?(said: Answer): boolean
  /** The error of a job without a response. */
  failed(why: Failure): Error
}

/** `late` and `broken` are about the work, the others about its slot. */
export type Failure = 'late' | 'broken' | 'busy' | 'left' | 'closed'

/** The caller of a job. */
export interface Asking {
  /** Work for the installation itself has its own tenant. */
  tenant: string
  signal?: AbortSignal | undefined
  /** For callers whose number is limited elsewhere: they wait for their turn after all earlier ones. */
  mayWait?: boolean
  /** Called with progress reports. */
  hear?: ((news: unknown) => void) | undefined
}

export interface Pool<Message, Answer> {
  run(message: Message, asking: Asking): Promise<Answer>
  close(): Promise<void>
}

/** The tenant for work of the installation itself. */
export const INSTALLATION = ''

const WAIT_MS = 30_000
/** Jobs that take longer yield to others. */
const SHORT_MS = 500
/** How long unwanted work may continue, because ending it costs its thread. */
const UNWANTED_MS = 1_000
/** One idle thread remains as long as the pool is open; the memory of the others is released. */
const KEPT_MS = 30_000

interface Thread extends Started {
  settle: { resolve(answer: unknown): void; reject(error: Error): void } | undefined
  hear?: Asking['hear']
  rests?: NodeJS.Timeout | undefined
}

/** Starts threads only on demand. */
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

  /** Picks a thread with this priority; one whose priority cannot be changed is ended. */
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
    // An idle thread does not keep the process alive.
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
    // The type of the response is defined by the thread's code.
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
