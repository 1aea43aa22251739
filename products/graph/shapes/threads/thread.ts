// One thread that validates, and what is asked of it.
import { Worker } from 'node:worker_threads'
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { setYielding } from '@veritrace/platform/threads/priority'
import { threadEnv } from '@veritrace/platform/threads/thread-env'
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
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'shacl',
    // The flags of the process (a test runner's) are not meant for it.
    env: threadEnv(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  let pending: { resolve(value: unknown): void; reject(error: Error): void } | undefined
  let ended: Error | undefined
  let number: number | undefined
  /** What is wished, and what is so. */
  const yielding = { wished: false, is: false }
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
  const settleYielding = (): boolean => {
    if (number === undefined || ended || yielding.is === yielding.wished) return true
    const isDone = setYielding(number, yielding.wished)
    if (isDone) yielding.is = yielding.wished
    // Not to yield where it should is no fault.
    return isDone || yielding.wished
  }
  worker.on('message', (words: FromWorker) => {
    if ('thread' in words) {
      number = words.thread
      settleYielding()
    } else if ('reply' in words) settle()?.resolve(words.reply)
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
  return {
    ask: ask as Ask,
    keeps: undefined,
    isAlive: () => ended === undefined,
    isYielding: () => yielding.is,
    setYielding: (wished) => {
      yielding.wished = wished
      return settleYielding()
    },
    end,
  }
}

const tooLarge = () =>
  new AppError('graph_too_large', 'The data that the shape looks at is more than one validation can hold.')
