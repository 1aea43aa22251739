// Checks class and predicate filters. An invalid name would match nothing, so it is reported as an error. Pure
// functions.
import { isIri } from '../terms/iri.ts'
import { isBlankLabel } from '../terms/term.ts'

interface Names {
  /** Each with its path in the request. */
  types: readonly (readonly [path: string, name: string | undefined])[]
  predicates: readonly (readonly [path: string, name: string | undefined])[]
}

/** The problems by path; empty if there are none. */
export const wrongNames = ({ types, predicates }: Names): { path: string; message: string }[] => [
  ...types.flatMap(([path, name]) =>
    name === undefined || isNode(name) ? [] : { path, message: 'must be an absolute IRI, or a blank node as _:label' },
  ),
  ...predicates.flatMap(([path, name]) =>
    name === undefined || isIri(name) ? [] : { path, message: 'must be an absolute IRI' },
  ),
]

export const isNode = (text: string): boolean =>
  isIri(text) || (text.startsWith('_:') && text.length <= 256 && isBlankLabel(text.slice(2)))
