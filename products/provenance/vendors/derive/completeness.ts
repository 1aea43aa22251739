// What a reader looks for in a profile, and how much of it is there.
import { undisputed } from './contradictions.ts'
import type { ClaimFacts, VendorFacts } from './facts.ts'
import { sourceFreshness } from './freshness.ts'
import { CATEGORY, isCertificate, isDpa, isHeld, REQUIRED_KINDS, refutes } from './vocabulary.ts'

export interface Part {
  id: string
  /** Of 100. */
  weight: number
  missing: string
  /** Of claims that nothing contradicts. */
  isThere(facts: VendorFacts, now: Date): boolean
  /** Which claims are about it; absent if it does not hang on any. */
  isAbout?(claim: ClaimFacts): boolean
  /** Kinds of pages that may say it: while one of them is not read, it is not missing. */
  mayStandOn?: readonly string[]
}

const ABOUT_SECURITY = ['trust_center', 'security', 'compliance', 'dpa', 'privacy', 'terms', 'docs']
const ABOUT_AI = ['ai_policy', 'ai_transparency', 'responsible_ai', 'model_card', 'acceptable_use', ...ABOUT_SECURITY]

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
    mayStandOn: ABOUT_SECURITY,
    missing: 'No certificate or audit report that the vendor says it holds was found.',
    isThere: ({ claims }) => claims.some((claim) => isCertificate(claim) && isHeld(claim)),
    isAbout: (claim) => isCertificate(claim) && (isHeld(claim) || refutes(claim)),
  },
  {
    id: 'no_dpa',
    weight: 15,
    mayStandOn: ABOUT_SECURITY,
    missing: 'No terms of a data processing agreement were found.',
    ...says(isDpa),
  },
  {
    id: 'no_subprocessors',
    weight: 15,
    mayStandOn: [...ABOUT_SECURITY, 'subprocessors'],
    missing: 'No list of subprocessors was found.',
    ...saysOf(CATEGORY.subprocessor),
  },
  {
    id: 'no_data_residency',
    weight: 10,
    mayStandOn: [...ABOUT_SECURITY, 'subprocessors', 'data_residency'],
    missing: 'Nothing was found about where data is kept.',
    ...saysOf(CATEGORY.residency),
  },
  {
    id: 'no_encryption',
    weight: 10,
    mayStandOn: ABOUT_SECURITY,
    missing: 'Nothing was found about encryption.',
    ...saysOf(CATEGORY.encryption),
  },
  {
    id: 'no_penetration_test',
    weight: 5,
    mayStandOn: ABOUT_SECURITY,
    missing: 'Nothing was found about penetration tests.',
    ...saysOf(CATEGORY.pentest),
  },
  {
    id: 'no_vulnerability_disclosure',
    weight: 5,
    mayStandOn: [...ABOUT_SECURITY, 'security_txt', 'vulnerability_disclosure'],
    missing: 'No way to report a vulnerability was found.',
    ...saysOf(CATEGORY.disclosure),
  },
  {
    id: 'no_status_page',
    weight: 5,
    mayStandOn: ['status'],
    missing: 'No status page was found.',
    isThere: (facts) =>
      facts.sources.some(({ kind, last_success_at }) => kind === 'status' && last_success_at !== null),
  },
  {
    id: 'no_ai_transparency',
    weight: 5,
    mayStandOn: ABOUT_AI,
    missing: 'Nothing was found about the use of AI.',
    ...saysOf(CATEGORY.ai, CATEGORY.aiAct, CATEGORY.aiTraining),
  },
]

export function completeness(facts: VendorFacts, now: Date): number {
  const proved = { ...facts, claims: undisputed(facts.claims) }
  return PARTS.reduce((sum, part) => sum + (part.isThere(proved, now) ? part.weight : 0), 0)
}
