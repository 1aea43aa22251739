// The terms and quads that all three parsers produce.

export interface RdfTerm {
  termType: string
  value: string
}
export interface RdfLiteral extends RdfTerm {
  language: string
  direction?: string | null
  datatype: RdfTerm
}
export interface RdfQuad {
  subject: RdfTerm
  predicate: RdfTerm
  object: RdfTerm
  graph: RdfTerm
}

export const isLiteral = (term: RdfTerm): term is RdfLiteral => term.termType === 'Literal'
