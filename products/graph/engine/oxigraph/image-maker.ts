// Makes the image of a snapshot in a separate thread, whose memory is freed when it ends.
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { threadEnv } from '@veritrace/platform/threads/thread-env'
import type { ImageData } from './messages.ts'

/** Writes the image next to the lines, into the folder of the snapshot. */
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
