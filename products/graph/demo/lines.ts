// The demo graph as N-Quads. Pure.
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
  const say = (subject: string, predicate: string, object: string) =>
    `<${subject}> <${predicate}> ${object} <${contextId}> .`
  return [...sectors(say), ...vendors(say), ...relations(say), ...certificates(say)]
}

type Say = (subject: string, predicate: string, object: string) => string

const vendorIri = (slug: string): string => `https://example.com/vendors/${slug}`
const sectorIri = (slug: string): string => `https://example.com/sectors/${slug}`
const auditorIri = (name: string): string => `https://example.com/auditors/${slugOf(name)}`
const standardIri = (name: string): string => `https://example.com/standards/${slugOf(name)}`
const slugOf = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]+/g, '-')

const iri = (value: string): string => `<${value}>`
const text = (value: string, language?: string): string =>
  JSON.stringify(value) + (language === undefined ? '' : `@${language}`)
const typed = (value: string | number, type: string): string => `"${value}"^^<${XSD}${type}>`

const sectors = (say: Say): string[] =>
  Object.entries(SECTORS).flatMap(([slug, [english, german]]) => [
    say(sectorIri(slug), RDF_TYPE, iri(`${SKOS}Concept`)),
    say(sectorIri(slug), `${SKOS}prefLabel`, text(english, 'en')),
    say(sectorIri(slug), `${SKOS}prefLabel`, text(german, 'de')),
  ])

const vendors = (say: Say): string[] =>
  VENDORS.flatMap(([slug, name, sector, country, founded, people, sentence]) => {
    const vendor = vendorIri(slug)
    return [
      say(vendor, RDF_TYPE, iri(`${TRUST}Vendor`)),
      say(vendor, LABEL, text(name)),
      say(vendor, `${DCT}description`, text(sentence, 'en')),
      say(vendor, `${DCT}subject`, iri(sectorIri(sector))),
      say(vendor, HOMEPAGE, iri(`https://${slug}.example.com/`)),
      say(vendor, `${TRUST}country`, text(country)),
      say(vendor, `${TRUST}founded`, typed(founded, 'gYear')),
      say(vendor, `${TRUST}employees`, typed(people, 'integer')),
    ]
  })

/** The direct relation for walking along it, and a node that says on which data. */
const relations = (say: Say): string[] =>
  SUBPROCESSORS.flatMap(([by, processor, data]) => {
    const agreement = `https://example.com/agreements/${by}-${processor}`
    return [
      say(vendorIri(by), `${TRUST}subprocessor`, iri(vendorIri(processor))),
      say(agreement, RDF_TYPE, iri(`${TRUST}Agreement`)),
      say(agreement, `${TRUST}controller`, iri(vendorIri(by))),
      say(agreement, `${TRUST}processor`, iri(vendorIri(processor))),
      say(agreement, `${TRUST}data`, text(data, 'en')),
    ]
  })

function certificates(say: Say): string[] {
  const standards = [...new Set(CERTIFICATES.map(([, standard]) => standard))]
  const auditors = [...new Set(CERTIFICATES.map(([, , auditor]) => auditor))]
  return [
    ...standards.flatMap((name) => [
      say(standardIri(name), RDF_TYPE, iri(`${TRUST}Standard`)),
      say(standardIri(name), LABEL, text(name)),
    ]),
    ...auditors.flatMap((name) => [
      say(auditorIri(name), RDF_TYPE, iri(`${TRUST}Auditor`)),
      say(auditorIri(name), LABEL, text(name)),
    ]),
    ...CERTIFICATES.flatMap(([vendor, standard, auditor, from, to]) => {
      const certificate = `https://example.com/certificates/${vendor}-${slugOf(standard)}`
      return [
        say(certificate, RDF_TYPE, iri(`${TRUST}Certificate`)),
        say(vendorIri(vendor), `${TRUST}holds`, iri(certificate)),
        say(certificate, `${TRUST}standard`, iri(standardIri(standard))),
        say(certificate, `${TRUST}issuedBy`, iri(auditorIri(auditor))),
        say(certificate, `${TRUST}validFrom`, typed(from, 'date')),
        say(certificate, `${TRUST}validUntil`, typed(to, 'date')),
      ]
    }),
  ]
}
