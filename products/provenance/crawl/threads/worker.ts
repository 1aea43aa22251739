// Worker thread that extracts documents one after another. pool.ts sets the time limit.
import { parentPort } from 'node:worker_threads'
import { extract } from '../../extract/extract.ts'
import type { Answer, Document, FromWorker, Message } from './messages.ts'

const port = parentPort!
port.on('message', async (documents: Message) => {
  const answers: Answer[] = []
  for (const document of documents) answers.push(await read(document))
  port.postMessage(answers satisfies FromWorker)
})

async function read({ bytes, contentType, context }: Document): Promise<Answer> {
  try {
    return { extraction: { ...(await extract(bytes, contentType, context)), blocks: [] } }
  } catch (error) {
    return { broken: error instanceof Error ? error.message : String(error) }
  }
}
