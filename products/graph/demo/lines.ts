// The demo graph as N-Quads. Pure functions.
import { CERTIFICATES, SECTORS, SUBPROCESSORS, VENDORS } from './content.ts'

const RDF_TYPE = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#type'
const LABEL = 'http://www.w3.org/2000/01/rdf-schema#label'
const SKOS = 'http://www.w3.org/2004/02/skos/core#'
const DCT = 'http://purl.org/dc/terms/'
const XSD = 'http://www.w3.org/2001/XMLSchema#'
const TRUST = 'https://example.com/trust#'
const HOMEPAGE = 'http://xmlns.com/foaf/0.1/homepage'

/** All statements of the demo, in one context. */
export function demoLines(contextId: string): string[] {
  const line = (subject: string, predicate: string, object: string) =>
    `<${subject}> <${predicate}> ${object} <${contextId}> .`
  return [...sectors(line), ...vendors(line), ...relations(line), ...certificates(line)]
}

type Line = (subject: string, predicate: string, object: string) => string

const vendorIri = (slug: string): string => `https://example.com/vendors/${slug}`
const sectorIri = (slug: string): string => `https://example.com/sectors/${slug}`
const auditorIri = (name: string): string => `https://example.com/auditors/${slugOf(name)}`
const standardIri = (name: string): string => `https://example.com/standards/${slugOf(name)}`
const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const iri = (value: string): string => `<${value}>`
const text = (value: string, language?: string): string =>
  JSON.stringify(value) + (language === undefined ? '' : `@${language}`)
const typed = (value: string | number, type: string): string => `"${value}"^^<${XSD}${type}>`

const sectors = (line: Line): string[] =>
  Object.entries(SECTORS).flatMap(([slug, [english, german]]) => [
    line(sectorIri(slug), RDF_TYPE, iri(`${SKOS}Concept`)),
    line(sectorIri(slug), `${SKOS}prefLabel`, text(english, 'en')),
    line(sectorIri(slug), `${SKOS}prefLabel`, text(german, 'de')),
  ])

const vendors = (line: Line): string[] =>
  VENDORS.flatMap(([slug, name, sector, country, founded, people, sentence]) => {
    const vendor = vendorIri(slug)
    return [
      line(vendor, RDF_TYPE, iri(`${TRUST}Vendor`)),
      line(vendor, LABEL, text(name)),
      line(vendor, `${DCT}description`, text(sentence, 'en')),
      line(vendor, `${DCT}subject`, iri(sectorIri(sector))),
      line(vendor, HOMEPAGE, iri(`https://${slug}.example.com/`)),
      line(vendor, `${TRUST}country`, text(country)),
      line(vendor, `${TRUST}founded`, typed(founded, 'gYear')),
      line(vendor, `${TRUST}employees`, typed(people, 'integer')),
    ]
  })

/** A direct edge for traversal, and an agreement node with the data. */
const relations = (line: Line): string[] =>
  SUBPROCESSORS.flatMap(([by, processor, data]) => {
    const agreement = `https://example.com/agreements/${by}-${processor}`
    return [
      line(vendorIri(by), `${TRUST}subprocessor`, iri(vendorIri(processor))),
      line(agreement, RDF_TYPE, iri(`${TRUST}Agreement`)),
      line(agreement, `${TRUST}controller`, iri(vendorIri(by))),
      line(agreement, `${TRUST}processor`, iri(vendorIri(processor))),
      line(agreement, `${TRUST}data`, text(data, 'en')),
    ]
  })

function certificates(line: Line): string[] {
  const standards = [...new Set(CERTIFICATES.map(([, standard]) => standard))]
  const auditors = [...new Set(CERTIFICATES.map(([, , auditor]) => auditor))]
  return [
    ...standards.flatMap((name) => [
      line(standardIri(name), RDF_TYPE, iri(`${TRUST}Standard`)),
      line(standardIri(name), LABEL, text(name)),
    ]),
    ...auditors.flatMap((name) => [
      line(auditorIri(name), RDF_TYPE, iri(`${TRUST}Auditor`)),
      line(auditorIri(name), LABEL, text(name)),
    ]),
    ...CERTIFICATES.flatMap(([vendor, standard, auditor, from, to]) => {
      const certificate = `https://example.com/certificates/${vendor}-${slugOf(standard)}`
      return [
        line(certificate, RDF_TYPE, iri(`${TRUST}Certificate`)),
        line(vendorIri(vendor), `${TRUST}holds`, iri(certificate)),
        line(certificate, `${TRUST}standard`, iri(standardIri(standard))),
        line(certificate, `${TRUST}issuedBy`, iri(auditorIri(auditor))),
        line(certificate, `${TRUST}validFrom`, typed(from, 'date')),
        line(certificate, `${TRUST}validUntil`, typed(to, 'date')),
      ]
    }),
  ]
}
