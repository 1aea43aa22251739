// Computes the ids of statements in the same way as the graph (products/graph/README.md), so that missing statements
// can be found by comparing ids, without sending existing ones.
import { hash } from 'node:crypto'
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { escaped } from '@veritrace/platform/rdf/literals'
import { bareId } from '@veritrace/platform/rdf/statement-id'

const XSD_STRING = 'http://www.w3.org/2001/XMLSchema#string'

/** The id without its prefix. */
export const statementId = (context: string, statement: NewStatement): string =>
  bareId(`<${statement.subject}> <${statement.predicate}> ${objectOf(statement)} <${context}> .`)

function objectOf({ object, objectType, datatype, language }: NewStatement): string {
  if (objectType === 'iri') return `<${object}>`
  if (objectType === 'bnode') return object
  const text = `"${escaped(object)}"`
  if (language !== undefined) return `${text}@${language.toLowerCase()}`
  return datatype === undefined || datatype === XSD_STRING ? text : `${text}^^<${datatype}>`
}

/** A digest of a set of ids that does not depend on their order. */
export function digestOfIds(ids: Iterable<string>): string {
  const sum = Buffer.alloc(32)
  for (const id of ids) {
    const one = hash('sha256', id, 'buffer')
    for (let at = 0; at < sum.length; at++) sum[at]! ^= one[at]!
  }
  return `sha256:${sum.toString('hex')}`
}
