// Starts a thread, and lets it yield its processor to others.
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { setYielding } from './priority.ts'
import { threadEnv } from './thread-env.ts'

export interface Started {
  worker: Worker
  isYielding(): boolean
  /** False if it has to be ended, because it yields and cannot stop yielding. */
  setYielding(isYielding: boolean): boolean
}

export interface StartOptions extends Pick<WorkerOptions, 'name' | 'resourceLimits'> {
  file: URL
}

/** `hear` is told what the thread says. */
export function startWorker<Said>({ file, ...options }: StartOptions, hear: (said: Said) => void): Started {
  const worker = new Worker(file, {
    ...options,
    // The flags of the process (a test runner's) are not meant for it.
    env: threadEnv(),
    execArgv: ['--import', TELL_NUMBER],
  })
  let number: number | undefined
  /** What is wished, and what is so. */
  const yielding = { wished: false, is: false }
  const settle = (): boolean => {
    if (number === undefined || yielding.is === yielding.wished) return true
    const isDone = setYielding(number, yielding.wished)
    if (isDone) yielding.is = yielding.wished
    // Not to yield where it should is no fault.
    return isDone || yielding.wished
  }
  // Its first message, sent before it has read its file.
  worker.once('message', (told: number | undefined) => {
    number = told
    settle()
    worker.on('message', hear)
  })
  worker.once('exit', () => {
    // Another thread may get the number.
    number = undefined
  })
  return {
    worker,
    isYielding: () => yielding.is,
    setYielding(wished) {
      yielding.wished = wished
      return settle()
    },
  }
}

const TELL_NUMBER = new URL('./tell-number.ts', import.meta.url).href
