// Converts between quads and table columns.
import { contextIri } from '../scope/rules.ts'
import { writeQuad } from '../terms/nquads.ts'
import type { BlankTerm, IriTerm, Quad, Term } from '../terms/term.ts'
import type { TermColumns } from './tables.ts'

export const columnsOf = ({ subject, predicate, object }: Quad): TermColumns => ({
  subject: textOf(subject),
  predicate: predicate.value,
  object: textOf(object),
  object_type: object.kind,
  datatype: (object.kind === 'literal' && object.datatype) || null,
  language: (object.kind === 'literal' && object.language) || null,
})

/** The canonical line of a row. */
export const lineOf = (tenant: string, workspace: string, row: TermColumns & { context: string }): string =>
  writeQuad({
    subject: nodeOf(row.subject),
    predicate: { kind: 'iri', value: row.predicate },
    object: objectOf(row),
    graph: { kind: 'iri', value: contextIri(tenant, workspace, row.context) },
  })

/** No IRI starts with an underscore, so blank nodes need no separate column. */
const textOf = (term: Term): string => (term.kind === 'bnode' ? `_:${term.value}` : term.value)
export const nodeOf = (text: string): IriTerm | BlankTerm =>
  text.startsWith('_:') ? { kind: 'bnode', value: text.slice(2) } : { kind: 'iri', value: text }

export function objectOf({ object, object_type, datatype, language }: TermColumns): Term {
  if (object_type !== 'literal') return nodeOf(object)
  return { kind: 'literal', value: object, ...(datatype && { datatype }), ...(language && { language }) }
}
