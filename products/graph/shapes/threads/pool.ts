// A few threads that validate, one job each at a time. A job that takes too long ends with its thread.
import { Worker } from 'node:worker_threads'
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { threadEnv } from '@veritrace/platform/threads/thread-env'
import type { FromWorker, Message, Replies } from './messages.ts'
import { inOurWords } from './problems.ts'

export type Ask = <M extends Message>(message: M) => Promise<Replies[M['do']]>

interface JobOptions {
  /** Jobs of one tenant leave a thread for the others. */
  tenant: string
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

const THREADS = 3
const MOST_OF_TENANT = THREADS - 1
const MOST_APART = THREADS - 1
const MOST_APART_OF_TENANT = MOST_OF_TENANT - 1
const MEMORY_MB = 512
/** Who waits longer is told to come back. */
const WAIT_MS = 10_000

interface Running {
  tenant: string
  isApart: boolean
}

interface Waiting extends Running {
  prefers: string | undefined
  start(thread: Thread): void
}

export function openValidators({ log }: { log: Log }): Validators {
  const idle: Thread[] = []
  const running = new Map<Thread, Running>()
  const waiting: Waiting[] = []
  let isClosed = false

  function mayStart({ tenant, isApart }: Running): boolean {
    const all = [...running.values()]
    const own = all.filter((one) => one.tenant === tenant)
    if (all.length >= THREADS || own.length >= MOST_OF_TENANT) return false
    const apart = (some: Running[]) => some.filter((one) => one.isApart).length
    return !isApart || (apart(all) < MOST_APART && apart(own) < MOST_APART_OF_TENANT)
  }

  function next(): void {
    if (isClosed) return
    const at = waiting.findIndex(mayStart)
    if (at < 0) return
    const [{ tenant, isApart, prefers, start }] = waiting.splice(at, 1) as [Waiting]
    const thread = pick(prefers) ?? startThread(log)
    running.set(thread, { tenant, isApart })
    start(thread)
    next()
  }

  /** The one that is asked for, else one that keeps nothing, else a new one, else the one that has rested longest. */
  function pick(prefers: string | undefined): Thread | undefined {
    for (const lost of idle.filter((thread) => !thread.isAlive())) idle.splice(idle.indexOf(lost), 1)
    const isFull = idle.length + running.size >= THREADS
    const chosen =
      idle.find(({ keeps }) => prefers !== undefined && keeps === prefers) ??
      idle.find(({ keeps }) => keeps === undefined) ??
      (isFull ? idle[0] : undefined)
    if (chosen) idle.splice(idle.indexOf(chosen), 1)
    return chosen
  }

  function take({ tenant, timeoutMs, signal, prefers, isApart = false }: JobOptions): Promise<Thread> {
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(abandoned())
      const leave = (error: Error) => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', gone)
        const at = waiting.indexOf(mine)
        if (at >= 0) waiting.splice(at, 1)
        reject(error)
      }
      const gone = () => leave(abandoned())
      const timer = setTimeout(() => leave(busy()), Math.min(WAIT_MS, timeoutMs))
      const mine: Waiting = {
        tenant,
        isApart,
        prefers,
        start: (thread) => {
          clearTimeout(timer)
          signal?.removeEventListener('abort', gone)
          resolve(thread)
        },
      }
      signal?.addEventListener('abort', gone)
      waiting.push(mine)
      next()
    })
  }

  return {
    async run(options, work) {
      if (isClosed) throw closed()
      const thread = await take(options)
      const { timeoutMs, signal } = options
      const timer = setTimeout(
        () => thread.end(new AppError('query_timeout', `The validation took longer than ${timeoutMs} ms.`)),
        timeoutMs,
      )
      const gone = () => thread.end(abandoned())
      signal?.addEventListener('abort', gone)
      try {
        return await work(thread.ask)
      } finally {
        clearTimeout(timer)
        signal?.removeEventListener('abort', gone)
        thread.keeps = await thread.ask({ do: 'rest' }).catch(() => undefined)
        running.delete(thread)
        if (thread.isAlive()) idle.push(thread)
        next()
      }
    },
    async close() {
      isClosed = true
      const threads = [...idle.splice(0), ...running.keys()]
      await Promise.all(threads.map((thread) => thread.end(closed())))
    },
  }
}

interface Thread {
  ask: Ask
  keeps: string | undefined
  isAlive(): boolean
  /** What is asked of it, now or later, fails with this. */
  end(error: Error): Promise<unknown>
}

function startThread(log: Log): Thread {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'shacl',
    // The flags of the process (a test runner's) are not meant for it.
    env: threadEnv(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined
  let ended: Error | undefined
  const settle = () => {
    const asked = pending
    pending = undefined
    return asked
  }
  const end = (error: Error): Promise<unknown> => {
    ended ??= error
    settle()?.reject(ended)
    return worker.terminate()
  }
  worker.on('message', (words: FromWorker) => {
    if ('reply' in words) settle()?.resolve(words.reply)
    else settle()?.reject(inOurWords(words.failure))
  })
  worker.on('error', (error: Error & { code?: string }) => {
    log.warn({ err: error }, 'A thread of the validation was lost.')
    void end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)
  })
  worker.on(
    'exit',
    () => void end(new AppError('unavailable', 'The validation was ended.', {}, { 'retry-after': '1' })),
  )
  const ask = (message: Message): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      pending = { resolve, reject }
      worker.postMessage(message)
    })
  // The reply to a message is what worker.ts answers to it.
  return { ask: ask as Ask, keeps: undefined, isAlive: () => ended === undefined, end }
}

const busy = () =>
  new AppError('unavailable', 'Too many validations run at once; try again.', {}, { 'retry-after': '1' })
const closed = () => new AppError('unavailable', 'The server is stopping.', {}, { 'retry-after': '1' })
const abandoned = () => new AppError('unavailable', 'Nobody waits for the answer.')
const tooLarge = () =>
  new AppError('graph_too_large', 'The data that the shape looks at is more than one validation can hold.')
