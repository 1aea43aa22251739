// RDF 1.2 speaks about triples through a node that stands for one (`{| … |}`, `<< … >>`). The triple as a term is refused; what
// is said of a nameless node that stood for it would then be about nothing.
import { DocumentError } from './document-error.ts'
import type { RdfQuad } from './rdf.ts'

const MOST = 100_000

/** Whether a quad says something of such a node; to be asked about every quad of the document, in its order. */
export function orphans(): (quad: RdfQuad) => boolean {
  const nodes = new Set<string>()
  return ({ subject, object }) => {
    if (subject.termType !== 'BlankNode') return false
    if (object.termType !== 'Quad') return nodes.size > 0 && nodes.has(subject.value)
    if (nodes.size >= MOST) throw new DocumentError(null, `The document speaks about more than ${MOST} triples.`)
    nodes.add(subject.value)
    return false
  }
}
