// Describes readings in PROV-O: a crawl generated a snapshot, and an extraction generated claims from it. Pure.
import type { NewStatement } from '@veritrace/contract/graph/statements'
import { subjectOf } from '../vendors/derive/vocabulary.ts'
import { type Change, type FactClaim, factsOf, objectOf } from './facts.ts'
import {
  CRAWLER,
  extractionIri,
  fact,
  iriOf,
  OPERATOR,
  organizationIri,
  prov,
  RDF_TYPE,
  RDFS_LABEL,
  vocab,
  XSD,
} from './vocabulary.ts'

export interface ReadClaim extends FactClaim {
  claim_key: string
  snapshot_id: string
  claim_text: string
  snippet: string
  snippet_start: number
  snippet_end: number
  rule_id: string
  rule_version: string
  details: Readonly<Record<string, unknown>>
}

export interface Named {
  display_name: string
  primary_domain: string
  aliases: readonly string[]
}
interface Snapshot {
  id: string
  sha256: string
  fetched_at: Date
}

/** The changes of one fetch, or of reprocessing an older one. */
export interface Reading {
  vendor: Named & { id: string }
  source: { id: string; kind: string; url: string }
  snapshot: Snapshot
  /** Later fetches that confirmed its claims. The claims are now quoted from them. */
  later?: readonly Snapshot[]
  extractor: string
  added: readonly ReadClaim[]
  ended: readonly ReadClaim[]
}

export function statementsOf(reading: Reading, now: Date): Change {
  const { vendor, source, snapshot, later = [], added, ended } = reading
  const facts = factsOf(vendor.id, added)
  return {
    assert: [
      ...AGENTS,
      ...aboutVendor(vendor.id, vendor),
      ...aboutSource(reading),
      ...[snapshot, ...later].flatMap((one) => aboutSnapshot(source.id, one)),
      ...aboutExtraction(reading, now),
      ...added.flatMap((claim) => aboutClaim(reading, claim)),
      ...ended.flatMap((claim) => aboutEnd(reading, claim, now)),
      ...facts,
    ],
    retract: factsOf(vendor.id, ended).filter((old) => !facts.some((now) => isSame(old, now))),
  }
}

const iri = (subject: string, predicate: string, object: string): NewStatement => ({
  subject,
  predicate,
  object,
  objectType: 'iri',
})
const text = (subject: string, predicate: string, object: string, datatype?: string): NewStatement => ({
  subject,
  predicate,
  object: object.toWellFormed(),
  objectType: 'literal',
  ...(datatype && { datatype: XSD + datatype }),
})
const moment = (subject: string, predicate: string, at: Date): NewStatement =>
  // The shortest form, because engines print it this way.
  text(subject, predicate, at.toISOString().replace(/\.?0*Z$/, 'Z'), 'dateTime')
const types = (subject: string, ...classes: string[]): NewStatement[] =>
  classes.map((name) => iri(subject, RDF_TYPE, name))

const AGENTS: readonly NewStatement[] = [
  ...types(CRAWLER, prov('SoftwareAgent')),
  text(CRAWLER, RDFS_LABEL, 'Crawler and extractor of the directory'),
  iri(CRAWLER, prov('actedOnBehalfOf'), OPERATOR),
  ...types(OPERATOR, prov('Organization')),
  text(OPERATOR, RDFS_LABEL, 'Operator of the directory'),
]

/** Retracts the old names of a renamed vendor. */
export function renamed(id: string, was: Named, now: Named): Change {
  const assert = aboutVendor(id, now)
  return { assert, retract: aboutVendor(id, was).filter((old) => !assert.some((one) => isSame(old, one))) }
}

export function aboutVendor(id: string, { display_name, primary_domain, aliases }: Named): NewStatement[] {
  const vendor = iriOf('vendor', id)
  const names = new Set([display_name, ...aliases].map(organizationIri))
  return [
    ...types(vendor, vocab('Vendor'), prov('Organization')),
    text(vendor, RDFS_LABEL, display_name),
    text(vendor, vocab('domain'), primary_domain),
    // Links this vendor to the names in other vendors' lists of subprocessors.
    ...[...names].map((name) => iri(vendor, vocab('organization'), name)),
  ]
}

function aboutSource({ vendor, source }: Reading): NewStatement[] {
  const subject = iriOf('source', source.id)
  return [
    ...types(subject, prov('Entity'), vocab('Source')),
    iri(subject, vocab('vendor'), iriOf('vendor', vendor.id)),
    text(subject, vocab('kind'), source.kind),
    text(subject, vocab('url'), source.url, 'anyURI'),
  ]
}

function aboutSnapshot(sourceId: string, snapshot: Snapshot): NewStatement[] {
  const [subject, crawl] = [iriOf('snapshot', snapshot.id), iriOf('crawl', snapshot.id)]
  return [
    ...types(crawl, prov('Activity'), vocab('Crawl')),
    moment(crawl, prov('startedAtTime'), snapshot.fetched_at),
    iri(crawl, prov('used'), iriOf('source', sourceId)),
    iri(crawl, prov('wasAssociatedWith'), CRAWLER),
    ...types(subject, prov('Entity'), vocab('Snapshot')),
    iri(subject, prov('wasGeneratedBy'), crawl),
    iri(subject, prov('wasDerivedFrom'), iriOf('source', sourceId)),
    moment(subject, prov('generatedAtTime'), snapshot.fetched_at),
    text(subject, vocab('sha256'), snapshot.sha256),
  ]
}

function aboutExtraction({ snapshot, extractor }: Reading, now: Date): NewStatement[] {
  const subject = extractionIri(snapshot.id, extractor)
  return [
    ...types(subject, prov('Activity'), vocab('Extraction')),
    moment(subject, prov('startedAtTime'), now),
    iri(subject, prov('used'), iriOf('snapshot', snapshot.id)),
    iri(subject, prov('wasInformedBy'), iriOf('crawl', snapshot.id)),
    iri(subject, prov('wasAssociatedWith'), CRAWLER),
    text(subject, vocab('version'), extractor),
  ]
}

function aboutClaim({ vendor, snapshot, extractor, ended }: Reading, claim: ReadClaim): NewStatement[] {
  const subject = iriOf('claim', claim.id)
  // The quote and its position are those of the last fetch with this claim.
  const page = iriOf('snapshot', claim.snapshot_id)
  const before = ended.find((old) => isRevision(old, claim))
  const value = objectOf(claim)
  return [
    ...types(subject, prov('Entity'), vocab('Claim')),
    iri(subject, prov('wasQuotedFrom'), page),
    iri(subject, prov('hadPrimarySource'), page),
    iri(subject, prov('wasGeneratedBy'), extractionIri(snapshot.id, extractor)),
    iri(subject, prov('wasAttributedTo'), CRAWLER),
    ...(before ? [iri(subject, prov('wasRevisionOf'), iriOf('claim', before.id))] : []),
    iri(subject, vocab('vendor'), iriOf('vendor', vendor.id)),
    text(subject, vocab('category'), claim.category),
    iri(subject, vocab('predicate'), fact(claim.predicate)),
    {
      subject,
      predicate: vocab('value'),
      ...value,
      metadata: { confidence: claim.confidence, wasDerivedFrom: page },
    },
    text(subject, vocab('state'), claim.state),
    text(subject, vocab('relation'), claim.relation),
    text(subject, RDFS_LABEL, claim.claim_text),
    text(subject, prov('value'), claim.snippet),
    text(subject, vocab('snippetStart'), String(claim.snippet_start), 'integer'),
    text(subject, vocab('snippetEnd'), String(claim.snippet_end), 'integer'),
    text(subject, vocab('rule'), `${claim.rule_id}/${claim.rule_version}`),
    ...(value.objectType === 'iri' ? aboutCompany(value.object, claim) : []),
  ]
}

/** The name as the list has it, and a link to the vendor of the directory if it is known. */
function aboutCompany(company: string, { value, details }: ReadClaim): NewStatement[] {
  const { vendor_id } = details
  return [
    text(company, RDFS_LABEL, value),
    ...(typeof vendor_id === 'string' ? [iri(iriOf('vendor', vendor_id), vocab('organization'), company)] : []),
  ]
}

function aboutEnd({ snapshot, extractor }: Reading, claim: ReadClaim, now: Date): NewStatement[] {
  const subject = iriOf('claim', claim.id)
  return [
    iri(subject, prov('wasInvalidatedBy'), extractionIri(snapshot.id, extractor)),
    moment(subject, prov('invalidatedAtTime'), now),
  ]
}

/** True for claims on the same subject, with another wording, state or confidence. */
const isRevision = (old: ReadClaim, claim: ReadClaim): boolean =>
  old.claim_key === claim.claim_key ||
  (old.category === claim.category &&
    old.predicate === claim.predicate &&
    subjectOf(old.value) === subjectOf(claim.value))

const isSame = (one: NewStatement, other: NewStatement): boolean =>
  one.predicate === other.predicate && one.object === other.object && one.objectType === other.objectType
