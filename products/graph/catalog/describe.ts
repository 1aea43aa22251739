// Describes datasets and distributions in DCAT 3 (https://www.w3.org/TR/vocab-dcat-3/).
import type { Dataset, Distribution } from '@veritrace/contract/graph/catalog'
import { isIri } from '../terms/iri.ts'
import type { BlankTerm, IriTerm, Term } from '../terms/term.ts'
import { longName, PREFIXES } from './syntaxes/vocabulary.ts'
import type { Triple } from './syntaxes/writer.ts'

type Name = `${keyof typeof PREFIXES}:${string}`
type Node = IriTerm | BlankTerm

const iri = (value: string): IriTerm => ({ kind: 'iri', value })
const text = (value: string, datatype?: Name): Term => ({
  kind: 'literal',
  value,
  ...(datatype && { datatype: longName(datatype) }),
})

export function describeCatalog(id: string, datasets: readonly Dataset[]): Triple[] {
  const about = statementsOf(iri(id))
  return [
    about('rdf:type', iri(longName('dcat:Catalog'))),
    ...datasets.map((dataset) => about('dcat:dataset', iri(dataset.id))),
    ...datasets.flatMap(describeDataset),
  ]
}

export function describeDataset(dataset: Dataset): Triple[] {
  const about = statementsOf(iri(dataset.id))
  const part = (name: string, value: string | null, property: Name, type: Name, label: Name) =>
    value === null ? [] : named(dataset.id, `${name}`, value, about, property, type, label)
  return [
    about('rdf:type', iri(longName('dcat:Dataset'))),
    about('dct:identifier', text(dataset.id)),
    about('dct:title', text(dataset.title)),
    ...(dataset.description ? [about('dct:description', text(dataset.description))] : []),
    ...dataset.keywords.map((keyword) => about('dcat:keyword', text(keyword))),
    ...dataset.themes.flatMap((theme, i) => part(`theme${i}`, theme, 'dcat:theme', 'skos:Concept', 'skos:prefLabel')),
    ...part('publisher', dataset.publisher, 'dct:publisher', 'foaf:Agent', 'foaf:name'),
    ...describeContact(dataset),
    ...part('license', dataset.license, 'dct:license', 'dct:LicenseDocument', 'rdfs:label'),
    ...part('rights', dataset.accessRights, 'dct:accessRights', 'dct:RightsStatement', 'rdfs:label'),
    about('dct:issued', day(dataset.issued)),
    about('dct:modified', day(dataset.modified)),
    ...describePeriod(dataset),
    ...part('place', dataset.spatial, 'dct:spatial', 'dct:Location', 'rdfs:label'),
    ...dataset.conformsTo.flatMap((standard, i) =>
      part(`standard${i}`, standard, 'dct:conformsTo', 'dct:Standard', 'dct:title'),
    ),
    ...(dataset.contextId ? [about('dct:source', iri(dataset.contextId))] : []),
    about('dcat:version', text(String(dataset.version))),
    ...dataset.distributions.map((distribution) => about('dcat:distribution', iri(distribution.id))),
    ...dataset.distributions.flatMap(describeDistribution),
  ]
}

export function describeDistribution(distribution: Distribution): Triple[] {
  const about = statementsOf(iri(distribution.id))
  const { accessURL, downloadURL, mediaType, format, byteSize, checksum, license, statementCount } = distribution
  return [
    about('rdf:type', iri(longName('dcat:Distribution'))),
    about('dct:identifier', text(distribution.id)),
    ...(distribution.title ? [about('dct:title', text(distribution.title))] : []),
    ...(accessURL ? [about('dcat:accessURL', iri(accessURL))] : []),
    ...(downloadURL ? [about('dcat:downloadURL', iri(downloadURL))] : []),
    ...(mediaType ? [about('dcat:mediaType', iri(registered(mediaType)))] : []),
    ...(format
      ? named(distribution.id, 'format', format, about, 'dct:format', 'dct:MediaTypeOrExtent', 'rdfs:label')
      : []),
    ...(byteSize === null ? [] : [about('dcat:byteSize', text(String(byteSize), 'xsd:nonNegativeInteger'))]),
    ...(checksum ? describeChecksum(distribution.id, checksum) : []),
    ...(license
      ? named(distribution.id, 'license', license, about, 'dct:license', 'dct:LicenseDocument', 'rdfs:label')
      : []),
    about('dct:issued', day(distribution.issued)),
    ...(statementCount === null ? [] : [about('void:triples', text(String(statementCount), 'xsd:integer'))]),
  ]
}

const statementsOf =
  (subject: Node) =>
  (predicate: Name, object: Term): Triple => ({ subject, predicate: iri(longName(predicate)), object })

/** The value itself if it is an IRI, otherwise a typed node with the value as its label. */
function named(
  owner: string,
  part: string,
  value: string,
  about: ReturnType<typeof statementsOf>,
  property: Name,
  type: Name,
  label: Name,
): Triple[] {
  if (isIri(value)) return [about(property, iri(expandPrefix(value)))]
  const node = blank(owner, part)
  return [
    about(property, node),
    statementsOf(node)('rdf:type', iri(longName(type))),
    statementsOf(node)(label, text(value)),
  ]
}

/** Expands a value such as `dct:x` with a known prefix. JSON-LD would expand it, so Turtle must, too. */
const expandPrefix = (value: string): string => {
  const prefix = value.slice(0, value.indexOf(':'))
  return Object.hasOwn(PREFIXES, prefix) ? longName(value as Name) : value
}

/** Stable labels, so that two responses can be compared. */
const blank = (owner: string, part: string): BlankTerm => ({
  kind: 'bnode',
  value: `${part}-${owner.slice(owner.lastIndexOf(':') + 1)}`,
})

function describeContact({ id, contactPoint }: Dataset): Triple[] {
  if (!contactPoint) return []
  const node = blank(id, 'contact')
  const about = statementsOf(node)
  const { name, email, url } = contactPoint
  return [
    statementsOf(iri(id))('dcat:contactPoint', node),
    about('rdf:type', iri(longName('vcard:Kind'))),
    ...(name ? [about('vcard:fn', text(name))] : []),
    // RFC 6068 §2: percent-encodes characters that an address may contain but mailto may not.
    ...(email ? [about('vcard:hasEmail', iri(`mailto:${encodeURIComponent(email).replace('%40', '@')}`))] : []),
    ...(url ? [about('vcard:hasURL', iri(url))] : []),
  ]
}

function describePeriod({ id, temporal }: Dataset): Triple[] {
  if (!temporal) return []
  const node = blank(id, 'period')
  const about = statementsOf(node)
  return [
    statementsOf(iri(id))('dct:temporal', node),
    about('rdf:type', iri(longName('dct:PeriodOfTime'))),
    ...(temporal.startDate ? [about('dcat:startDate', day(temporal.startDate))] : []),
    ...(temporal.endDate ? [about('dcat:endDate', day(temporal.endDate))] : []),
  ]
}

function describeChecksum(id: string, { algorithm, value }: NonNullable<Distribution['checksum']>): Triple[] {
  const node = blank(id, 'checksum')
  const about = statementsOf(node)
  return [
    statementsOf(iri(id))('spdx:checksum', node),
    about('rdf:type', iri(longName('spdx:Checksum'))),
    about('spdx:algorithm', iri(longName(`spdx:checksumAlgorithm_${algorithm}`))),
    about('spdx:checksumValue', text(value, 'xsd:hexBinary')),
  ]
}

/** RFC 3339 allows a space and lower case, XSD does not. */
const day = (value: string): Term =>
  value.length > 10 ? text(value.toUpperCase().replace(' ', 'T'), 'xsd:dateTime') : text(value, 'xsd:date')

/** Media types may contain characters that IRIs do not allow. */
const registered = (mediaType: string): string =>
  `https://www.iana.org/assignments/media-types/${mediaType.replace(/[^A-Za-z0-9!._+/-]/g, encodeURIComponent)}`
