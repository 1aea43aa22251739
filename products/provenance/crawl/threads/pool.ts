// Reads documents: some small ones here and now, large ones, PDFs and many in threads, so that requests are answered
// meanwhile and every core helps.
import type { Log } from '@veritrace/platform/log'
import { type Asking, INSTALLATION, openPool } from '@veritrace/platform/threads/pool'
import type { DocumentContext, Extraction } from '../../extract/types.ts'
import { isPdf } from '../media.ts'
import type { Document, FromWorker, Message } from './messages.ts'
import { type ReadOne, readTogether } from './together.ts'

export interface Extractors {
  extract(bytes: Uint8Array, contentType: string, context: DocumentContext, asking: Asking): Promise<Extraction>
  close(): Promise<void>
}

/** Whoever asks has two of them at most. */
const THREADS = 4
/** Two hundred milliseconds at most. */
const SMALL_BYTES = 64_000
/** About what is read in the time that a request may be kept waiting. */
const SMALLEST_BYTES = 16_000
/** A thread takes about as long to start as these take to read. */
const MOST_HERE = 25
const LIMIT_MS = 30_000
const MEMORY_MB = 768
const MAX_WAITING = 64

export class DocumentTooHard extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'DocumentTooHard'
  }
}

/** It may be asked again later. */
export class ReadersBusy extends Error {
  constructor() {
    super('Too many documents wait to be read.')
    this.name = 'ReadersBusy'
  }
}

interface Options {
  log: Log
  limitMs?: number
  maxWaiting?: number
}

export function openExtractors({ log, limitMs = LIMIT_MS, maxWaiting = MAX_WAITING }: Options): Extractors {
  const open = (name: string, threads: number) =>
    openPool<Message, FromWorker>({
      file: new URL('./worker.ts', import.meta.url),
      name,
      log,
      threads,
      memoryMb: MEMORY_MB,
      limitMs,
      mostWaiting: maxWaiting,
      failed: (why) => {
        if (why === 'late') return new DocumentTooHard(`Reading it took longer than ${limitMs} ms.`)
        if (why === 'broken') return new DocumentTooHard('It is too large or too deeply nested to be read.')
        return why === 'busy' ? new ReadersBusy() : new Error('The server is stopping.')
      },
    })
  const hard = open('extract', THREADS)
  // Small documents do not wait behind large ones, and one thread reads them faster than anyone records them.
  const many = open('extract small', 1)
  const alone: ReadOne = async (document, asking) => (await hard.run([document], asking))[0]!
  const again = (document: Document) => alone(document, { tenant: INSTALLATION, mayWait: true })
  const together = readTogether({ pool: many, maxWaiting, busy: () => new ReadersBusy(), alone: again })
  let here = 0
  return {
    async extract(bytes, contentType, context, asking) {
      const isSmall = bytes.length <= SMALL_BYTES && !isPdf(contentType, bytes)
      if (isSmall && bytes.length <= SMALLEST_BYTES && here++ < MOST_HERE) return readHere(bytes, contentType, context)
      // A copy of its own: a Buffer may be a view of memory that others use.
      const document = { bytes: new Uint8Array(bytes), contentType, context }
      const answer = await (isSmall ? together : alone)(document, asking)
      if ('broken' in answer) throw new DocumentTooHard(answer.broken)
      return answer.extraction
    },
    close: async () => void (await Promise.all([hard.close(), many.close()])),
  }
}

async function readHere(bytes: Uint8Array, contentType: string, context: DocumentContext): Promise<Extraction> {
  try {
    // Its tables of languages take a while to load, and most servers start without reading a page.
    const { extract } = await import('../../extract/extract.ts')
    return await extract(bytes, contentType, context)
  } catch (error) {
    throw new DocumentTooHard(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
