// Questions that tell whether a store which was read from an image is the one that the image was made of.
import type { Cell } from './cell.ts'
import { partsOf } from './lines.ts'
import type { Probe } from './notes.ts'
import { isAwkward } from './plain-lines.ts'

const MOST_ROWS = 100

/** Some of any statements, those about some subjects, about nobody, and a text that must be refused. */
export function probesFor(cell: Cell, lines: readonly string[]): Probe[] {
  const subjects = lines.filter((line) => !isAwkward(line)).map((line) => partsOf(line).subject)
  const about = [...subjects, '<urn:graph:nobody>'].map((subject) => `${subject} ?p ?o`)
  const texts = ['?s ?p ?o', ...about, '?s ?p'].map(
    (triple) => `SELECT * { GRAPH ?g { ${triple} } } LIMIT ${MOST_ROWS}`,
  )
  return texts.map((text) => ({ text, answer: answerTo(cell, text) }))
}

export function answerTo({ store }: Cell, text: string): string {
  try {
    return String(store.query(text, { results_format: 'json' }))
  } catch (error) {
    // A trap is no answer.
    if (error instanceof WebAssembly.RuntimeError) throw error
    return `refused: ${error instanceof Error ? error.message : String(error)}`
  }
}
