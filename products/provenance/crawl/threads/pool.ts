// Extracts documents: the first small ones in this thread, all others in worker threads, so that the server stays
// responsive and uses all cores.
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

/** Each tenant gets at most two of them. */
const THREADS = 4
/** Takes up to 200 ms. */
const SMALL_BYTES = 64_000
/** About what can be extracted without delaying requests noticeably. */
const SMALLEST_BYTES = 16_000
/** Starting a thread takes about as long as extracting this many documents. */
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

/** The caller may retry later. */
export class ReadersBusy extends Error {
  constructor() {
    super('Too many documents are waiting to be extracted.')
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
        if (why === 'late') return new DocumentTooHard(`Extraction took longer than ${limitMs} ms.`)
        if (why === 'broken') return new DocumentTooHard('The document is too large or too deeply nested.')
        return why === 'busy' ? new ReadersBusy() : new Error('The server is stopping.')
      },
    })
  const hard = open('extract', THREADS)
  // Small documents do not wait for large ones, and one thread extracts them faster than they can be recorded.
  const many = open('extract small', 1)
  const alone: ReadOne = async (document, asking) => (await hard.run([document], asking))[0]!
  const again = (document: Document) => alone(document, { tenant: INSTALLATION, mayWait: true })
  const together = readTogether({ pool: many, maxWaiting, busy: () => new ReadersBusy(), alone: again })
  let here = 0
  return {
    async extract(bytes, contentType, context, asking) {
      const isSmall = bytes.length <= SMALL_BYTES && !isPdf(contentType, bytes)
      if (isSmall && bytes.length <= SMALLEST_BYTES && here++ < MOST_HERE) return readHere(bytes, contentType, context)
      // Copy the bytes: a Buffer may be a view of shared memory.
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
    // Loaded on demand: the language tables take a while to load, and most servers start without extracting a page.
    const { extract } = await import('../../extract/extract.ts')
    return await extract(bytes, contentType, context)
  } catch (error) {
    throw new DocumentTooHard(error instanceof Error ? error.message : String(error), { cause: error })
  }
}
