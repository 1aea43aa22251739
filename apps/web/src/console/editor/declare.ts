// Inserts the declaration of a prefix that the query lacks.
import { declaredIn, type Prefixes } from '../rdf/prefixes.ts'

interface Insertion {
  from: number
  insert: string
}

/** After the last declaration, or at the top. */
export function declare(text: string, name: string, prefixes: Prefixes): Insertion[] {
  const prefix = name.slice(0, name.indexOf(':'))
  const iri = prefixes[prefix]
  if (iri === undefined || prefix in declaredIn(text)) return []
  const last = [...text.matchAll(/^[ \t]*(?:PREFIX|BASE)\b.*$/gim)].at(-1)
  const from = last ? last.index + last[0].length : 0
  const line = `PREFIX ${prefix}: <${iri}>`
  return [{ from, insert: last ? `\n${line}` : `${line}\n\n` }]
}
