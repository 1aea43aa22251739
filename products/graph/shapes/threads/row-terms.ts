// Converts stored statements to terms for validation: subject, predicate, object.
import { columnsOf } from '../../statements/columns.ts'
import type { TermColumns } from '../../statements/tables.ts'
import { readLine } from '../../terms/nquads.ts'
import { iri, literal } from '../shacl/terms.ts'

export const termsOf = (row: TermColumns): [string, string, string] => [
  row.subject.startsWith('_:') ? row.subject : iri(row.subject),
  iri(row.predicate),
  row.object_type === 'iri'
    ? iri(row.object)
    : row.object_type === 'bnode'
      ? row.object
      : literal(row.object, row.datatype, row.language),
]

/** The terms of the lines that are in the graph and have one of the predicates. */
export function* termsIn(
  lines: readonly string[],
  graph: string,
  predicates: readonly string[] | undefined,
): Generator<[string, string, string]> {
  const end = ` <${graph}> .`
  const wanted = predicates && new Set(predicates)
  for (const line of lines) {
    if (!line.endsWith(end)) continue
    const columns = columnsOf(readLine(line))
    if (!wanted || wanted.has(columns.predicate)) yield termsOf(columns)
  }
}
