// Writes results as XML. Oxigraph does not check property names and characters, so its documents can be invalid.
import { unescaped } from '../../terms/nquads.ts'
import { rdfXmlWriter } from '../../terms/rdf-xml.ts'
import { type Quad, type Term, XSD } from '../../terms/term.ts'
import { refuseUnspeakable } from '../../terms/xml.ts'
import { EngineError } from '../engine.ts'

const AT_ONCE = 1_000

/** From N-Triples as Oxigraph writes them. Throws TooNarrow. */
export function rdfXml(ntriples: string, maxBytes: number): string {
  const { head, chunk, tail } = rdfXmlWriter()
  let document = head
  let triples: Omit<Quad, 'graph'>[] = []
  const flush = (): void => {
    document += chunk(triples)
    triples = []
    if (document.length > maxBytes) throw new EngineError('too_large', `The result has more than ${maxBytes} bytes.`)
  }
  let at = 0
  for (let end = ntriples.indexOf('\n'); end >= 0; end = ntriples.indexOf('\n', at)) {
    triples.push(tripleOf(ntriples.slice(at, end)))
    if (triples.length === AT_ONCE) flush()
    at = end + 1
  }
  flush()
  return document + tail
}

const TRIPLE = /^(<[^>]*>|_:\S+) <([^>]*)> (?:(<[^>]*>|_:\S+)|"((?:[^"\\]|\\.)*)"(?:@(\S+)|\^\^<([^>]*)>)?) \.$/su

function tripleOf(line: string): Omit<Quad, 'graph'> {
  const found = TRIPLE.exec(line)
  if (!found) throw new Error('A line is not a triple.')
  const [, subject, predicate, node, text, language, datatype] = found
  return {
    subject: nodeOf(subject!),
    predicate: { kind: 'iri', value: predicate! },
    object: node === undefined ? literalOf(text!, language, datatype) : nodeOf(node),
  }
}

const nodeOf = (token: string): Quad['subject'] =>
  token.startsWith('_:') ? { kind: 'bnode', value: token.slice(2) } : { kind: 'iri', value: token.slice(1, -1) }

const literalOf = (text: string, language: string | undefined, datatype: string | undefined): Term => ({
  kind: 'literal',
  value: unescaped(text),
  ...(language !== undefined && { language }),
  ...(datatype !== undefined && datatype !== `${XSD}string` && { datatype }),
})

/**
 * Writes carriage returns as character references, because a parser would read them as line feeds. Only values have
 * any.
 */
export function rowsXml(text: string): string {
  refuseUnspeakable(text)
  return text.replaceAll('\r', '&#xD;')
}
