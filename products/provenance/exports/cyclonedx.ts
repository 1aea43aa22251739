// The profile as CycloneDX 1.6 declarations: claims of the vendor, the evidence for and against each, and the
// confidence. https://cyclonedx.org/docs/1.6/json/#declarations
import { createHash } from 'node:crypto'
import type { EvidenceClaim, EvidenceProfile } from '@veritrace/contract/provenance/vendors'
import { isCertificate, subjectOf, topicOf } from '../vendors/derive/vocabulary.ts'

const ASSESSOR = 'assessor-veritrace'

export function profileCycloneDx(profile: EvidenceProfile, at: Date): object {
  const { vendor } = profile
  const target = `vendor-${vendor.slug}`
  const topics = [...Map.groupBy(profile.claims, topicOf).values()].map((claims, index) =>
    topicParts(claims, index, target),
  )
  const standards = topics.flatMap(({ requirement }) => requirement ?? [])
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([profile, at]))}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: { type: 'application', 'bom-ref': `product-${vendor.slug}`, name: vendor.display_name },
    },
    declarations: {
      assessors: [{ 'bom-ref': ASSESSOR, thirdParty: true, organization: { name: 'Veritrace' } }],
      attestations: [
        {
          summary: 'Read from public sources. No attestation of the vendor, unless its listing is verified.',
          assessor: ASSESSOR,
          map: topics.flatMap(({ attested }) => attested ?? []),
        },
      ],
      claims: topics.map(({ claim }) => claim),
      evidence: topics.flatMap(({ evidence }) => evidence),
      targets: {
        organizations: [
          { 'bom-ref': target, name: vendor.display_name, ...(vendor.website_url && { url: [vendor.website_url] }) },
        ],
      },
    },
    ...(standards.length > 0 && {
      definitions: {
        standards: [{ 'bom-ref': 'standard-certificates', name: 'Certificates', requirements: standards }],
      },
    }),
  }
}

/** All statements on one topic: one claim with evidence and counter-evidence. */
function topicParts(said: readonly EvidenceClaim[], index: number, target: string) {
  const ref = `claim-${index + 1}`
  const evidence = said.map((claim, place) => evidenceOf(claim, `${ref}-evidence-${place + 1}`))
  const refs = (relations: readonly EvidenceClaim['relation'][]) =>
    said.flatMap(({ relation }, place) => (relations.includes(relation) ? [evidence[place]!['bom-ref']] : []))
  const [first] = said
  const claim = {
    'bom-ref': ref,
    target,
    predicate: first!.claim_text,
    evidence: refs(['supports', 'mentions', 'background']),
    counterEvidence: refs(['refutes']),
  }
  if (!isCertificate(first!)) return { claim, evidence }
  const requirement = {
    'bom-ref': `requirement-${index + 1}`,
    identifier: subjectOf(first!.value),
    title: subjectOf(first!.value),
  }
  return { claim, evidence, requirement, attested: attestedOf(said, ref, requirement['bom-ref']) }
}

const evidenceOf = (claim: EvidenceClaim, ref: string) => ({
  'bom-ref': ref,
  propertyName: `${claim.category}:${claim.predicate}:${claim.value}`,
  description: claim.snippet,
  data: [claim, ...claim.also_at].map(({ evidence_artifact_id, source_url }) => ({
    name: evidence_artifact_id,
    contents: { url: source_url },
    classification: 'public',
  })),
  ...(claim.fetched_at && { created: claim.fetched_at }),
  author: { name: 'Veritrace crawler' },
})

/** Uses the highest confidence of each side. Only "supports" makes it conform, and disputed claims do not count. */
function attestedOf(all: readonly EvidenceClaim[], claim: string, requirement: string) {
  const said = all.filter(({ contradicted_by }) => contradicted_by.length === 0)
  const best = (relation: EvidenceClaim['relation']) =>
    Math.max(0, ...said.filter((one) => one.relation === relation).map(({ confidence }) => confidence))
  const [pro, contra] = [best('supports'), best('refutes')]
  const holds = pro > contra
  return {
    requirement,
    ...(holds ? { claims: [claim] } : { counterClaims: [claim] }),
    conformance: {
      score: holds ? 1 : 0,
      rationale: holds
        ? 'A public source says that the vendor holds it.'
        : said.length < all.length
          ? 'Pages of the vendor contradict each other, so none of them counts.'
          : 'No public source says that the vendor holds it.',
    },
    confidence: { score: Math.max(pro, contra), rationale: 'The highest confidence of a claim on that side.' },
  }
}

/** A UUID derived from the content (RFC 9562, version 8): the same profile at the same moment has the same one. */
function uuidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex')
  const variant = ((Number.parseInt(hex[16]!, 16) & 0x3) | 0x8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
