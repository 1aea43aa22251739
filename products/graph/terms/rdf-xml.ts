// RDF/XML. It cannot say everything: a property needs a name that XML can spell, a text characters that XML has.
import { type Quad, RDF, type Term } from './term.ts'
import { TooNarrow } from './too-narrow.ts'
import { escapedXml, NCNAME } from './xml.ts'

/** Joined, the head, any number of chunks and the tail are one document. Throws TooNarrow. */
export const rdfXmlWriter = () => ({
  head: `<?xml version="1.0" encoding="UTF-8"?>\n<rdf:RDF xmlns:rdf="${RDF}">\n`,
  chunk: (triples: readonly Omit<Quad, 'graph'>[]): string => {
    const parts: string[] = []
    let open: Term | undefined
    for (const { subject, predicate, object } of triples) {
      if (!open || open.kind !== subject.kind || open.value !== subject.value) {
        if (open) parts.push(CLOSE)
        parts.push(`<rdf:Description ${naming(subject, 'rdf:about')}>\n`)
        open = subject
      }
      parts.push(property(predicate.value, object))
    }
    return open ? `${parts.join('')}${CLOSE}` : ''
  },
  tail: '</rdf:RDF>\n',
})
const CLOSE = '</rdf:Description>\n'

/** Behind a letter, as a name may not begin with a digit. */
const naming = (term: Term, attribute: string): string =>
  term.kind === 'bnode' ? `rdf:nodeID="b${plainLabel(term.value)}"` : `${attribute}="${escapedXml(term.value)}"`

/**
 * Not every parser takes every NCName; some refuse U+00B7. Underscores are doubled, so that no two labels become one.
 */
const plainLabel = (label: string): string =>
  label.replace(/[^A-Za-z0-9.-]/gu, (one) => (one === '_' ? '__' : `_${one.codePointAt(0)!.toString(16)}_`))

function property(predicate: string, object: Term): string {
  const { namespace, local } = split(predicate)
  const isRdf = namespace === RDF
  const name = `${isRdf ? 'rdf' : 'p'}:${local}`
  const open = isRdf ? `  <${name}` : `  <${name} xmlns:p="${escapedXml(namespace)}"`
  if (object.kind !== 'literal') return `${open} ${naming(object, 'rdf:resource')}/>\n`
  const kind =
    object.language !== undefined
      ? ` xml:lang="${object.language.toLowerCase()}"`
      : object.datatype === undefined
        ? ''
        : ` rdf:datatype="${escapedXml(object.datatype)}"`
  return `${open}${kind}>${escapedXml(object.value)}</${name}>\n`
}

const LOCAL = new RegExp(`${NCNAME}$`, 'u')
/** Names with a meaning of their own in the grammar (RDF/XML §7.2.2 to 7.2.5), and li, which would be counted. */
const RESERVED = new Set([
  ...['RDF', 'ID', 'about', 'bagID', 'parseType', 'resource', 'nodeID', 'datatype', 'Description'],
  ...['aboutEach', 'aboutEachPrefix', 'li'],
])
const OF_XML = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'])

function split(iri: string): { namespace: string; local: string } {
  const at = iri.search(LOCAL)
  const [namespace, local] = at > 0 ? [iri.slice(0, at), iri.slice(at)] : ['', '']
  if (!local || OF_XML.has(namespace) || (namespace === RDF && RESERVED.has(local)))
    throw new TooNarrow(`RDF/XML cannot spell the property <${iri.slice(0, 200)}>.`)
  return { namespace, local }
}
