// Reports are written in a thread: a hundred pages take seconds, and a long table is not read in a moment either.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { openPool } from '@veritrace/platform/threads/pool'
import type { WriteOrder } from './orders.ts'

export interface Writers {
  write(order: WriteOrder): Promise<Uint8Array>
  close(): Promise<void>
}

const SAID = {
  late: 'The report took longer than a minute.',
  broken: 'The report could not be laid out.',
  busy: 'Too many reports are being written.',
  closed: 'The server is closing.',
}

export function openWriters({ log }: { log: Log }): Writers {
  const pool = openPool<WriteOrder, Uint8Array>({
    file: new URL('./writer-worker.ts', import.meta.url),
    name: 'reports',
    log,
    threads: 1,
    memoryMb: 512,
    limitMs: 60_000,
    maxWaiting: 8,
    failed: (why) => new AppError('unavailable', SAID[why]),
  })
  return { write: pool.run, close: pool.close }
}
