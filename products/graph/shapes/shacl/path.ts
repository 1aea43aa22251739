// Property paths: parsed from the shapes graph, followed through the data, written to reports.
import { isBlank, isIri, type Key, textOf } from './terms.ts'
import { firstOf, subjectsOf, type Triples, valuesOf } from './triples.ts'
import { FIRST, NIL, REST, sh } from './vocabulary.ts'

export type Path =
  | { kind: 'predicate'; iri: Key }
  | { kind: 'inverse'; of: Path }
  | { kind: 'zeroOrMore'; of: Path }
  | { kind: 'oneOrMore'; of: Path }
  | { kind: 'zeroOrOne'; of: Path }
  | { kind: 'sequence'; paths: Path[] }
  | { kind: 'alternative'; paths: Path[] }

const REPEATED = ['zeroOrMore', 'oneOrMore', 'zeroOrOne', 'inverse'] as const
const MOST_NESTED = 64

/** The path, or a sentence that says why it is invalid. */
export function readPath(triples: Triples, node: Key, depth = 0): Path | string {
  if (isIri(node)) return { kind: 'predicate', iri: node }
  if (!isBlank(node)) return 'A path must be an IRI or a blank node, not a literal.'
  if (depth > MOST_NESTED) return `The path is nested deeper than ${MOST_NESTED} levels, or contains itself.`
  if (firstOf(triples, node, FIRST) !== undefined) return readMembers(triples, node, 'sequence', depth)
  const [alternatives, ...more] = valuesOf(triples, node, sh('alternativePath'))
  if (alternatives !== undefined)
    return more.length > 0
      ? 'sh:alternativePath must have one value.'
      : readMembers(triples, alternatives, 'alternative', depth)
  for (const kind of REPEATED) {
    const [of, ...others] = valuesOf(triples, node, sh(`${kind}Path`))
    if (of === undefined) continue
    if (others.length > 0) return `sh:${kind}Path must have one value.`
    const inner = readPath(triples, of, depth + 1)
    return typeof inner === 'string' ? inner : { kind, of: inner }
  }
  return 'The value of sh:path is not a property path.'
}

function readMembers(triples: Triples, head: Key, kind: 'sequence' | 'alternative', depth: number): Path | string {
  const members = readList(triples, head)
  if (!members) return `The ${kind} path is not a well-formed list.`
  if (members.length < 2) return `The ${kind} path must have at least two members.`
  const paths: Path[] = []
  for (const member of members) {
    const path = readPath(triples, member, depth + 1)
    if (typeof path === 'string') return path
    paths.push(path)
  }
  return { kind, paths }
}

/** The members of a list; undefined if it is ill-formed or endless. */
export function readList(triples: Triples, head: Key): Key[] | undefined {
  const members: Key[] = []
  const seen = new Set<Key>()
  for (let node = head; node !== NIL; ) {
    const [first, ...firsts] = valuesOf(triples, node, FIRST)
    const [rest, ...rests] = valuesOf(triples, node, REST)
    if (first === undefined || rest === undefined || firsts.length + rests.length > 0 || seen.has(node))
      return undefined
    seen.add(node)
    members.push(first)
    node = rest
  }
  return members
}

/** The distinct nodes at the other end of the path. */
export function follow(triples: Triples, path: Path, from: Iterable<Key>, backwards = false): Set<Key> {
  if (path.kind === 'predicate') return step(triples, path.iri, from, backwards)
  if (path.kind === 'inverse') return follow(triples, path.of, from, !backwards)
  if (path.kind === 'alternative') {
    const starts = [...from]
    return new Set(path.paths.flatMap((one) => [...follow(triples, one, starts, backwards)]))
  }
  if (path.kind === 'sequence') {
    let nodes = new Set(from)
    for (const one of backwards ? path.paths.toReversed() : path.paths) nodes = follow(triples, one, nodes, backwards)
    return nodes
  }
  const starts = new Set(from)
  if (path.kind === 'zeroOrOne') return starts.union(follow(triples, path.of, starts, backwards))
  const reached = path.kind === 'zeroOrMore' ? new Set(starts) : new Set<Key>()
  for (let edge = starts; edge.size > 0; ) {
    edge = follow(triples, path.of, edge, backwards).difference(reached)
    for (const node of edge) reached.add(node)
  }
  return reached
}

function step(triples: Triples, predicate: Key, from: Iterable<Key>, backwards: boolean): Set<Key> {
  const found = new Set<Key>()
  for (const node of from)
    for (const next of backwards ? subjectsOf(triples, predicate, node) : valuesOf(triples, node, predicate))
      found.add(next)
  return found
}

export function predicatesIn(path: Path): Key[] {
  if (path.kind === 'predicate') return [path.iri]
  return 'paths' in path ? path.paths.flatMap(predicatesIn) : predicatesIn(path.of)
}

const SIGNS = { zeroOrMore: '*', oneOrMore: '+', zeroOrOne: '?' } as const

/** A single predicate as an IRI, any other path in SPARQL syntax. */
export const pathText = (path: Path): string => (path.kind === 'predicate' ? textOf(path.iri) : sparqlOf(path))

function sparqlOf(path: Path): string {
  if (path.kind === 'predicate') return path.iri
  if (path.kind === 'inverse') return `^${inBrackets(path.of)}`
  if (path.kind === 'sequence') return path.paths.map(inBrackets).join('/')
  if (path.kind === 'alternative') return path.paths.map(inBrackets).join('|')
  return `${inBrackets(path.of)}${SIGNS[path.kind]}`
}
const inBrackets = (path: Path): string => (path.kind === 'predicate' ? path.iri : `(${sparqlOf(path)})`)

export function pathTurtle(path: Path): string {
  if (path.kind === 'predicate') return path.iri
  if (path.kind === 'sequence') return `( ${path.paths.map(pathTurtle).join(' ')} )`
  if (path.kind === 'alternative') return `[ sh:alternativePath ( ${path.paths.map(pathTurtle).join(' ')} ) ]`
  return `[ sh:${path.kind}Path ${pathTurtle(path.of)} ]`
}
