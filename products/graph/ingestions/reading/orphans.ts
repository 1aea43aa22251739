// RDF 1.2 describes triples through a node that reifies one (`{| … |}`, `<< … >>`). The triple term itself is rejected.
// Statements about the blank node that reified it would then describe nothing, so they are rejected, too.
import { DocumentError } from './document-error.ts'
import type { RdfQuad } from './rdf.ts'

const MOST = 100_000

/** Returns a test for these quads. Call it for every quad of the document, in order. */
export function orphans(): (quad: RdfQuad) => boolean {
  const nodes = new Set<string>()
  return ({ subject, object }) => {
    if (subject.termType !== 'BlankNode') return false
    if (object.termType !== 'Quad') return nodes.size > 0 && nodes.has(subject.value)
    if (nodes.size >= MOST) throw new DocumentError(null, `The document describes more than ${MOST} triples.`)
    nodes.add(subject.value)
    return false
  }
}
