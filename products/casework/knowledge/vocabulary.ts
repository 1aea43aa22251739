// The vocabulary of casework in the graph. Terms of a domain are derived from the pack.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import type { Pack } from '../packs/pack.ts'

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'
const PROV = 'http://www.w3.org/ns/prov#'
export const DERIVED_FROM = `${PROV}wasDerivedFrom`

/** Terms shared by all domains. */
export const core = (word: string): string => `urn:casework:core#${word}`
export const entryIri = (id: string): string => `urn:cw:entry:${encodeURIComponent(id)}`

export interface Vocabulary {
  /** A property or class of the pack. */
  own(word: string): string
  /** The predicate of a relation of the pack. */
  relation(id: string): string
  /** An IRI in the namespace of the pack's artifacts: `urn:sap:obj:` gives `urn:sap:fact:…`. */
  named(...parts: readonly string[]): string
  /** The class of artifacts from lists. */
  thing: string
}

export function vocabularyOf({ ref, naming, relations }: Pick<Pack, 'ref' | 'naming' | 'relations'>): Vocabulary {
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
/** `release` gives `Release`, `sap_object` gives `SapObject`. */
export const pascal = (words: string): string => camel(`_${words}`)

type Metadata = NonNullable<NewStatement['metadata']>

/** Creates statements that share the same metadata. */
export function statementsWith(metadata: Metadata) {
  return {
    link: (subject: string, predicate: string, object: string): NewStatement => ({
      subject,
      predicate,
      object,
      objectType: 'iri',
      metadata,
    }),
    literal: (subject: string, predicate: string, object: string, datatype?: string): NewStatement => ({
      subject,
      predicate,
      object,
      objectType: 'literal',
      ...(datatype && { datatype }),
      metadata,
    }),
  }
}
