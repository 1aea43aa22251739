// Starts a thread that can be made to yield its processor to others.
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { setYielding } from './priority.ts'
import { threadEnv } from './thread-env.ts'

export interface Started {
  worker: Worker
  isYielding(): boolean
  /** False if the thread must be ended, because it yields and cannot be made to stop yielding. */
  setYielding(isYielding: boolean): boolean
}

export interface StartOptions extends Pick<WorkerOptions, 'name' | 'resourceLimits'> {
  file: URL
}

/** `hear` is called with the thread's messages. */
export function startWorker<Said>({ file, ...options }: StartOptions, hear: (said: Said) => void): Started {
  const worker = new Worker(file, {
    ...options,
    // The flags of the process, such as a test runner's, are not for the thread.
    env: threadEnv(),
    execArgv: ['--import', TELL_NUMBER],
  })
  let number: number | undefined
  /** The requested and the current state. */
  const yielding = { wanted: false, is: false }
  const settle = (): boolean => {
    if (number === undefined || yielding.is === yielding.wanted) return true
    const isDone = setYielding(number, yielding.wanted)
    if (isDone) yielding.is = yielding.wanted
    // Failing to yield is harmless.
    return isDone || yielding.wanted
  }
  // The first message contains its number, and is sent before its own code runs.
  worker.once('message', (message: number | undefined) => {
    number = message
    settle()
    worker.on('message', hear)
  })
  worker.once('exit', () => {
    // Another thread may get the same number.
    number = undefined
  })
  return {
    worker,
    isYielding: () => yielding.is,
    setYielding(wanted) {
      yielding.wanted = wanted
      return settle()
    },
  }
}

const TELL_NUMBER = new URL('./tell-number.ts', import.meta.url).href
