// Serializes RDF in pieces: a head, any number of chunks, a tail. Concatenated they form one document.
import type { RdfSyntax } from '@veritrace/contract/graph/catalog'
import { writeQuad, writeTerm } from '../../terms/nquads.ts'
import { rdfXmlWriter } from '../../terms/rdf-xml.ts'
import type { Quad } from '../../terms/term.ts'
import { jsonLdWriter } from './json-ld.ts'
import { turtleWriter } from './turtle.ts'

export type Triple = Omit<Quad, 'graph'>

export interface Writer {
  head: string
  /** Sort by subject and predicate for the most compact output. */
  chunk(triples: readonly Triple[]): string
  tail: string
}

/** `graph` is the IRI of the context, which N-Quads and TriG include. */
export function openWriter(syntax: RdfSyntax, graph: string): Writer {
  const iri = { kind: 'iri', value: graph } as const
  if (syntax === 'n-quads') return lines((triple) => writeQuad({ ...triple, graph: iri }))
  if (syntax === 'n-triples')
    return lines(({ subject, predicate, object }) => `${[subject, predicate, object].map(writeTerm).join(' ')} .`)
  if (syntax === 'turtle') return turtleWriter()
  if (syntax === 'trig') return inGraph(turtleWriter(), graph)
  return syntax === 'json-ld' ? jsonLdWriter() : rdfXmlWriter()
}

const lines = (line: (triple: Triple) => string): Writer => ({
  head: '',
  chunk: (triples) => triples.map((triple) => `${line(triple)}\n`).join(''),
  tail: '',
})

const inGraph = (writer: Writer, graph: string): Writer => ({
  head: `${writer.head}<${graph}> {\n`,
  chunk: writer.chunk,
  tail: `${writer.tail}}\n`,
})
