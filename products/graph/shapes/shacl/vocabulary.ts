// The terms of SHACL and related vocabularies.
import { RDF, XSD } from '../../terms/term.ts'
import { iri, type Key } from './terms.ts'

export const SH = 'http://www.w3.org/ns/shacl#'
export const DASH = 'http://datashapes.org/dash#'
const RDFS = 'http://www.w3.org/2000/01/rdf-schema#'
const OWL = 'http://www.w3.org/2002/07/owl#'

export const sh = (name: string): Key => iri(SH + name)
export const dash = (name: string): Key => iri(DASH + name)
export const xsd = (name: string): string => XSD + name

export const TYPE = iri(`${RDF}type`)
export const FIRST = iri(`${RDF}first`)
export const REST = iri(`${RDF}rest`)
export const NIL = iri(`${RDF}nil`)
export const SUB_CLASS_OF = iri(`${RDFS}subClassOf`)
export const LABEL = iri(`${RDFS}label`)
export const COMMENT = iri(`${RDFS}comment`)
export const RDFS_CLASS = iri(`${RDFS}Class`)
export const OWL_CLASS = iri(`${OWL}Class`)
export const IMPORTS = iri(`${OWL}imports`)

/** `sh:minCount` for IRIs of SHACL, DASH or XSD; others unchanged. */
export function shortName(key: Key): string {
  const text = key.startsWith('<') ? key.slice(1, -1) : key
  for (const [prefix, base] of [['sh', SH] as const, ['dash', DASH] as const, ['xsd', XSD] as const])
    if (text.startsWith(base)) return `${prefix}:${text.slice(base.length)}`
  return text
}
