// Collects the statements of a document into chunks for the main thread.
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/limits'
import { isDescribed } from '../../statements/asserted-row.ts'
import { openPacker, type Packer } from '../../statements/packer.ts'
import type { AssertedRow } from '../../statements/tables.ts'
import { TermError } from '../../terms/nquads.ts'
import type { Chunk } from './messages.ts'

export interface Chunks {
  /** False if the next statement only needs to be counted. */
  isWanted(): boolean
  add(row: AssertedRow): void
  /** Adds a statement that is still in bytes. */
  addLine: Packer['addLine']
  reject(line: number | null, message: string): void
  pass(): void
  /** Delivers the chunks that are full. */
  flush(): Promise<void>
  /** Delivers the rest and returns the number of statements. */
  end(): Promise<number>
}

export function openChunks(
  { skip, countOnly, size }: { skip: number; countOnly: boolean; size: number },
  deliver: (chunk: Chunk) => Promise<void>,
): Chunks {
  const full: Chunk[] = []
  let received = 0
  const packer = openPacker()
  let open = emptyChunk(skip)
  /** Statements of the open chunk that are not packed yet, because a chunk with metadata is delivered row by row. */
  let rows: AssertedRow[] = []

  const counted = (): void => {
    received += 1
    if (countOnly || received <= skip * size) return
    open.received += 1
    if (open.received === size) close()
  }
  const close = (): void => {
    // Metadata of existing statements may exceed their limit, so the main thread checks these rows one by one.
    if (rows.some(isDescribed)) full.push({ ...open, rows })
    else {
      for (const row of rows) packer.add(row)
      full.push({ ...open, packed: packer.finish() })
    }
    open = emptyChunk(open.number + 1)
    rows = []
  }
  const flush = async (): Promise<void> => {
    for (const chunk of full.splice(0)) await deliver(chunk)
  }
  return {
    isWanted: () => !countOnly && received >= skip * size,
    add(row) {
      rows.push(row)
      counted()
    },
    addLine(bytes, terms, context) {
      packer.addLine(bytes, terms, context)
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

/** Reports a statement that cannot be stored, and continues with the next. */
export function takeOrReject(chunks: Chunks, line: number | null, add: () => void): void {
  try {
    if (chunks.isWanted()) add()
    else chunks.pass()
  } catch (error) {
    if (!(error instanceof TermError)) throw error
    chunks.reject(line, error.message)
  }
}
