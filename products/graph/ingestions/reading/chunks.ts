// Gathers the statements of a document into chunks, each as the main thread wants it.
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/ingestions'
import { isDescribed } from '../../statements/asserted-row.ts'
import { packRows } from '../../statements/pack-rows.ts'
import type { AssertedRow } from '../../statements/tables.ts'
import { CHUNK } from '../rules.ts'
import type { Chunk } from './messages.ts'

export interface Chunks {
  /** Whether the next statement is of interest; where it is not, it is only counted. */
  isWanted(): boolean
  add(row: AssertedRow): void
  reject(line: number | null, message: string): void
  pass(): void
  /** Hands over the chunks that are full. */
  flush(): Promise<void>
  /** Hands over the rest; how many statements there were. */
  end(): Promise<number>
}

export function openChunks(
  { skip, countOnly }: { skip: number; countOnly: boolean },
  deliver: (chunk: Chunk) => Promise<void>,
): Chunks {
  const full: Chunk[] = []
  let received = 0
  let open = emptyChunk(skip)
  let rows: AssertedRow[] = []

  const counted = (): void => {
    received += 1
    if (countOnly || received <= skip * CHUNK) return
    open.received += 1
    if (open.received === CHUNK) close()
  }
  const close = (): void => {
    full.push(packed(open, rows))
    open = emptyChunk(open.number + 1)
    rows = []
  }
  const flush = async (): Promise<void> => {
    for (const chunk of full.splice(0)) await deliver(chunk)
  }
  return {
    isWanted: () => !countOnly && received >= skip * CHUNK,
    add(row) {
      rows.push(row)
      counted()
    },
    reject(line, message) {
      open.rejected += 1
      if (open.errors.length < MOST_INGESTION_ERRORS) open.errors.push({ line, message })
      counted()
    },
    pass: counted,
    flush,
    async end() {
      if (open.received > 0) close()
      await flush()
      return received
    },
  }
}

const emptyChunk = (number: number): Chunk => ({ number, received: 0, rejected: 0, errors: [], rows: [] })

/** Metadata may be too much for what is known already, so such statements are handed over one by one. */
const packed = (chunk: Chunk, rows: AssertedRow[]): Chunk =>
  rows.some(isDescribed) ? { ...chunk, rows } : { ...chunk, packed: packRows(rows) }
