// What a reader looks for in a profile: how much of it is there, and what is missing in words.
import type { EvidenceGap } from '@veritrace/contract/provenance/vendors'
import type { AiActVerdict } from './ai-act.ts'
import { contradictions, undisputed } from './contradictions.ts'
import type { ClaimFacts, VendorFacts } from './facts.ts'
import { sourceFreshness, vendorSourceStatus } from './freshness.ts'
import { CATEGORY, isCertificate, isDpa, isHeld, REQUIRED_KINDS, refutes } from './vocabulary.ts'

interface Part {
  id: string
  /** Of 100. */
  weight: number
  missing: string
  /** Of claims that nothing contradicts. */
  isThere(facts: VendorFacts, now: Date): boolean
  /** Which claims are about it; absent if it does not hang on any. */
  isAbout?(claim: ClaimFacts): boolean
}

/** A part that is there if anything is said about it. */
const says = (isAbout: (claim: ClaimFacts) => boolean) => ({
  isAbout,
  isThere: ({ claims }: VendorFacts): boolean =>
    claims.some((claim) => isAbout(claim) && claim.relation !== 'background'),
})
const saysOf = (...categories: string[]) => says(({ category }) => categories.includes(category))

/** The weights add up to 100. */
export const PARTS: readonly Part[] = [
  {
    id: 'no_website',
    weight: 5,
    missing: 'The directory has no website for this vendor.',
    isThere: ({ vendor }) => vendor.website_url !== '',
  },
  {
    id: 'no_current_source',
    weight: 10,
    missing: 'No page of the vendor about security or data has been read lately.',
    isThere: ({ sources }, now) =>
      sources.some(
        (source) => REQUIRED_KINDS.has(source.kind) && ['fresh', 'recent'].includes(sourceFreshness(source, now)),
      ),
  },
  {
    id: 'no_certifications',
    weight: 15,
    missing: 'No certificate or audit report that the vendor says it holds was found.',
    isThere: ({ claims }) => claims.some((claim) => isCertificate(claim) && isHeld(claim)),
    isAbout: (claim) => isCertificate(claim) && (isHeld(claim) || refutes(claim)),
  },
  {
    id: 'no_dpa',
    weight: 15,
    missing: 'No terms of a data processing agreement were found.',
    ...says(isDpa),
  },
  {
    id: 'no_subprocessors',
    weight: 15,
    missing: 'No list of subprocessors was found.',
    ...saysOf(CATEGORY.subprocessor),
  },
  {
    id: 'no_data_residency',
    weight: 10,
    missing: 'Nothing was found about where data is kept.',
    ...saysOf(CATEGORY.residency),
  },
  {
    id: 'no_encryption',
    weight: 10,
    missing: 'Nothing was found about encryption.',
    ...saysOf(CATEGORY.encryption),
  },
  {
    id: 'no_penetration_test',
    weight: 5,
    missing: 'Nothing was found about penetration tests.',
    ...saysOf(CATEGORY.pentest),
  },
  {
    id: 'no_vulnerability_disclosure',
    weight: 5,
    missing: 'No way to report a vulnerability was found.',
    ...saysOf(CATEGORY.disclosure),
  },
  {
    id: 'no_status_page',
    weight: 5,
    missing: 'No status page was found.',
    isThere: (facts) =>
      facts.sources.some(({ kind, last_success_at }) => kind === 'status' && last_success_at !== null),
  },
  {
    id: 'no_ai_transparency',
    weight: 5,
    missing: 'Nothing was found about the use of AI.',
    ...saysOf(CATEGORY.ai, CATEGORY.aiAct, CATEGORY.aiTraining),
  },
]

export function completeness(facts: VendorFacts, now: Date): number {
  const proved = { ...facts, claims: undisputed(facts.claims) }
  return PARTS.reduce((sum, part) => sum + (part.isThere(proved, now) ? part.weight : 0), 0)
}

/** What is missing, and what stands in the way of knowing more. */
export function gapsOf(facts: VendorFacts, aiAct: AiActVerdict, now: Date): EvidenceGap[] {
  const disputed = contradictions(facts.claims)
  const proved = { ...facts, claims: undisputed(facts.claims) }
  const gaps = PARTS.filter((part) => !part.isThere(proved, now)).map((part) =>
    disputed.some((claim) => part.isAbout?.(claim)) ? disagreement(part) : { id: part.id, message: part.missing },
  )
  const add = (id: string, message: string) => gaps.push({ id, message })
  if (facts.sources.length === 0) add('no_sources', 'No source of this vendor is known yet.')
  if (facts.sources.some(({ inactive_reason }) => inactive_reason === 'robots'))
    add('robots_blocked', 'The vendor asks crawlers to stay away from some pages; we do.')
  if (vendorSourceStatus(facts.sources, now) === 'failing')
    add('sources_failing', 'Some pages could not be read for a while; what they said last is shown with its age.')
  for (const { duty, title, status } of aiAct.duties)
    if (!['supported', 'not_triggered'].includes(status))
      add(
        `ai_act_${duty.replace(/\W+/g, '_').replace(/_$/, '')}`,
        `AI Act ${duty}: ${title}: ${DUTY_GAPS[status] ?? status}.`,
      )
  if (!facts.vendor.verified) add('not_verified', 'The vendor has not verified this listing.')
  return gaps
}

/** Something was found, and more than it takes. */
const disagreement = ({ id }: Part): EvidenceGap => ({
  id: id.replace(/^no_/, 'contradicted_'),
  message: `Pages of the vendor disagree about ${id.replace(/^no_/, '').replaceAll('_', ' ')}, so neither counts.`,
})

const DUTY_GAPS: Readonly<Record<string, string>> = {
  stale: 'the source is out of date',
  intended: 'announced only',
  contradicted: 'pages disagree',
  refuted: 'the vendor says it does not',
  missing: 'nothing was found',
}
