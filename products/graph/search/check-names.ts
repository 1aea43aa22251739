// Classes and predicates that narrow a search: a name that can be none finds nothing, and is told rather than looked
// for. Pure.
import { isIri } from '../terms/iri.ts'
import { isBlankLabel } from '../terms/term.ts'

interface Names {
  /** With their paths in the request. */
  types: readonly (readonly [path: string, name: string | undefined])[]
  predicates: readonly (readonly [path: string, name: string | undefined])[]
}

/** What is wrong with them, by their paths; empty where nothing is. */
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
