// A few threads that read ontologies. A request that exceeds the limits of time or memory fails with an error.
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
      if (why === 'late') return tooLarge(`Reading the ontology took longer than ${limitMs} ms.`)
      return why === 'broken' ? tooLarge('The ontology is too large or too deeply nested.') : unavailable()
    },
  })
  return {
    ask: async (asking, what, turtle, base) => {
      const message = await pool.run({ do: what, turtle, base }, asking)
      if ('syntax' in message) throw wrongTurtle(message.syntax)
      return message.reply as never
    },
    close: pool.close,
  }
}

const tooLarge = (detail: string) => new AppError('too_large_to_analyse', detail)
const unavailable = () =>
  new AppError('unavailable', 'Too many ontologies are being read.', {}, { 'retry-after': '2' }).whileBusy()
const wrongTurtle = ({ message, line, column }: { message: string; line: number; column: number }) =>
  new AppError('turtle_syntax', `Line ${line}, column ${column}: ${message}`, {
    line,
    column,
    errors: [{ path: 'turtle', message: `line ${line}, column ${column}: ${message}` }],
  })
