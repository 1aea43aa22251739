// The words that the directory uses in the graph; docs/evidence-graph.md explains them. Names are URNs, so that they
// are the same wherever this is installed.
import { namesOf } from '../vendors/derive/names.ts'

export const TENANT = 'public'
export const WORKSPACE = 'directory'
export const CONTEXT = `urn:tenant:${TENANT}:ws:${WORKSPACE}:graph:evidence`

export const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
export const RDFS_LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'
export const XSD = 'http://www.w3.org/2001/XMLSchema#'

const PROV = 'http://www.w3.org/ns/prov#'
export const prov = (word: string): string => PROV + word
const OWN = 'urn:provenance:'
/** Our own words: there are no agreed ones for what a vendor says about itself. */
export const vocab = (word: string): string => `${OWN}vocab#${word}`
/** The predicate of a claim, as a relation between the vendor and what it says. */
export const fact = (predicate: string): string => FACT + encodeURIComponent(predicate)
const FACT = `${OWN}fact#`
export const isFact = ({ predicate }: { predicate: string }): boolean => predicate.startsWith(FACT)

type Kind = 'vendor' | 'source' | 'snapshot' | 'crawl' | 'claim'
export const iriOf = (kind: Kind, id: string): string => `${OWN}${kind}:${encodeURIComponent(id)}`
/** One reading of a snapshot: another version of the extractor reads it anew. */
export const extractionIri = (snapshot: string, version: string): string =>
  `${OWN}extraction:${encodeURIComponent(snapshot)}:${encodeURIComponent(version)}`

export const CRAWLER = `${OWN}agent:crawler`
export const OPERATOR = `${OWN}agent:operator`

/** A company as others name it: the same for `Cloudy`, `Cloudy, Inc.` and `CLOUDY Inc`. */
export const organizationIri = (name: string): string =>
  `${OWN}organization:${encodeURIComponent((namesOf(name)[0] ?? 'unnamed').toWellFormed().replaceAll(' ', '-'))}`
