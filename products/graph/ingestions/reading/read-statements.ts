// Statements in JSON, with their metadata.
import type { Scope } from '../../scope/scope.ts'
import { checkStatement } from '../../statements/check-statement.ts'
import { TermError } from '../../terms/nquads.ts'
import { type Chunks, takeOrReject } from './chunks.ts'
import { jsonItems, jsonLines } from './json-items.ts'

export async function readStatements(
  type: 'application/json' | 'application/x-ndjson',
  pieces: AsyncIterable<Uint8Array>,
  scope: Scope,
  chunks: Chunks,
): Promise<void> {
  const items = type === 'application/json' ? jsonItems(pieces) : jsonLines(pieces)
  for await (const { value, line } of items) {
    takeOrReject(chunks, line, () => {
      if (isDeeper(value, DEEPEST)) throw new TermError(`The statement is nested deeper than ${DEEPEST} levels.`)
      const checked = checkStatement(value, scope)
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
