// Reads documents in a worker thread.
import { parentPort } from 'node:worker_threads'
import { type FileToRead, UnreadableDocument } from '../read/document.ts'
import { readFile } from '../read/read-file.ts'
import type { ReaderAnswer } from './readers.ts'

parentPort!.on('message', async (file: FileToRead) => parentPort!.postMessage(await answerTo(file)))

async function answerTo(file: FileToRead): Promise<ReaderAnswer> {
  try {
    return { document: await readFile(file) }
  } catch (error) {
    if (error instanceof UnreadableDocument) return { unreadable: error.message }
    throw error
  }
}
