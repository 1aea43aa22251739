// The ids that the graph gives to statements follow from what these say, and it tells how (products/graph/README.md): so
// what it lacks is known from the ids it has, without sending what it has.
import { hash } from 'node:crypto'
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { escaped } from '@veritrace/platform/rdf/literals'
import { bareId } from '@veritrace/platform/rdf/statement-id'

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string'

/** Without the words before it. */
export const statementId = (context: string, statement: NewStatement): string =>
  bareId(`<${statement.subject}> <${statement.predicate}> ${objectOf(statement)} <${context}> .`)

function objectOf({ object, objectType, datatype, language }: NewStatement): string {
  if (objectType === 'iri') return `<${object}>`
  if (objectType === 'bnode') return object
  const text = `"${escaped(object)}"`
  if (language !== undefined) return `${text}@${language.toLowerCase()}`
  return datatype === undefined || datatype === XSD_STRING ? text : `${text}^^<${datatype}>`
}

/** Of a set of ids, whatever their order. */
export function digestOfIds(ids: Iterable<string>): string {
  const sum = Buffer.alloc(32)
  for (const id of ids) {
    const one = hash('sha256', id, 'buffer')
    for (let at = 0; at < sum.length; at++) sum[at]! ^= one[at]!
  }
  return `sha256:${sum.toString('hex')}`
}
