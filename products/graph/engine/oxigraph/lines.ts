// Lines and their terms as text, the form in which results return them and the store accepts them.
import { writeTerm } from '../../terms/nquads.ts'
import type { Term } from '../../terms/term.ts'

/** A term in SPARQL 1.1 JSON results. */
export interface JsonTerm {
  type: 'uri' | 'bnode' | 'literal' | 'triple'
  value: string
  datatype?: string
  'xml:lang'?: string
}

/** The term in N-Quads syntax. */
export function tokenOf({ type, value, datatype, 'xml:lang': language }: JsonTerm): string {
  if (type === 'uri') return `<${value}>`
  if (type === 'bnode') return `_:${value}`
  if (type !== 'literal') throw new Error('Triple terms are not supported.')
  const term: Term = { kind: 'literal', value, ...(datatype && { datatype }), ...(language && { language }) }
  return writeTerm(term)
}

export interface Parts {
  subject: string
  predicate: string
  object: string
  graph: string
}

const LINE =
  /^(?<subject><[^>]*>|_:\S+) (?<predicate><[^>]*>) (?<object><[^>]*>|_:\S+|"(?:[^"\\]|\\.)*"(?:@\S+|\^\^<[^>]*>)?) (?<graph><[^>]*>) \.$/su

/** The four terms of a line as written. */
export function partsOf(line: string): Parts {
  const found = LINE.exec(line)?.groups
  if (!found) throw new Error('A line is not canonical N-Quads with a graph.')
  return { subject: found.subject!, predicate: found.predicate!, object: found.object!, graph: found.graph! }
}

export const lineOf = ({ subject, predicate, object, graph }: Parts): string =>
  `${subject} ${predicate} ${object} ${graph} .`

/** The rows of a JSON result. */
export function bindings(answer: unknown): Record<string, JsonTerm>[] {
  const { results }: { results: { bindings: Record<string, JsonTerm>[] } } = JSON.parse(String(answer))
  return results.bindings
}
