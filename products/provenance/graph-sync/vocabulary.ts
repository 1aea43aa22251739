// Vocabulary of the directory in the graph, explained in docs/evidence-graph.md. Names are URNs, so that they are the
// same on every installation.
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
/** Our own terms: there is no standard vocabulary for statements of vendors. */
export const vocab = (word: string): string => `${OWN}vocab#${word}`
/** The predicate of a claim as a relation between the vendor and the value. */
export const fact = (predicate: string): string => FACT + encodeURIComponent(predicate)
const FACT = `${OWN}fact#`
export const isFact = ({ predicate }: { predicate: string }): boolean => predicate.startsWith(FACT)

type Kind = 'vendor' | 'source' | 'snapshot' | 'crawl' | 'claim'
export const iriOf = (kind: Kind, id: string): string => `${OWN}${kind}:${encodeURIComponent(id)}`
/** One extraction of a snapshot. Another extractor version is another extraction. */
export const extractionIri = (snapshot: string, version: string): string =>
  `${OWN}extraction:${encodeURIComponent(snapshot)}:${encodeURIComponent(version)}`

export const CRAWLER = `${OWN}agent:crawler`
export const OPERATOR = `${OWN}agent:operator`

/** A company by its name: the same for `Cloudy`, `Cloudy, Inc.` and `CLOUDY Inc`. */
export const organizationIri = (name: string): string =>
  `${OWN}organization:${encodeURIComponent((namesOf(name)[0] ?? 'unnamed').toWellFormed().replaceAll(' ', '-'))}`
