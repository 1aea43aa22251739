// Counts the statements of a document while it is received. A full count shows that the document is complete, so its
// job can start writing immediately.
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentType } from '@veritrace/contract/graph/ingestions'
import type { ReadOrder } from './reading/messages.ts'
import { openReader } from './reading/reader.ts'

/** Line-based syntaxes parse faster than most networks deliver; the others do not. */
const COUNTED: readonly DocumentType[] = ['application/n-quads', 'application/n-triples']
/**
 * Each count takes a thread. A sender waits for it only briefly: if the count is late, the ingestion job counts again.
 */
const MOST_AT_ONCE = 2
const LONGEST_LAG_BYTES = 32 * 1024 * 1024
const LONGEST_LAG_MS = 300

export interface CountedBytes {
  /** The document, unchanged. */
  bytes: AsyncIterable<Uint8Array>
  /** Call after the bytes are read. Null if the document was not counted or is invalid. */
  total(): Promise<number | null>
  /** Call in every case, even if the bytes were not read. */
  close(): void
}

let active = 0

export function countReceived(
  order: ReadOrder,
  bytes: AsyncIterable<Uint8Array>,
  waitMs = LONGEST_LAG_MS,
): CountedBytes {
  if (active >= MOST_AT_ONCE || !COUNTED.includes(order.type))
    return { bytes, total: async () => null, close: () => {} }
  const copy = new PassThrough()
  const counted = count(order, copy).catch(() => null)
  return {
    bytes: passOn(bytes, copy),
    async total() {
      const waiting = new AbortController()
      const late = sleep(waitMs, null, waiting).catch(() => null)
      const total = await Promise.race([counted, late])
      waiting.abort()
      return total
    },
    close: () => void copy.destroy(),
  }
}

async function* passOn(bytes: AsyncIterable<Uint8Array>, copy: PassThrough): AsyncGenerator<Uint8Array> {
  for await (const piece of bytes) {
    if (!copy.destroyed) copy.write(piece)
    if (copy.writableLength > LONGEST_LAG_BYTES) copy.destroy()
    yield piece
  }
  copy.end()
}

async function count(order: ReadOrder, copy: PassThrough): Promise<number> {
  active++
  const reader = openReader(new AbortController().signal)
  try {
    const { value: total } = await reader.read({ ...order, countOnly: true }, copy, true).next()
    return Number(total)
  } finally {
    active--
    await reader.close()
  }
}
