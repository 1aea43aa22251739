// Responds with JSON unless Accept prefers RDF. All formats have the same content.

import { type Answer, answer } from '@veritrace/platform/answer'
import { fail } from '@veritrace/platform/errors'
import type { Term } from '../terms/term.ts'
import { preferred } from './accept.ts'
import { expanded, idOf, nodesOf } from './syntaxes/json-ld.ts'
import { turtleWriter } from './syntaxes/turtle.ts'
import { PREFIXES, shortName } from './syntaxes/vocabulary.ts'
import type { Triple } from './syntaxes/writer.ts'

const FORMS = ['application/json', 'application/ld+json', 'text/turtle'] as const

interface Represented<T> {
  json: T
  triples: () => Triple[]
  /** Version of the JSON representation, which is the one that can be updated. */
  version?: number
  headers?: Record<string, string>
}

/** The contract describes the JSON. The server sends bytes of other types unchanged. */
export function represent<T>(accept: string | string[] | undefined, represented: Represented<T>): Answer<T> {
  const { json, triples, version, headers = {} } = represented
  const form = preferred(accept?.toString(), FORMS) ?? fail('not_acceptable', `Accept one of ${FORMS.join(', ')}.`)
  const vary = { vary: 'accept', ...headers }
  if (form === 'application/json')
    return answer(json, { headers: { ...vary, ...(version !== undefined && { etag: `"${version}"` }) } })
  const document = form === 'text/turtle' ? turtle(triples()) : jsonLd(triples())
  return answer(Buffer.from(document) as T, { headers: { ...vary, 'content-type': `${form}; charset=utf-8` } })
}

function turtle(triples: readonly Triple[]): string {
  const { head, chunk, tail } = turtleWriter()
  return `${head}${chunk(triples)}${tail}`
}

const jsonLd = (triples: readonly Triple[]): string =>
  JSON.stringify({
    '@context': PREFIXES,
    '@graph': nodesOf(triples, { name: (iri) => shortName(iri) ?? iri, value: compacted }),
  })

/** The term with prefixed names; plain strings stay plain. */
function compacted(term: Term): unknown {
  if (term.kind !== 'literal') return { '@id': idOf(term) }
  if (term.datatype === undefined) return term.language === undefined ? term.value : expanded(term)
  return { '@value': term.value, '@type': shortName(term.datatype) ?? term.datatype }
}
