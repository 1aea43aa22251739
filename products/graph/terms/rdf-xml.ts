// RDF/XML. It cannot represent every graph: properties need names that are valid in XML, and text needs XML characters.
import { type Quad, RDF, type Term } from './term.ts'
import { TooNarrow } from './too-narrow.ts'
import { escapedXml, NCNAME } from './xml.ts'

/** The head, any number of chunks and the tail form one document. Throws TooNarrow. */
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

/** Prefixed with a letter, because an XML name cannot start with a digit. */
const naming = (term: Term, attribute: string): string =>
  term.kind === 'bnode' ? `rdf:nodeID="b${plainLabel(term.value)}"` : `${attribute}="${escapedXml(term.value)}"`

/**
 * Uses few characters, because some parsers reject valid NCNames, such as those with U+00B7. Underscores are doubled,
 * so that labels remain distinct.
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
/** Reserved names of the grammar (RDF/XML §7.2.2 to 7.2.5), and li, which parsers number. */
const RESERVED = new Set([
  ...['RDF', 'ID', 'about', 'bagID', 'parseType', 'resource', 'nodeID', 'datatype', 'Description'],
  ...['aboutEach', 'aboutEachPrefix', 'li'],
])
const OF_XML = new Set(['http://www.w3.org/XML/1998/namespace', 'http://www.w3.org/2000/xmlns/'])

function split(iri: string): { namespace: string; local: string } {
  const at = iri.search(LOCAL)
  const [namespace, local] = at > 0 ? [iri.slice(0, at), iri.slice(at)] : ['', '']
  if (!local || OF_XML.has(namespace) || (namespace === RDF && RESERVED.has(local)))
    throw new TooNarrow(`RDF/XML cannot represent the property <${iri.slice(0, 200)}>.`)
  return { namespace, local }
}
