// Has the image of a snapshot made, in a thread of its own: the memory that it takes for that goes with it.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnv } from '@veritrace/platform/threads/thread-env'
import type { ImageData } from './messages.ts'

/** Beside the lines in the folder of the snapshot. */
export async function makeImage({ signal, ...given }: ImageData & { signal: AbortSignal }): Promise<void> {
  const workerData: ImageData = given
  const worker = new Worker(new URL('./make-image.ts', import.meta.url), {
    name: 'sparql-image',
    workerData,
    env: threadEnv(),
    execArgv: [],
  })
  try {
    await once(worker, 'exit', { signal })
  } finally {
    await worker.terminate()
  }
}
