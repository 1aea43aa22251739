// A validation thread, and the requests to it.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { startWorker } from '@veritrace/platform/threads/start-worker'
import type { FromWorker, Message, Replies } from './messages.ts'
import { toApiError } from './problems.ts'

export type Ask = <M extends Message>(message: M) => Promise<Replies[M['do']]>

const MEMORY_MB = 512

export interface Thread {
  ask: Ask
  keeps: string | undefined
  isAlive(): boolean
  isYielding(): boolean
  /** Returns false if the thread must be ended because it yields and cannot stop yielding. */
  setYielding(isYielding: boolean): boolean
  /** Current and later requests fail with this error. */
  end(error: Error): Promise<unknown>
}

export function startThread(log: Log): Thread {
  let pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined
  let ended: Error | undefined
  const settle = () => {
    const asked = pending
    pending = undefined
    return asked
  }
  const { worker, isYielding, setYielding } = startWorker<FromWorker>(
    {
      file: new URL('./worker.ts', import.meta.url),
      name: 'shacl',
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    },
    (message) => {
      if ('reply' in message) settle()?.resolve(message.reply)
      else settle()?.reject(toApiError(message.failure))
    },
  )
  const end = (error: Error): Promise<unknown> => {
    ended ??= error
    settle()?.reject(ended)
    return worker.terminate()
  }
  worker.on('error', (error: Error & { code?: string }) => {
    log.warn({ err: error }, 'a validation thread was lost')
    void end(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error)
  })
  worker.on(
    'exit',
    () => void end(new AppError('unavailable', 'The validation was stopped.', {}, { 'retry-after': '1' })),
  )
  const ask = (message: Message): Promise<unknown> =>
    new Promise((resolve, reject) => {
      if (ended) return reject(ended)
      pending = { resolve, reject }
      worker.postMessage(message)
    })
  // The types guarantee that worker.ts replies to each message with the matching reply.
  return {
    ask: ask as Ask,
    keeps: undefined,
    isAlive: () => ended === undefined,
    isYielding,
    setYielding,
    end,
  }
}

const tooLarge = () =>
  new AppError('graph_too_large', 'The shape reads more data than fits into the memory of a validation.')
