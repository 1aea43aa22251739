// Reads one list off the event loop. Pauses while 2 batches are unacknowledged.
import { once } from 'node:events'
import { parentPort } from 'node:worker_threads'
import { readBatches } from '../importers/batches.ts'
import { importerFor } from '../importers/importers.ts'
import { Unreadable } from '../importers/record.ts'
import type { FromWorker, ToWorker } from './messages.ts'

const port = parentPort!
const MAX_UNACKNOWLEDGED = 2
const send = (message: FromWorker): void => port.postMessage(message)

let unacknowledged = 0
port.once('message', (work: ToWorker) => {
  port.on('message', () => unacknowledged--)
  if (work !== 'acknowledged') void read(work)
})

async function read({ importer, bytes }: Exclude<ToWorker, 'acknowledged'>): Promise<void> {
  try {
    const parts = readBatches(importerFor(importer)!, bytes)
    for (let part = parts.next(); ; part = parts.next()) {
      if (part.done) return send({ end: part.value })
      unacknowledged++
      send({ part: part.value })
      while (unacknowledged >= MAX_UNACKNOWLEDGED) await once(port, 'message')
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error
    send({ unreadable: error.message })
  }
}
