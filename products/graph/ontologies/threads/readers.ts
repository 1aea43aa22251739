// A few threads that read ontologies. One that takes too long, or that is too much for a thread, is told so.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { type Asking, openPool } from '@veritrace/platform/threads/pool'
import type { FromWorker, Message, Replies } from './messages.ts'

export interface Readers {
  ask<D extends Message['do']>(asking: Asking, what: D, turtle: string, base?: string): Promise<Replies[D]>
  close(): Promise<void>
}
interface ReaderOptions {
  log: Log
  threads?: number
  limitMs?: number
  mostWaiting?: number
}

const MEMORY_MB = 1024

export function openReaders({ log, threads = 4, limitMs = 20_000, mostWaiting = 16 }: ReaderOptions): Readers {
  const pool = openPool<Message, FromWorker>({
    file: new URL('./worker.ts', import.meta.url),
    name: 'ontologies',
    log,
    threads,
    memoryMb: MEMORY_MB,
    limitMs,
    mostWaiting,
    failed: (why) => {
      if (why === 'late') return tooLarge(`Reading it took longer than ${limitMs} ms.`)
      return why === 'broken' ? tooLarge('It is too large or too deeply nested to be read.') : unavailable()
    },
  })
  return {
    ask: async (asking, what, turtle, base) => {
      const words = await pool.run({ do: what, turtle, base }, asking)
      if ('syntax' in words) throw wrongTurtle(words.syntax)
      return words.reply as never
    },
    close: pool.close,
  }
}

const tooLarge = (detail: string) => new AppError('too_large_to_analyse', detail)
const unavailable = () => new AppError('unavailable', 'Too many ontologies are being read.', {}, { 'retry-after': '2' })
const wrongTurtle = ({ message, line, column }: { message: string; line: number; column: number }) =>
  new AppError('turtle_syntax', `Line ${line}, column ${column}: ${message}`, {
    line,
    column,
    errors: [{ path: 'turtle', message: `line ${line}, column ${column}: ${message}` }],
  })
