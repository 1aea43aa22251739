// The parts that readers look for in a profile, and the share of them that is present.
import { undisputed } from './contradictions.ts'
import type { ClaimFacts, VendorFacts } from './facts.ts'
import { sourceFreshness } from './freshness.ts'
import { CATEGORY, isCertificate, isDpa, isHeld, REQUIRED_KINDS, refutes } from './vocabulary.ts'

export interface Part {
  id: string
  /** Percentage of the whole profile. */
  weight: number
  missing: string
  /** `facts.claims` contains only undisputed claims. */
  isPresent(facts: VendorFacts, now: Date): boolean
  /** Selects the claims about this part. Absent if the part does not depend on claims. */
  isAbout?(claim: ClaimFacts): boolean
  /** Kinds of pages that may contain this part. While one of them is unread, the part is not reported as missing. */
  mayAppearOn?: readonly string[]
}

const ABOUT_SECURITY = ['trust_center', 'security', 'compliance', 'dpa', 'privacy', 'terms', 'docs']
const ABOUT_AI = ['ai_policy', 'ai_transparency', 'responsible_ai', 'model_card', 'acceptable_use', ...ABOUT_SECURITY]

/** A part that is present if any claim is about it. */
const says = (isAbout: (claim: ClaimFacts) => boolean) => ({
  isAbout,
  isPresent: ({ claims }: VendorFacts): boolean =>
    claims.some((claim) => isAbout(claim) && claim.relation !== 'background'),
})
const saysOf = (...categories: string[]) => says(({ category }) => categories.includes(category))

/** The weights add up to 100. */
export const PARTS: readonly Part[] = [
  {
    id: 'no_website',
    weight: 5,
    missing: 'The directory has no website for this vendor.',
    isPresent: ({ vendor }) => vendor.website_url !== '',
  },
  {
    id: 'no_current_source',
    weight: 10,
    missing: 'No page of the vendor about security or data has been read recently.',
    isPresent: ({ sources }, now) =>
      sources.some(
        (source) => REQUIRED_KINDS.has(source.kind) && ['fresh', 'recent'].includes(sourceFreshness(source, now)),
      ),
  },
  {
    id: 'no_certifications',
    weight: 15,
    mayAppearOn: ABOUT_SECURITY,
    missing: 'No certificate or audit report held by the vendor was found.',
    isPresent: ({ claims }) => claims.some((claim) => isCertificate(claim) && isHeld(claim)),
    isAbout: (claim) => isCertificate(claim) && (isHeld(claim) || refutes(claim)),
  },
  {
    id: 'no_dpa',
    weight: 15,
    mayAppearOn: ABOUT_SECURITY,
    missing: 'No terms for data processing were found.',
    ...says(isDpa),
  },
  {
    id: 'no_subprocessors',
    weight: 15,
    mayAppearOn: [...ABOUT_SECURITY, 'subprocessors'],
    missing: 'No list of subprocessors was found.',
    ...saysOf(CATEGORY.subprocessor),
  },
  {
    id: 'no_data_residency',
    weight: 10,
    mayAppearOn: [...ABOUT_SECURITY, 'subprocessors', 'data_residency'],
    missing: 'No information was found about where data is stored.',
    ...saysOf(CATEGORY.residency),
  },
  {
    id: 'no_encryption',
    weight: 10,
    mayAppearOn: ABOUT_SECURITY,
    missing: 'No information about encryption was found.',
    ...saysOf(CATEGORY.encryption),
  },
  {
    id: 'no_penetration_test',
    weight: 5,
    mayAppearOn: ABOUT_SECURITY,
    missing: 'No information about penetration tests was found.',
    ...saysOf(CATEGORY.pentest),
  },
  {
    id: 'no_vulnerability_disclosure',
    weight: 5,
    mayAppearOn: [...ABOUT_SECURITY, 'security_txt', 'vulnerability_disclosure'],
    missing: 'No way to report a vulnerability was found.',
    ...saysOf(CATEGORY.disclosure),
  },
  {
    id: 'no_status_page',
    weight: 5,
    mayAppearOn: ['status'],
    missing: 'No status page was found.',
    isPresent: (facts) =>
      facts.sources.some(({ kind, last_success_at }) => kind === 'status' && last_success_at !== null),
  },
  {
    id: 'no_ai_transparency',
    weight: 5,
    mayAppearOn: ABOUT_AI,
    missing: 'No information about the use of AI was found.',
    ...saysOf(CATEGORY.ai, CATEGORY.aiAct, CATEGORY.aiTraining),
  },
]

export function completeness(facts: VendorFacts, now: Date): number {
  const proved = { ...facts, claims: undisputed(facts.claims) }
  return PARTS.reduce((sum, part) => sum + (part.isPresent(proved, now) ? part.weight : 0), 0)
}
