// WHERE finds values: for "01"^^xsd:int it returns 1. This finds the original spelling, so that values are inserted as
// they were written, if the patterns show which statements the value came from.
import type { Pattern, TermLiteral } from '@traqula/rules-sparql-1-1'
import type { Dataset } from '../engine.ts'
import { TYPED } from './kept-spellings.ts'
import { lineOf, partsOf } from './lines.ts'
import { isThere, type Shard } from './shard.ts'
import { printedAs } from './spelling.ts'
import { type Scope, type Solution, type Template, termOf, triplesOf } from './templates.ts'

interface Found {
  shard: Shard
  remove: readonly Template[]
  insert: readonly Template[]
  where: readonly Pattern[]
  read: Dataset
  target: string
  iri: Scope['iri']
}

export interface Writing {
  /** Patterns whose variables must be selected in addition to those of the templates. */
  needs: readonly Template[]
  /** The same solution in every spelling of its values. */
  ways(solution: Solution): Iterable<Solution>
}

/** No value in the store or the text is printed differently from how it was written. */
const PLAIN: Writing = { needs: [], ways: (solution) => [solution] }

export function openWriting(found: Found): Writing {
  const { shard, insert, where, remove } = found
  const inserted = new Set(insert.flatMap(({ object }) => (object.subType === 'variable' ? [object.value] : [])))
  if (inserted.size === 0) return PLAIN
  const constants = constantsIn(found)
  if (shard.spellings.size === 0 && constants.size === 0) return PLAIN
  const patterns = bindingIn(where).filter(({ object }) => object.subType === 'variable' && inserted.has(object.value))

  function waysOf(name: string, solution: Solution): readonly string[] {
    const printed = solution.get(name)
    if (!printed?.includes(TYPED)) return []
    // Prefer the spelling of a removed statement; otherwise the first pattern with the variable decides.
    const places = [
      linesOf(remove.filter(isAbout(name)), solution, [found.target]),
      ...patterns.filter(isAbout(name)).map((one) => linesOf([one], solution, found.read.defaultGraphs)),
    ]
    const isKnown = places.flat().some((line) => shard.spellings.has(line))
    return (
      (isKnown
        ? places.map((lines) => objectsOf(shard, lines)).find(isAny)
        : constants.get(constantKey(name, printed))) ?? []
    )
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
      // A statement has one object, so there is no need to combine spellings of different variables.
      for (const [name, [, ...others]] of ways) for (const other of others) yield new Map(usual).set(name, other)
    },
  }
}

/** The objects of the existing lines, as they were written. */
function objectsOf(shard: Shard, lines: readonly string[]): string[] {
  const written = lines.flatMap((line) => [...(shard.spellings.get(line) ?? (isThere(shard, line) ? [line] : []))])
  return [...new Set(written.map((line) => partsOf(line).object))]
}

const isAny = (list: readonly unknown[]): boolean => list.length > 0
const isAbout =
  (name: string) =>
  ({ object }: Template): boolean =>
    object.subType === 'variable' && object.value === name

/** Triples whose variables a solution binds, in text order. MINUS and EXISTS bind none. */
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

/** The spellings of literals in VALUES and BIND, by variable and by how the engine prints them. */
function constantsIn({ where, iri }: Found): Map<string, string[]> {
  const literals = constantsOf(where).flatMap(({ name, literal }) => {
    const token = termOf(literal, new Map(), iri)
    return token === undefined ? [] : { name, token }
  })
  const printed = printedAs(literals.map(({ token }) => token))
  const constants = new Map<string, string[]>()
  if (printed.size === 0) return constants
  for (const { name, token } of literals) {
    const key = constantKey(name, printed.get(token) ?? token)
    constants.set(key, [...(constants.get(key) ?? []), token])
  }
  return constants
}

const constantKey = (name: string, printed: string): string => `${name} ${printed}`

interface Constant {
  name: string
  literal: TermLiteral
}

function constantsOf(patterns: readonly Pattern[]): Constant[] {
  return patterns.flatMap((pattern): Constant[] => {
    if (pattern.type !== 'pattern') return []
    if (pattern.subType === 'values')
      return pattern.values.flatMap((row) =>
        Object.entries(row).flatMap(([name, literal]) => (isLiteral(literal) ? { name, literal } : [])),
      )
    if (pattern.subType === 'bind')
      return isLiteral(pattern.expression) ? [{ name: pattern.variable.value, literal: pattern.expression }] : []
    return 'patterns' in pattern ? constantsOf(pattern.patterns) : []
  })
}

const isLiteral = (term: { type?: string; subType?: string } | undefined): term is TermLiteral =>
  term?.type === 'term' && term.subType === 'literal'
