// Loads uploaded packs off the event loop.
import { parentPort } from 'node:worker_threads'
import { unpack } from '../files/upload.ts'
import { type Loaded, loadFiles } from '../load.ts'

parentPort!.on('message', async (body: Uint8Array) => {
  const { files, faults } = await unpack(body)
  const answer: Loaded = files ? loadFiles(files) : { faults }
  parentPort!.postMessage(answer)
})
