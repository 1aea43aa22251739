// What a reader looks for in a profile: how much of it is there, and what is missing in words.
import type { EvidenceGap } from '@veritrace/contract/provenance/vendors'
import type { AiActVerdict } from './ai-act.ts'
import type { VendorFacts } from './facts.ts'
import { sourceFreshness, vendorSourceStatus } from './freshness.ts'
import { CATEGORY, isCertificate, isDpa, isHeld, REQUIRED_KINDS } from './vocabulary.ts'

interface Part {
  id: string
  /** Of 100. */
  weight: number
  missing: string
  isThere(facts: VendorFacts, now: Date): boolean
}

const says =
  (...categories: string[]) =>
  ({ claims }: VendorFacts): boolean =>
    claims.some((claim) => categories.includes(claim.category) && claim.relation !== 'background')

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
  },
  {
    id: 'no_dpa',
    weight: 15,
    missing: 'No terms of a data processing agreement were found.',
    isThere: ({ claims }) => claims.some((claim) => isDpa(claim) && claim.relation !== 'background'),
  },
  {
    id: 'no_subprocessors',
    weight: 15,
    missing: 'No list of subprocessors was found.',
    isThere: says(CATEGORY.subprocessor),
  },
  {
    id: 'no_data_residency',
    weight: 10,
    missing: 'Nothing was found about where data is kept.',
    isThere: says(CATEGORY.residency),
  },
  {
    id: 'no_encryption',
    weight: 10,
    missing: 'Nothing was found about encryption.',
    isThere: says(CATEGORY.encryption),
  },
  {
    id: 'no_penetration_test',
    weight: 5,
    missing: 'Nothing was found about penetration tests.',
    isThere: says(CATEGORY.pentest),
  },
  {
    id: 'no_vulnerability_disclosure',
    weight: 5,
    missing: 'No way to report a vulnerability was found.',
    isThere: says(CATEGORY.disclosure),
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
    isThere: says(CATEGORY.ai, CATEGORY.aiAct, CATEGORY.aiTraining),
  },
]

export const completeness = (facts: VendorFacts, now: Date): number =>
  PARTS.reduce((sum, part) => sum + (part.isThere(facts, now) ? part.weight : 0), 0)

/** What is missing, and what stands in the way of knowing more. */
export function gapsOf(facts: VendorFacts, aiAct: AiActVerdict, now: Date): EvidenceGap[] {
  const gaps = PARTS.filter((part) => !part.isThere(facts, now)).map(({ id, missing }) => ({ id, message: missing }))
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

const DUTY_GAPS: Readonly<Record<string, string>> = {
  stale: 'the source is out of date',
  intended: 'announced only',
  contradicted: 'pages disagree',
  refuted: 'the vendor says it does not',
  missing: 'nothing was found',
}
