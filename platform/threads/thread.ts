// One stateful thread: started on first use, and ended after some idle time, which releases its memory. It handles
// several requests concurrently and answers each with its number.
import { Worker } from 'node:worker_threads'
import type { Log } from '../log.ts'
import { threadEnv } from './thread-env.ts'

export interface ThreadOptions {
  file: URL
  name: string
  log: Log
  idleMs: number
  /** The error of a request without a response. */
  failed(why: 'broken' | 'idle' | 'closed', cause?: unknown): Error
  /** Called when its state is lost. */
  ended?(): void
}

export interface Thread<Message, Answer> {
  ask(message: Message): Promise<Answer>
  close(): Promise<void>
}

/** `Message` and `Answer` are without the number, which is added and removed here. */
export function openThread<Message extends object, Answer>(options: ThreadOptions): Thread<Message, Answer> {
  const { failed, idleMs } = options
  const waiting = new Map<number, { resolve(answer: Answer): void; reject(error: Error): void }>()
  let worker: Worker | undefined
  let idle: NodeJS.Timeout | undefined
  let ending: Promise<unknown> = Promise.resolve()
  let last = 0
  let isClosed = false

  function start(): Worker {
    const started = new Worker(options.file, { name: options.name, env: threadEnv(), execArgv: [] })
    started.on('message', ({ id, ...answer }: { id: number }) => {
      waiting.get(id)?.resolve(answer as Answer)
      waiting.delete(id)
      if (waiting.size === 0 && worker === started) rest()
    })
    started.on('error', (error) => {
      options.log.error({ err: error, thread: options.name }, 'a thread broke')
      if (worker === started) end(failed('broken', error))
    })
    return started
  }

  /** Without pending requests the process may exit, and after a while the thread ends. */
  function rest(): void {
    worker?.unref()
    idle = setTimeout(() => end(failed('idle')), idleMs).unref()
  }

  function end(reason: Error): void {
    clearTimeout(idle)
    ending = Promise.all([ending, worker?.terminate()])
    worker = undefined
    options.ended?.()
    for (const { reject } of waiting.values()) reject(reason)
    waiting.clear()
  }

  return {
    ask: (message) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(failed('closed'))
        clearTimeout(idle)
        worker ??= start()
        worker.ref()
        const id = ++last
        waiting.set(id, { resolve, reject })
        worker.postMessage({ ...message, id })
      }),
    async close() {
      isClosed = true
      end(failed('closed'))
      await ending
    },
  }
}
