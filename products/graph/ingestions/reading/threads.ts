// The threads that read documents. A thread that has finished its document stays alive for a while: the next document
// finds its code loaded and already optimized.
import { Worker } from 'node:worker_threads'
import { threadEnv } from '@veritrace/platform/threads/thread-env'

/** Some documents must be in memory as a whole, such as JSON-LD whose context comes last. */
const MOST_MEMORY_MB = 1024
/** Most objects are garbage once a chunk is delivered, and should not be promoted before. */
const YOUNG_MEMORY_MB = 128
const IDLE_MS = 30_000

let idle: { worker: Worker; end: NodeJS.Timeout } | undefined

export function takeThread(): Worker {
  if (!idle) return startThread()
  const { worker, end } = idle
  idle = undefined
  clearTimeout(end)
  stopListening(worker)
  worker.ref()
  return worker
}

/** Returns a thread for the next document. It must have no message left to send. */
export function releaseThread(worker: Worker): void {
  stopListening(worker)
  if (idle) return void worker.terminate()
  worker.unref()
  const end = setTimeout(() => void takeThread().terminate(), IDLE_MS).unref()
  const forget = (): void => {
    clearTimeout(end)
    idle = undefined
  }
  // A thread that dies while it is idle must not crash the server.
  worker.once('error', forget).once('exit', forget)
  idle = { worker, end }
}

/** Removes only these listeners, because a Worker also listens to its own events. */
const stopListening = (worker: Worker): void => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

const startThread = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'ingestion',
    // The flags of the process (such as a test runner's) do not apply to this thread.
    env: threadEnv(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  })
