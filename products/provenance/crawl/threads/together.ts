// Sends small documents to their thread in batches: documents that arrive while it works wait for the next message. A
// message wakes two threads and copies data twice, which takes longer than extracting a page.
import { type Asking, INSTALLATION, type Pool } from '@veritrace/platform/threads/pool'
import type { Answer, Document, FromWorker, Message } from './messages.ts'

const MOST_TOGETHER = 16

interface Waiting {
  document: Document
  resolve(answer: Answer): void
  reject(error: unknown): void
}

interface Options {
  pool: Pool<Message, FromWorker>
  maxWaiting: number
  busy(): Error
  /** Retries a document of a failed message alone, because any document may be the cause. */
  alone(document: Document): Promise<Answer>
}

export type ReadOne = (document: Document, asking: Asking) => Promise<Answer>

export function readTogether({ pool, maxWaiting, busy, alone }: Options): ReadOne {
  const waiting: Waiting[] = []
  let isReading = false

  async function next(): Promise<void> {
    if (isReading || waiting.length === 0) return
    isReading = true
    const batch = waiting.splice(0, MOST_TOGETHER)
    try {
      const documents = batch.map(({ document }) => document)
      // Documents that were admitted above must not be refused here.
      const answers = await pool.run(documents, { tenant: INSTALLATION, mayWait: true })
      for (const [place, { resolve }] of batch.entries()) resolve(answers[place]!)
    } catch (error) {
      for (const { document, resolve, reject } of batch)
        if (batch.length === 1) reject(error)
        else alone(document).then(resolve, reject)
    }
    isReading = false
    void next()
  }

  return (document, { mayWait = false }) =>
    new Promise((resolve, reject) => {
      if (!mayWait && waiting.length >= maxWaiting) return reject(busy())
      waiting.push({ document, resolve, reject })
      void next()
    })
}
