// Parses rows from SPARQL JSON results while they arrive, so that a large answer is never in memory as a whole and
// blocks the event loop for one piece at a time only.
import { EngineError } from '../engine.ts'
import type { ServerTerm } from './names.ts'

export type Row = Record<string, ServerTerm>

const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPEN = 0x7b
const CLOSE = 0x7d

interface Head {
  vars?: string[]
}

/** Yields the variable names first, then batches of rows. */
export async function* readRows(body: AsyncIterable<Uint8Array>): AsyncGenerator<{ head: string[] } | { rows: Row[] }> {
  let rest: Buffer = Buffer.alloc(0)
  let at = 0
  /** {results: {bindings: [{…}]}}: a row starts at depth 3. */
  let depth = 0
  let start = -1
  let hasHead = false
  let inString = false
  for await (const piece of body) {
    rest =
      rest.length > 0 ? Buffer.concat([rest, piece]) : Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength)
    let head: string[] | undefined
    const rows: Row[] = []
    for (; at < rest.length; at++) {
      const byte = rest[at]
      if (inString) {
        if (byte === BACKSLASH) at++
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) inString = true
      else if (byte === OPEN && ++depth === (hasHead ? 3 : 2)) start = at
      else if (byte === CLOSE && depth-- === (hasHead ? 3 : 2) && start >= 0) {
        const found: unknown = JSON.parse(rest.toString('utf8', start, at + 1))
        if (hasHead) rows.push(found as Row)
        else head = (found as Head).vars ?? []
        hasHead = true
        start = -1
      }
    }
    if (head) yield { head }
    if (rows.length > 0) yield { rows }
    const keep = start < 0 ? rest.length : start
    rest = rest.subarray(keep)
    at -= keep
    if (start >= 0) start = 0
  }
  if (!hasHead || depth !== 0) throw new EngineError('unavailable', 'The answer of the SPARQL server was cut off.')
}
