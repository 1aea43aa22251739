// Counts the statements of a document while it is received, which shows that it is whole: its job can begin to write.
import { PassThrough } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DocumentType } from '@veritrace/contract/graph/ingestions'
import type { ReadOrder } from './reading/messages.ts'
import { openReader } from './reading/reader.ts'

/** Lines are read faster than most networks bring them; the other syntaxes are not. */
const COUNTED: readonly DocumentType[] = ['application/n-quads', 'application/n-triples']
/** Each takes a thread. A sender waits for it a moment at most: what is not counted by then, its job counts. */
const MOST_AT_ONCE = 2
const MOST_BEHIND_BYTES = 32 * 1024 * 1024
const MOST_BEHIND_MS = 300

export interface Along {
  /** As they came. */
  bytes: AsyncIterable<Uint8Array>
  /** When the bytes have been read; null where they were not counted, or are no such document. */
  total(): Promise<number | null>
  /** However it ended, also where nobody has read the bytes. */
  close(): void
}

let underWay = 0

export function countAlong(order: ReadOrder, bytes: AsyncIterable<Uint8Array>, patienceMs = MOST_BEHIND_MS): Along {
  if (underWay >= MOST_AT_ONCE || !COUNTED.includes(order.type))
    return { bytes, total: async () => null, close: () => {} }
  const copy = new PassThrough()
  const counted = count(order, copy).catch(() => null)
  return {
    bytes: passOn(bytes, copy),
    async total() {
      const waiting = new AbortController()
      const late = sleep(patienceMs, null, waiting).catch(() => null)
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
    if (copy.writableLength > MOST_BEHIND_BYTES) copy.destroy()
    yield piece
  }
  copy.end()
}

async function count(order: ReadOrder, copy: PassThrough): Promise<number> {
  underWay++
  const reader = openReader(new AbortController().signal)
  try {
    const { value: total } = await reader.read({ ...order, countOnly: true }, copy, true).next()
    return Number(total)
  } finally {
    underWay--
    await reader.close()
  }
}
