// A whole named graph as one document: one statement per line, compressed off the event loop.
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { createGzip } from 'node:zlib'
import type { Client } from '@veritrace/contract/client'
import { type Ingestion, type ingestions, LARGEST_DOCUMENT } from '@veritrace/contract/graph/ingestions'
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { GraphFailure } from '@veritrace/platform/outside/graph/graph-failure'

/** Statements of a list are very similar: compressed, they need a twentieth of the memory. */
const QUICK = { level: 1 }
const POLL_MS = 500

class TooLong extends Error {}

/** Undefined if it is larger than the graph accepts. */
export async function documentOf(parts: AsyncIterable<readonly NewStatement[]>): Promise<Buffer | undefined> {
  const pieces: Buffer[] = []
  try {
    await pipeline(Readable.from(linesOf(parts)), createGzip(QUICK), async (zipped: AsyncIterable<Buffer>) => {
      for await (const piece of zipped) pieces.push(piece)
    })
    return Buffer.concat(pieces)
  } catch (error) {
    if (error instanceof TooLong) return undefined
    throw error
  }
}

async function* linesOf(parts: AsyncIterable<readonly NewStatement[]>): AsyncGenerator<Buffer> {
  let bytes = 0
  for await (const part of parts) {
    const piece = Buffer.from(part.map((statement) => `${JSON.stringify(statement)}\n`).join(''))
    bytes += piece.length
    if (bytes > LARGEST_DOCUMENT) throw new TooLong()
    if (piece.length > 0) yield piece
  }
  // An empty graph needs a document with a line break, because an empty body would be rejected.
  if (bytes === 0) yield Buffer.from('\n')
}

/** Waits until the graph has processed the document. Returns how many of its statements were new. */
export async function ended(
  calls: Client<typeof ingestions>,
  { id }: Pick<Ingestion, 'id'>,
  headers: Record<string, string>,
  signal: AbortSignal | undefined,
): Promise<number> {
  for (;;) {
    const { status, completedAt, inserted, errors, rejected } = await calls.get({ params: { id }, headers })
    if (completedAt === null) await pause(POLL_MS, undefined, signal ? { signal } : {})
    else if (status === 'succeeded') return inserted
    else
      throw new GraphFailure(
        rejected > 0 ? 'refused' : 'again',
        `The graph rejected the document: ${errors[0]?.message ?? 'no reason given'}`,
      )
  }
}
