// Reads a whole document of any type into chunks. Parsers that only some types need are loaded on demand: a new thread
// reads each document, and most documents are line-based.
import { TermError } from '../../terms/nquads.ts'
import { checkQuad } from './check-quad.ts'
import { openChunks, takeOrReject } from './chunks.ts'
import { lineTaker } from './line-taker.ts'
import type { Chunk, ReadOrder } from './messages.ts'
import { orphans } from './orphans.ts'
import { parseLines } from './parse-lines.ts'
import { parseTurtle } from './parse-turtle.ts'
import type { RdfQuad } from './rdf.ts'

/** Returns the number of statements in the document. Throws a DocumentError if it is invalid. */
export async function readDocument(
  order: ReadOrder,
  pieces: AsyncIterable<Uint8Array>,
  deliver: (chunk: Chunk) => Promise<void>,
): Promise<number> {
  const { type, scope, blankPrefix } = order
  const chunks = openChunks(order, deliver)
  const isOrphan = orphans()
  const taking = {
    piece: chunks.flush,
    quad: (quad: RdfQuad, line: number | null, tag?: string) => {
      const orphaned = isOrphan(quad)
      takeOrReject(chunks, line, () => {
        if (orphaned) throw new TermError('The statement is about a triple that cannot be stored as a term.')
        chunks.add(checkQuad(quad, scope, tag))
      })
    },
  }
  if (type === 'application/json' || type === 'application/x-ndjson') {
    const { readStatements } = await import('./read-statements.ts')
    await readStatements(type, pieces, scope, chunks)
  } else if (type === 'application/rdf+xml' || type === 'application/ld+json') {
    const { parseOthers } = await import('./parse-others.ts')
    await parseOthers(type, blankPrefix, pieces, taking)
  } else if (type === 'application/n-triples' || type === 'application/n-quads')
    await parseLines(type, blankPrefix, pieces, { ...taking, line: lineTaker(scope, chunks) })
  else await parseTurtle(type, blankPrefix, pieces, taking)
  return chunks.end()
}
