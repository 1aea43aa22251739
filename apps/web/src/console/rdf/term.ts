// RDF terms as in SPARQL JSON results, and their order.

export interface Term {
  type: 'uri' | 'literal' | 'bnode'
  value: string
  datatype?: string
  'xml:lang'?: string
}
export type Row = Readonly<Record<string, Term | undefined>>
export interface Triple {
  subject: Term
  predicate: Term
  object: Term
}

export const XSD = 'http://www.w3.org/2001/XMLSchema#'
export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'

const NUMBERS = new Set(
  [
    'integer',
    'decimal',
    'double',
    'float',
    'int',
    'long',
    'short',
    'byte',
    'nonNegativeInteger',
    'positiveInteger',
  ].map((name) => XSD + name),
)
export const isNumber = (term: Term | undefined): boolean => Boolean(term?.datatype && NUMBERS.has(term.datatype))

const words = new Intl.Collator('en', { numeric: true })

/** Unbound values last, numbers by value, everything else in natural order. */
export function compareTerms(a: Term | undefined, b: Term | undefined): number {
  if (!a || !b) return Number(!a) - Number(!b)
  if (isNumber(a) && isNumber(b)) return Number(a.value) - Number(b.value)
  return words.compare(a.value, b.value)
}

/** A unique key per node. Blank node labels get a prefix, because an IRI could be the same text. */
export const keyOf = (term: Term): string => (term.type === 'bnode' ? `_:${term.value}` : term.value)

/** The term in the syntax of SPARQL and N-Triples. */
export function writeTerm(term: Term): string {
  if (term.type === 'uri') return `<${term.value}>`
  if (term.type === 'bnode') return `_:${term.value}`
  const text = `"${term.value.replace(/[\\"\n\r]/g, (c) => ESCAPED[c]!)}"`
  if (term['xml:lang']) return `${text}@${term['xml:lang']}`
  return term.datatype && term.datatype !== `${XSD}string` ? `${text}^^<${term.datatype}>` : text
}
const ESCAPED: Readonly<Record<string, string>> = { '\\': '\\\\', '"': '\\"', '\n': '\\n', '\r': '\\r' }
