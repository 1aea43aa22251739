// RDF terms as plain data. Lexical forms are kept as given: two spellings of one number are two terms.

export interface IriTerm {
  kind: 'iri'
  value: string
}
export interface BlankTerm {
  kind: 'bnode'
  /** The label without `_:`. */
  value: string
}
export interface LiteralTerm {
  kind: 'literal'
  value: string
  /** Absent for xsd:string, or for rdf:langString if there is a language. */
  datatype?: string
  language?: string
}
export type Term = IriTerm | BlankTerm | LiteralTerm

export interface Quad {
  subject: IriTerm | BlankTerm
  predicate: IriTerm
  object: Term
  graph: IriTerm
}

export const XSD = 'http://www.w3.org/2001/XMLSchema#'
export const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'

/** BLANK_NODE_LABEL of N-Quads without `_:`. Without colons, as in RDF 1.2 and in the engine. */
const PN_CHARS_U =
  'A-Za-z_\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u02FF\\u0370-\\u037D\\u037F-\\u1FFF\\u200C\\u200D\\u2070-\\u218F\\u2C00-\\u2FEF\\u3001-\\uD7FF\\uF900-\\uFDCF\\uFDF0-\\uFFFD\\u{10000}-\\u{EFFFF}'
const PN_CHARS = `${PN_CHARS_U}0-9\\u00B7\\u0300-\\u036F\\u203F\\u2040\\-`
export const BLANK_LABEL = `[${PN_CHARS_U}0-9](?:[${PN_CHARS}.]*[${PN_CHARS}])?`

const LABEL = new RegExp(`^${BLANK_LABEL}$`, 'u')
export const isBlankLabel = (text: string): boolean => LABEL.test(text)
