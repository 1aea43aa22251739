// Reads documents in threads, because files from others can be slow to read or hostile.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { type Asking, openPool } from '@veritrace/platform/threads/pool'
import { type FileToRead, type ReadDocument, UnreadableDocument } from '../read/document.ts'

const LIMIT_MS = 30_000
const MEMORY_MB = 512

export type ReaderAnswer = { document: ReadDocument } | { unreadable: string }

export interface Readers {
  /** Throws UnreadableDocument with the reason if the file cannot be read. */
  read(file: FileToRead, asking: Asking): Promise<ReadDocument>
  close(): Promise<void>
}

export function openReaders(log: Log): Readers {
  const pool = openPool<FileToRead, ReaderAnswer>({
    file: new URL('./worker.ts', import.meta.url),
    name: 'documents',
    log,
    threads: 3,
    memoryMb: MEMORY_MB,
    limitMs: LIMIT_MS,
    mostWaiting: 64,
    failed: (why) =>
      why === 'late' || why === 'broken'
        ? new UnreadableDocument('Reading the file takes too much time or memory.')
        : new AppError(
            'unavailable',
            'Too many documents are being read. Try again shortly.',
            {},
            { 'retry-after': '2' },
          ),
  })
  return {
    async read(file, asking) {
      const answer = await pool.run(file, asking)
      if ('unreadable' in answer) throw new UnreadableDocument(answer.unreadable)
      return answer.document
    },
    close: () => pool.close(),
  }
}
