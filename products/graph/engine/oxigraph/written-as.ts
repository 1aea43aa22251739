// A WHERE part finds values: of "01"^^xsd:int it tells the 1. What it has found is inserted as it was written, where the
// patterns tell which statements it was found in.
import type { Pattern, TermLiteral } from '@traqula/rules-sparql-1-1'
import type { Dataset } from '../engine.ts'
import { type Cell, isThere } from './cell.ts'
import { TYPED } from './kept-spellings.ts'
import { lineOf, partsOf } from './lines.ts'
import { printedAs } from './spelling.ts'
import { type Scope, type Solution, type Template, termOf, triplesOf } from './templates.ts'

interface Found {
  cell: Cell
  remove: readonly Template[]
  insert: readonly Template[]
  where: readonly Pattern[]
  read: Dataset
  target: string
  iri: Scope['iri']
}

export interface Writing {
  /** What must be known of a solution besides what its templates need. */
  needs: readonly Template[]
  /** The same solution in all the ways that its values were written. */
  ways(solution: Solution): Iterable<Solution>
}

/** As it is: nothing that is held or said here is printed otherwise than it was written. */
const PLAIN: Writing = { needs: [], ways: (solution) => [solution] }

export function openWriting(found: Found): Writing {
  const { cell, insert, where, remove } = found
  const inserted = new Set(insert.flatMap(({ object }) => (object.subType === 'variable' ? [object.value] : [])))
  if (inserted.size === 0) return PLAIN
  const said = saidIn(found)
  if (cell.spellings.size === 0 && said.size === 0) return PLAIN
  const patterns = bindingIn(where).filter(({ object }) => object.subType === 'variable' && inserted.has(object.value))

  function waysOf(name: string, solution: Solution): readonly string[] {
    const printed = solution.get(name)
    if (!printed?.includes(TYPED)) return []
    // What is taken away is what goes elsewhere; otherwise the first pattern that it is in counts.
    const places = [
      linesOf(remove.filter(isAbout(name)), solution, [found.target]),
      ...patterns.filter(isAbout(name)).map((one) => linesOf([one], solution, found.read.defaultGraphs)),
    ]
    const told = places.flat().some((line) => cell.spellings.has(line))
    return (told ? places.map((lines) => objectsOf(cell, lines)).find(isAny) : said.get(sayingOf(name, printed))) ?? []
  }

  function linesOf(templates: readonly Template[], solution: Solution, graphs: readonly string[]): string[] {
    return templates.flatMap(({ subject, predicate, object, graph }) => {
      const [s, p, o] = [subject, predicate, object].map((term) => termOf(term, solution, found.iri))
      const named = graph ? [termOf(graph, solution, found.iri)] : graphs.map((one) => `<${one}>`)
      return named.flatMap((g) => (s && p && o && g ? lineOf({ subject: s, predicate: p, object: o, graph: g }) : []))
    })
  }

  return {
    needs: patterns,
    *ways(solution) {
      const ways = [...inserted].map((name) => [name, waysOf(name, solution)] as const)
      const usual = new Map(solution)
      for (const [name, [first]] of ways) if (first) usual.set(name, first)
      yield usual
      // A statement has one object, so that no two of them have to be combined.
      for (const [name, [, ...others]] of ways) for (const other of others) yield new Map(usual).set(name, other)
    },
  }
}

/** The objects that the lines were written with, of those that are there. */
function objectsOf(cell: Cell, lines: readonly string[]): string[] {
  const written = lines.flatMap((line) => [...(cell.spellings.get(line) ?? (isThere(cell, line) ? [line] : []))])
  return [...new Set(written.map((line) => partsOf(line).object))]
}

const isAny = (list: readonly unknown[]): boolean => list.length > 0
const isAbout =
  (name: string) =>
  ({ object }: Template): boolean =>
    object.subType === 'variable' && object.value === name

/** Triples whose variables a solution has, in the order of the text; not those of MINUS and EXISTS, which find nothing. */
function bindingIn(patterns: readonly Pattern[], graph?: Template['graph']): Template[] {
  return patterns.flatMap((pattern) => {
    switch (pattern.subType) {
      case 'bgp':
        return triplesOf(pattern.triples, graph)
      case 'graph':
        return bindingIn(pattern.patterns, pattern.name)
      case 'group':
      case 'optional':
      case 'union':
        return bindingIn(pattern.patterns, graph)
      default:
        return []
    }
  })
}

/** How the literals of VALUES and BIND are written, by their variable and by how the engine prints them. */
function saidIn({ where, iri }: Found): Map<string, string[]> {
  const literals = saysIn(where).flatMap(({ name, literal }) => {
    const token = termOf(literal, new Map(), iri)
    return token === undefined ? [] : { name, token }
  })
  const printed = printedAs(literals.map(({ token }) => token))
  const said = new Map<string, string[]>()
  if (printed.size === 0) return said
  for (const { name, token } of literals) {
    const key = sayingOf(name, printed.get(token) ?? token)
    said.set(key, [...(said.get(key) ?? []), token])
  }
  return said
}

const sayingOf = (name: string, printed: string): string => `${name} ${printed}`

interface Saying {
  name: string
  literal: TermLiteral
}

function saysIn(patterns: readonly Pattern[]): Saying[] {
  return patterns.flatMap((pattern): Saying[] => {
    if (pattern.type !== 'pattern') return []
    if (pattern.subType === 'values')
      return pattern.values.flatMap((row) =>
        Object.entries(row).flatMap(([name, literal]) => (isLiteral(literal) ? { name, literal } : [])),
      )
    if (pattern.subType === 'bind')
      return isLiteral(pattern.expression) ? [{ name: pattern.variable.value, literal: pattern.expression }] : []
    return 'patterns' in pattern ? saysIn(pattern.patterns) : []
  })
}

const isLiteral = (term: { type?: string; subType?: string } | undefined): term is TermLiteral =>
  term?.type === 'term' && term.subType === 'literal'
