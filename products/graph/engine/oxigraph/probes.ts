// Queries that verify that a store restored from an image equals the store that the image was made from.

import { partsOf } from './lines.ts'
import type { Probe } from './notes.ts'
import { isAwkward } from './plain-lines.ts'
import type { Shard } from './shard.ts'

const MOST_ROWS = 100

/** Some statements, statements about some subjects, a subject that does not exist, and a text that must be rejected. */
export function probesFor(shard: Shard, lines: readonly string[]): Probe[] {
  const subjects = lines.filter((line) => !isAwkward(line)).map((line) => partsOf(line).subject)
  const about = [...subjects, '<urn:graph:none>'].map((subject) => `${subject} ?p ?o`)
  const texts = ['?s ?p ?o', ...about, '?s ?p'].map(
    (triple) => `SELECT * { GRAPH ?g { ${triple} } } LIMIT ${MOST_ROWS}`,
  )
  return texts.map((text) => ({ text, answer: answerTo(shard, text) }))
}

export function answerTo({ store }: Shard, text: string): string {
  try {
    return String(store.query(text, { results_format: 'json' }))
  } catch (error) {
    // A trap is not an answer.
    if (error instanceof WebAssembly.RuntimeError) throw error
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
}
