// Writes reports in threads: a PDF of 100 pages takes seconds, and parsing a long table also takes time.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { type Asking, openPool } from '@veritrace/platform/threads/pool'
import type { WriteOrder } from './orders.ts'

export interface Writers {
  write(order: WriteOrder, asking: Asking): Promise<Uint8Array>
  close(): Promise<void>
}

const REASONS = {
  late: 'The report took longer than a minute.',
  broken: 'The report could not be laid out.',
  busy: 'Too many reports are being written.',
  left: 'The request was canceled.',
  closed: 'The server is closing.',
}

export function openWriters({ log }: { log: Log }): Writers {
  const pool = openPool<WriteOrder, Uint8Array>({
    file: new URL('./writer-worker.ts', import.meta.url),
    name: 'reports',
    log,
    threads: 3,
    memoryMb: 512,
    limitMs: 60_000,
    mostWaiting: 8,
    failed: (why) => new AppError('unavailable', REASONS[why], {}, why === 'busy' ? { 'retry-after': '5' } : {}),
  })
  return { write: pool.run, close: pool.close }
}
