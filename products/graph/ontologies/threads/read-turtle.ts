// Parses Turtle into plain triples, or reports the location of an error.
import oxigraph from 'oxigraph'
import type { Triple } from '../scoring/facts.ts'

export class TurtleError extends Error {
  readonly line: number
  readonly column: number
  constructor(message: string, line: number, column: number) {
    super(message)
    this.line = line
    this.column = column
  }
}

export function readTurtle(turtle: string, base: string | undefined): Triple[] {
  try {
    const quads = oxigraph.parse(turtle, { format: 'text/turtle', ...(base !== undefined && { base_iri: base }) })
    return quads.map(({ subject, predicate, object }) => ({
      subject: nodeOf(subject),
      predicate: predicate.value,
      object: object.termType === 'Literal' ? object.value : nodeOf(object),
      ...(object.termType === 'Literal' && { literal: object.language }),
    }))
  } catch (error) {
    throw placed(error) ?? error
  }
}

const nodeOf = (term: { termType: string; value: string }): string =>
  term.termType === 'BlankNode' ? `_:${term.value}` : term.value

/**
 * `Parser error at line 1 between columns 12 and 15: …`, `Parser error between line 1 column 2 and line 3 column 4: …`
 */
const PLACED = /^Parser error .*?line (\d+)\b.*?columns? (\d+).*?: (.*)$/s

function placed(error: unknown): TurtleError | undefined {
  const found = error instanceof Error ? PLACED.exec(error.message) : null
  return found ? new TurtleError(found[3]!, Number(found[1]), Number(found[2])) : undefined
}
