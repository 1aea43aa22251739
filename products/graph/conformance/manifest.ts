// Reads the W3C SPARQL 1.1 test suite, which is stored next to the repository.
import { existsSync, readFileSync } from 'node:fs'
import { parse } from 'oxigraph'

const SUITE = new URL('../../../../shared/data/w3c/sparql/sparql11/', import.meta.url)
/** Base IRI for the suite's files, so that results do not depend on local paths. */
const BASE = 'http://example.com/sparql11/'

/** Why the suite cannot run, or false. */
export const missing: string | false = existsSync(SUITE)
  ? false
  : 'The W3C suite is missing: ../shared/data/w3c/sparql next to the repository.'

export const hasSuiteFile = (iri: string): boolean =>
  iri.startsWith(BASE) && existsSync(new URL(iri.slice(BASE.length), SUITE))

export const readSuiteFile = (iri: string): string => readFileSync(new URL(iri.slice(BASE.length), SUITE), 'utf8')

const FORMATS: Readonly<Record<string, string>> = {
  ttl: 'text/turtle',
  rdf: 'application/rdf+xml',
  nt: 'application/n-triples',
  trig: 'application/trig',
}

/** The statements of a file as N-Triples terms; `scope` distinguishes the blank nodes of files. */
export function readTriples(iri: string, scope: string): [string, string, string][] {
  const format = FORMATS[iri.split('.').at(-1) ?? ''] ?? 'text/turtle'
  const term = (node: { termType: string; toString(): string }) =>
    node.termType === 'BlankNode' ? `${node}${scope}` : String(node)
  return parse(readSuiteFile(iri), { format, base_iri: iri }).map((quad) => [
    term(quad.subject),
    term(quad.predicate),
    term(quad.object),
  ])
}

export interface Entry {
  /** The part of the suite and the name of the test in it: `aggregates/agg-avg-01`. */
  name: string
  type: string
  self: Node
  action: Node
  /** The test itself if it has no result. */
  result: Node
}

/** A node of a manifest: its IRI and its properties. */
export interface Node {
  id: string
  all(property: string): Node[]
  one(property: string): string | undefined
}

/** The tests of a manifest and of the manifests that it includes. */
export const readEntries = (manifest: string): Entry[] => entriesOf(BASE + manifest)

const MF = 'http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#'

function entriesOf(manifest: string): Entry[] {
  const node = nodesOf(manifest)(manifest)
  const own = node
    .all(`${MF}entries`)
    .flatMap(list)
    .map((entry) => ({
      name: entry.id.replace(/^.*\/([^/]+)\/manifest(?:\.ttl)?#/, '$1/'),
      type: entry.one(`${RDF}type`)?.split('#')[1] ?? '',
      self: entry,
      action: entry.all(`${MF}action`)[0]!,
      result: entry.all(`${MF}result`)[0] ?? entry,
    }))
  const parts = node.all(`${MF}include`).flatMap(list)
  return [...own, ...parts.flatMap(({ id }) => entriesOf(id))]
}

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

function nodesOf(iri: string): (id: string) => Node {
  const quads = Map.groupBy(
    parse(readSuiteFile(iri), { format: 'text/turtle', base_iri: iri }),
    ({ subject }) => subject.value,
  )
  const node = (id: string): Node => ({
    id,
    all: (property) =>
      (quads.get(id) ?? [])
        .filter(({ predicate }) => predicate.value === property)
        .map(({ object }) => node(object.value)),
    one: (property) => quads.get(id)?.find(({ predicate }) => predicate.value === property)?.object.value,
  })
  return node
}

export function list(head: Node): Node[] {
  const [first] = head.all(`${RDF}first`)
  return first ? [first, ...head.all(`${RDF}rest`).flatMap(list)] : []
}
