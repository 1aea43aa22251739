// One thread that validates, and what is asked of it.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { startWorker } from '@veritrace/platform/threads/start-worker'
import type { FromWorker, Message, Replies } from './messages.ts'
import { inOurWords } from './problems.ts'

export type Ask = <M extends Message>(message: M) => Promise<Replies[M['do']]>

const MEMORY_MB = 512

export interface Thread {
  ask: Ask
  keeps: string | undefined
  isAlive(): boolean
  isYielding(): boolean
  /** False if it has to be ended, because it yields and cannot stop yielding. */
  setYielding(isYielding: boolean): boolean
  /** What is asked of it, now or later, fails with this. */
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
    (words) => {
      if ('reply' in words) settle()?.resolve(words.reply)
      else settle()?.reject(inOurWords(words.failure))
    },
  )
  const end = (error: Error): Promise<unknown> => {
    ended ??= error
    settle()?.reject(ended)
    return worker.terminate()
  }
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
  new AppError('graph_too_large', 'The data that the shape looks at is more than one validation can hold.')
