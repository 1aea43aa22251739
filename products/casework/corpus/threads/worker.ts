// Reads one list, away from the event loop. It goes on reading while two parts wait to be taken, not further.
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { readBatches } from '../importers/batches.ts'
import { importerFor } from '../importers/importers.ts'
import { Unreadable } from '../importers/record.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const port = parentPort!
const MOST_WAITING = 2
const tell = (words: FromWorker): void => port.postMessage(words)

let untaken = 0
port.once('message', (work: ToWorker) => {
  port.on('message', () => untaken--)
  if (work !== 'taken') void read(work)
})

async function read({ importer, bytes }: Exclude<ToWorker, 'taken'>): Promise<void> {
  try {
    const parts = readBatches(importerFor(importer)!, bytes)
    for (let part = parts.next(); ; part = parts.next()) {
      if (part.done) return tell({ end: part.value })
      untaken++
      tell({ part: part.value })
      while (untaken >= MOST_WAITING) await once(port, 'message')
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    tell({ unreadable: error.message })
  }
}
