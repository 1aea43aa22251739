// The threads that read documents. One that has read its document to the end is kept for a while: the next document finds
// its program loaded, and made fast by the one before.
import { Worker } from 'node:worker_threads'
import { threadEnv } from '@veritrace/platform/threads/thread-env'

/** Some documents have to be in memory as a whole, such as JSON-LD whose context comes last. */
const MOST_MEMORY_MB = 1024
/** Most of what it makes is dead when a chunk is handed over, and should not be copied before. */
const YOUNG_MEMORY_MB = 128
const KEPT_MS = 30_000

let kept: { worker: Worker; end: NodeJS.Timeout } | undefined

export function takeThread(): Worker {
  if (!kept) return startThread()
  const { worker, end } = kept
  kept = undefined
  clearTimeout(end)
  stopListening(worker)
  worker.ref()
  return worker
}

/** For the next document; it must have nothing left to say. */
export function keepThread(worker: Worker): void {
  stopListening(worker)
  if (kept) return void worker.terminate()
  worker.unref()
  const end = setTimeout(() => void takeThread().terminate(), KEPT_MS).unref()
  const forget = (): void => {
    clearTimeout(end)
    kept = undefined
  }
  // One that dies while nobody listens must not end the server.
  worker.once('error', forget).once('exit', forget)
  kept = { worker, end }
}

/** Not to everything: a worker listens to itself. */
const stopListening = (worker: Worker): void => {
  for (const event of ['message', 'error', 'exit']) worker.removeAllListeners(event)
}

const startThread = (): Worker =>
  new Worker(new URL('./worker.ts', import.meta.url), {
    name: 'ingestion',
    // The flags of the process (a test runner's) are not meant for it.
    env: threadEnv(),
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MOST_MEMORY_MB, maxYoungGenerationSizeMb: YOUNG_MEMORY_MB },
  })
