// Oxigraph stores numbers, dates and similar literals by value: "01"^^xsd:int comes back as "1"^^xsd:integer. This
// predicts how it prints a literal, so that a line it returns can be traced to the lines it was given.

import { mayBePrintedOtherwise, TYPED } from './kept-spellings.ts'
import { bindings, lineOf, partsOf, tokenOf } from './lines.ts'
import { Store } from './wasm.ts'

/** The lines that Oxigraph prints differently, mapped to the printed line. */
export function respelled(lines: readonly string[]): Map<string, string> {
  const doubtful = lines.filter((line) => line.includes(TYPED)).map((line) => ({ line, parts: partsOf(line) }))
  const printed = printedAs(doubtful.map(({ parts }) => parts.object))
  const found = new Map<string, string>()
  for (const { line, parts } of doubtful) {
    const object = printed.get(parts.object)
    if (object !== undefined) found.set(line, lineOf({ ...parts, object }))
  }
  return found
}

/** The literals that Oxigraph prints differently, mapped to the printed literal. */
export function printedAs(literals: readonly string[]): Map<string, string> {
  const doubtful = [...new Set(literals.filter(mayBePrintedOtherwise))]
  const printed = doubtful.length > 0 ? print(doubtful) : new Map<string, string>()
  for (const literal of doubtful) if (printed.get(literal) === literal) printed.delete(literal)
  return printed
}

const AT_ONCE = 2_000

function print(literals: readonly string[]): Map<string, string> {
  const printed = new Map<string, string>()
  const nothing = new Store()
  for (let from = 0; from < literals.length; from += AT_ONCE) {
    const some = literals.slice(from, from + AT_ONCE)
    const rows = some.map((literal, index) => `("${index}" ${literal})`).join('\n')
    const answer = nothing.query(`SELECT ?i ?x { VALUES (?i ?x) {${rows}} }`, { results_format: 'json' })
    for (const { i, x } of bindings(answer)) printed.set(some[Number(i!.value)]!, tokenOf(x!))
  }
  return printed
}
