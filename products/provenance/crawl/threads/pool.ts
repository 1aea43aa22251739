// Reads documents: small ones here and now, large ones and PDFs in threads, so that requests are answered meanwhile.
import type { Log } from '@veritrace/platform/log'
import { openPool } from '@veritrace/platform/threads/pool'
import { extract } from '../../extract/extract.ts'
import type { DocumentContext, Extraction } from '../../extract/types.ts'
import { isPdf } from '../media.ts'
import type { FromWorker, Message } from './messages.ts'

export interface Extractors {
  extract(bytes: Uint8Array, contentType: string, context: DocumentContext): Promise<Extraction>
  close(): Promise<void>
}

const THREADS = 2
/** About what is read in the time that a request may be kept waiting. */
const SMALL_BYTES = 64_000
const LIMIT_MS = 30_000
const MEMORY_MB = 768
const MAX_WAITING = 64

export class DocumentTooHard extends Error {
  constructor(message: string) {
    super(message)
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
  const pool = openPool<Message, FromWorker>({
    file: new URL('./worker.ts', import.meta.url),
    name: 'extract',
    log,
    threads: THREADS,
    memoryMb: MEMORY_MB,
    limitMs,
    maxWaiting,
    failed: (why) => {
      if (why === 'late') return new DocumentTooHard(`Reading it took longer than ${limitMs} ms.`)
      if (why === 'broken') return new DocumentTooHard('It is too large or too deeply nested to be read.')
      return why === 'busy' ? new ReadersBusy() : new Error('The server is stopping.')
    },
  })
  return {
    async extract(bytes, contentType, context) {
      if (bytes.length <= SMALL_BYTES && !isPdf(contentType, bytes)) return extract(bytes, contentType, context)
      // A copy of its own: a Buffer may be a view of memory that others use.
      const words = await pool.run({ bytes: Uint8Array.from(bytes), contentType, context })
      if ('broken' in words) throw new DocumentTooHard(words.broken)
      return words.extraction
    },
    close: pool.close,
  }
}
