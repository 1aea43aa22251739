// PDFs are laid out in a thread: a hundred pages take seconds.
import { AppError } from '@veritrace/platform/errors'
import type { Log } from '@veritrace/platform/log'
import { openPool } from '@veritrace/platform/threads/pool'
import type { PdfOrder } from './definition.ts'

export interface Pdfs {
  render(order: PdfOrder): Promise<Uint8Array>
  close(): Promise<void>
}

const SAID = {
  late: 'The PDF took longer than a minute.',
  broken: 'The PDF could not be laid out.',
  busy: 'Too many PDFs are being made.',
  closed: 'The server is closing.',
}

export function openPdfs({ log }: { log: Log }): Pdfs {
  const pool = openPool<PdfOrder, Uint8Array>({
    file: new URL('./pdf-worker.ts', import.meta.url),
    name: 'pdf',
    log,
    threads: 1,
    memoryMb: 512,
    limitMs: 60_000,
    maxWaiting: 8,
    failed: (why) => new AppError('unavailable', SAID[why]),
  })
  return { render: pool.run, close: pool.close }
}
