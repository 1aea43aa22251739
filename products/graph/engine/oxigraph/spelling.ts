// Oxigraph keeps numbers, dates and the like by value: "01"^^xsd:int comes back as "1"^^xsd:integer. Here is how it would
// print a literal, so that a line it gives can be traced to the lines it was given.
import { XSD } from '../../terms/term.ts'
import { bindings, lineOf, partsOf, tokenOf } from './lines.ts'
import { Store } from './wasm.ts'

const TYPED = `"^^<${XSD}`

/** The lines that Oxigraph prints in another way, each with that way. */
export function respelled(lines: readonly string[]): Map<string, string> {
  const doubtful = lines.filter((line) => line.includes(TYPED)).map((line) => ({ line, parts: partsOf(line) }))
  const literals = new Set(doubtful.map(({ parts }) => parts.object).filter(mayBePrintedOtherwise))
  const printed = literals.size > 0 ? print([...literals]) : new Map<string, string>()
  const found = new Map<string, string>()
  for (const { line, parts } of doubtful) {
    const object = printed.get(parts.object)
    if (object !== undefined && object !== parts.object) found.set(line, lineOf({ ...parts, object }))
  }
  return found
}

/** Kept by value, with the types derived from xsd:integer. Others are kept as they are written. */
const BY_VALUE =
  /^(?:boolean|float|double|decimal|integer|(?:unsigned)?(?:Byte|Short|Int|Long)|non(?:Posi|Nega)tiveInteger|(?:posi|nega)tiveInteger|date(?:Time(?:Stamp)?)?|time|g(?:YearMonth|Year|MonthDay|Day|Month)|(?:dayTime|yearMonth)?duration)$/i

// The common spellings that come back as they are. All else of those types is asked; asking is right and slow.
const KEPT: Readonly<Record<string, RegExp>> = {
  integer: /^(?:0|-?[1-9]\d{0,17})$/,
  boolean: /^(?:true|false)$/,
  decimal: /^-?(?:[1-9]\d{0,14}|0(?=\.))(?:\.\d{0,14}[1-9])?$/,
  date: /^[1-9]\d{3}-\d\d-\d\dZ?$/,
  dateTime: /^[1-9]\d{3}-\d\d-\d\dT(?!24)\d\d:\d\d:\d\d(?:\.\d{0,8}[1-9])?Z?$/,
}

function mayBePrintedOtherwise(literal: string): boolean {
  const at = literal.lastIndexOf(TYPED)
  // Escapes stand for characters that no value has.
  if (at < 0 || literal.includes('\\')) return false
  const type = literal.slice(at + TYPED.length, -1)
  return BY_VALUE.test(type) && !KEPT[type]?.test(literal.slice(1, at))
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
