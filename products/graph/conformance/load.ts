// Loads the data of a test into its workspace with an update, as a client would.
import type { Statement } from './isomorphic.ts'
import { type Place, post, refusalOf } from './service.ts'

/** Triples go to the default graph of the test, quads to their graphs. */
export async function load(place: Place, statements: readonly Statement[]): Promise<void> {
  if (statements.length === 0) return
  const lines = statements.map(([subject, predicate, object, graph]) =>
    graph ? `GRAPH ${graph} { ${subject} ${predicate} ${object} }` : `${subject} ${predicate} ${object} .`,
  )
  const text = `INSERT DATA {\n${lines.join('\n')}\n}`
  const refusal = await refusalOf(await place.send('/sparql/update', post(text, 'application/sparql-update')))
  if (refusal) throw new Error(`The data of the test was rejected: ${refusal}`)
}
