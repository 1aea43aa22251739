// A thread that reads documents, one at a time; how long it may take is decided outside (pool.ts).
import { parentPort } from 'node:worker_threads'
import { extract } from '../../extract/extract.ts'
import type { FromWorker, Message } from './messages.ts'

const port = parentPort!
port.on('message', async ({ bytes, contentType, context }: Message) => {
  const tell = (words: FromWorker): void => port.postMessage(words)
  try {
    tell({ extraction: { ...(await extract(bytes, contentType, context)), blocks: [] } })
  } catch (error) {
    tell({ broken: error instanceof Error ? error.message : String(error) })
  }
})
