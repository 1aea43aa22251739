// The words that extractor, crawler and rules share: categories and predicates of claims, kinds of sources.
import type { ClaimFacts } from './facts.ts'

export const CATEGORY = {
  certification: 'certification',
  subprocessor: 'subprocessor',
  dpa: 'dpa',
  residency: 'data_residency',
  encryption: 'encryption',
  pentest: 'penetration_test',
  disclosure: 'vulnerability_disclosure',
  status: 'status',
  ai: 'ai_transparency',
} as const

/** Predicates of claims in the category `ai_transparency`. */
export const AI = {
  /** AI is part of the product: one claim for each block that says so. */
  feature: 'ai_feature',
  none: 'no_ai',
  interacts: 'ai_interacts_with_people',
  generates: 'ai_generates_content',
  emotion: 'ai_emotion_or_biometric',
  deepFake: 'ai_deep_fake_or_public_text',
  tells: 'ai_interaction_disclosure',
  marks: 'ai_output_marking',
  notifies: 'ai_emotion_notice',
  labels: 'ai_deep_fake_disclosure',
  clear: 'ai_disclosure_accessible',
  intent: 'ai_act_intent',
} as const

/** Where a vendor speaks for itself about security and data; the status of the vendor's sources rests on these. */
export const REQUIRED_KINDS: ReadonlySet<string> = new Set([
  'trust_center',
  'security',
  'compliance',
  'privacy',
  'dpa',
  'subprocessors',
])

/** States that say the vendor holds it; in progress, aligned and someone else's do not. */
const HELD: ReadonlySet<string> = new Set(['affirmed', 'report_available'])
export const isHeld = (claim: ClaimFacts): boolean => claim.relation === 'supports' && HELD.has(claim.state)
export const supports = (claim: ClaimFacts): boolean => claim.relation === 'supports'
export const refutes = (claim: ClaimFacts): boolean => claim.relation === 'refutes'

/** `soc2_type2:in_progress` is about `soc2_type2`. */
export const subjectOf = (value: string): string => value.split(':')[0]!
export const isOf =
  (category: string) =>
  (claim: ClaimFacts): boolean =>
    claim.category === category
