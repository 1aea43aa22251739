// A few threads that validate, one job each at a time, shared fairly among tenants. A job that takes too long ends with
// its thread.
import { AppError } from '@veritrace/platform/errors'
import type { Plan } from '@veritrace/platform/identity/caller'
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
  /** Best done by the thread that keeps something under this name. */
  prefers?: string
  /** Outside of any transaction: leaves a thread for those inside one, for which others wait. */
  isApart?: boolean
}

export interface Validators {
  run<T>(options: JobOptions, work: (ask: Ask) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Two tenants can have three of them at most. */
const THREADS = 4
/** Who waits longer is told to come back. */
const WAIT_MS = 10_000
/** What takes longer yields to others. */
const SHORT_MS = 500
/** Of one tenant: each holds what it is to validate. */
const MOST_WAITING = 50

export function openValidators({ log }: { log: Log }): Validators {
  const queue = openFairQueue<Share>({ places: THREADS, mostWaiting: MOST_WAITING, allows: mayRun })
  const idle: Thread[] = []
  const busy = new Set<Thread>()
  let isClosed = false

  /** The one that is asked for, else one that keeps nothing, else a new one, else the one that has rested longest. */
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
    async run({ tenant, plan, isApart = false, timeoutMs, signal, prefers }, work) {
      if (isClosed) throw closed()
      const wait = { waitMs: Math.min(WAIT_MS, timeoutMs), signal, failed: notStarted }
      const leave = await queue.enter({ tenant, plan, isApart }, wait)
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
  new AppError('unavailable', 'Too many validations run at once; try again.', {}, { 'retry-after': '1' })
const closed = () => new AppError('unavailable', 'The server is stopping.', {}, { 'retry-after': '1' })
const abandoned = () => new AppError('unavailable', 'Nobody waits for the answer.')
