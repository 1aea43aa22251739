// The words of casework in the graph. What belongs to a domain is spelled from the pack's own words.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Pack } from '../packs/pack.ts'

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'
const PROV = 'http://www.w3.org/ns/prov#'
export const DERIVED_FROM = `${PROV}wasDerivedFrom`

/** What every domain has. */
export const core = (word: string): string => `urn:casework:core#${word}`
export const entryIri = (id: string): string => `urn:cw:entry:${encodeURIComponent(id)}`

export interface Words {
  /** A property or class of the pack's own. */
  own(word: string): string
  /** The predicate of a relation of the pack. */
  relation(id: string): string
  /** `urn:sap:` of `urn:sap:obj:`, and what is made from it: `urn:sap:fact:…`. */
  named(...parts: readonly string[]): string
  /** The class of a thing from a list. */
  thing: string
}

export function wordsOf({ ref, naming, relations }: Pick<Pack, 'ref' | 'naming' | 'relations'>): Words {
  const own = (word: string): string => `urn:casework:${ref.id}#${word}`
  const space = naming.iriBase.replace(/[^:]*:$/, '')
  const predicates = new Map(relations.map(({ id, predicate }) => [id, predicate]))
  return {
    own,
    relation: (id) => predicates.get(id) ?? own(camel(id)),
    named: (...parts) => space + parts.map((part) => encodeURIComponent(part)).join(':'),
    thing: own(pascal(naming.kind)),
  }
}

const camel = (words: string): string => words.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
/** `release` makes `Release`, `sap_object` makes `SapObject`. */
export const pascal = (words: string): string => camel(`_${words}`)

type Metadata = NonNullable<NewStatement['metadata']>

/** Says and links with the same metadata. */
export function sayWith(metadata: Metadata) {
  return {
    link: (subject: string, predicate: string, object: string): NewStatement => ({
      subject,
      predicate,
      object,
      objectType: 'iri',
      metadata,
    }),
    say: (subject: string, predicate: string, object: string, datatype?: string): NewStatement => ({
      subject,
      predicate,
      object,
      objectType: 'literal',
      ...(datatype && { datatype }),
      metadata,
    }),
  }
}
