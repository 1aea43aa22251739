// Reads a whole document of any type into chunks.
import { checkStatement } from '../../statements/check-statement.ts'
import { TermError } from '../../terms/nquads.ts'
import { checkQuad } from './check-quad.ts'
import { type Chunks, openChunks } from './chunks.ts'
import { jsonItems, jsonLines } from './json-items.ts'
import type { Chunk, ReadOrder } from './messages.ts'
import { parseLines } from './parse-lines.ts'
import { parseOthers } from './parse-others.ts'
import { parseTurtle } from './parse-turtle.ts'
import type { RdfQuad } from './rdf.ts'

/** How many statements the document holds. Throws a DocumentError where it cannot be read. */
export async function readDocument(
  order: ReadOrder,
  pieces: AsyncIterable<Uint8Array>,
  deliver: (chunk: Chunk) => Promise<void>,
): Promise<number> {
  const { type, scope, blankPrefix } = order
  const chunks = openChunks(order, deliver)
  const taking = {
    piece: chunks.flush,
    quad: (quad: RdfQuad, line: number | null, tag?: string) =>
      take(chunks, line, () => chunks.add(checkQuad(quad, scope, tag))),
  }
  if (type === 'application/json' || type === 'application/x-ndjson')
    await readStatements(type === 'application/json' ? jsonItems(pieces) : jsonLines(pieces), order, chunks)
  else if (type === 'application/rdf+xml' || type === 'application/ld+json')
    await parseOthers(type, blankPrefix, pieces, taking)
  else if (type === 'application/n-triples' || type === 'application/n-quads')
    await parseLines(type, blankPrefix, pieces, taking)
  else await parseTurtle(type, blankPrefix, pieces, taking)
  return chunks.end()
}

function take(chunks: Chunks, line: number | null, add: () => void): void {
  try {
    if (chunks.isWanted()) add()
    else chunks.pass()
  } catch (error) {
    if (!(error instanceof TermError)) throw error
    chunks.reject(line, error.message)
  }
}

async function readStatements(items: ReturnType<typeof jsonItems>, order: ReadOrder, chunks: Chunks): Promise<void> {
  for await (const { value, line } of items) {
    take(chunks, line, () => {
      if (isDeeper(value, DEEPEST)) throw new TermError(`The statement is nested deeper than ${DEEPEST} levels.`)
      const checked = checkStatement(value, order.scope)
      if ('problems' in checked) {
        const [first] = checked.problems
        throw new TermError(`${first!.path || 'The statement'} ${first!.message}.`)
      }
      chunks.add(checked.row)
    })
    await chunks.flush()
  }
}

const DEEPEST = 64
const isDeeper = (value: unknown, levels: number): boolean =>
  typeof value === 'object' &&
  value !== null &&
  (levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1)))
