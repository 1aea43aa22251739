// A few validation threads with one job each at a time, shared fairly among tenants. A job that exceeds its time limit
// is ended by terminating its thread.

import type { Plan } from '@veritrace/platform/caller'
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { openFairQueue } from '@veritrace/platform/threads/fair-queue'
import { mayRun, type Share } from './shares.ts'
import { type Ask, startThread, type Thread } from './thread.ts'

export type { Ask }

interface JobOptions {
  tenant: string
  plan: Plan
  timeoutMs: number
  signal?: AbortSignal | undefined
  /** Prefers the thread that keeps a state under this key. */
  prefers?: string
  /**
   * True outside a transaction. Such jobs leave a thread free for jobs inside one, because those block other writers.
   */
  isOutside?: boolean
}

export interface Validators {
  run<T>(options: JobOptions, work: (ask: Ask) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Two tenants together can use at most three. */
const THREADS = 4
/** Jobs that wait longer fail with a request to retry. */
const WAIT_MS = 10_000
/** Longer jobs give way to others. */
const SHORT_MS = 500
/** Limit per tenant, because each waiting job holds its data. */
const MOST_WAITING = 50

export function openValidators({ log }: { log: Log }): Validators {
  const queue = openFairQueue<Share>({ places: THREADS, mostWaiting: MOST_WAITING, allows: mayRun })
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  let isClosed = false

  /** Picks the preferred thread, or one that keeps nothing, or a new one, or the one that has been idle longest. */
  function pick(prefers: string | undefined, yields: boolean): Thread {
    for (const lost of idle.filter((thread) => !thread.isAlive())) idle.splice(idle.indexOf(lost), 1)
    const isFull = idle.length + busy.size >= THREADS
    const chosen =
      idle.find(({ keeps }) => prefers !== undefined && keeps === prefers) ??
      idle.find((thread) => thread.keeps === undefined && thread.isYielding() === yields) ??
      idle.find(({ keeps }) => keeps === undefined) ??
      (isFull ? idle[0] : undefined)
    if (chosen) idle.splice(idle.indexOf(chosen), 1)
    if (chosen?.setYielding(yields)) return chosen
    void chosen?.end(closed())
    const started = startThread(log)
    started.setYielding(yields)
    return started
  }

  return {
    async run({ tenant, plan, isOutside = false, timeoutMs, signal, prefers }, work) {
      if (isClosed) throw closed()
      const wait = { waitMs: Math.min(WAIT_MS, timeoutMs), signal, failed: notStarted }
      const leave = await queue.enter({ tenant, plan, isOutside }, wait)
      if (isClosed) {
        leave()
        throw closed()
      }
      const thread = pick(prefers, queue.hasHadMore(tenant))
      busy.add(thread)
      const long = setTimeout(() => thread.setYielding(true), SHORT_MS)
      const timer = setTimeout(
        () => thread.end(new AppError('query_timeout', `The validation took longer than ${timeoutMs} ms.`)),
        timeoutMs,
      )
      const gone = () => thread.end(abandoned())
      signal?.addEventListener('abort', gone)
      try {
        return await work(thread.ask)
      } finally {
        for (const one of [timer, long]) clearTimeout(one)
        signal?.removeEventListener('abort', gone)
        thread.keeps = await thread.ask({ do: 'rest' }).catch(() => undefined)
        busy.delete(thread)
        if (thread.isAlive()) idle.push(thread)
        leave()
      }
    },
    async close() {
      isClosed = true
      const threads = [...idle.splice(0), ...busy]
      await Promise.all(threads.map((thread) => thread.end(closed())))
    },
  }
}

const notStarted = (why: 'full' | 'late' | 'left'): AppError => (why === 'left' ? abandoned() : occupied())

const occupied = () =>
  new AppError('unavailable', 'Too many validations are running. Try again.', {}, { 'retry-after': '1' }).whileBusy()
const closed = () => new AppError('unavailable', 'The server is stopping.', {}, { 'retry-after': '1' })
const abandoned = () => new AppError('unavailable', 'The caller has disconnected.')
