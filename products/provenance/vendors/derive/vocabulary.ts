// The words that extractor, crawler and rules share: categories and predicates of claims, kinds of sources.
import type { Relation } from '../../directory-tables.ts'
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
  aiAct: 'ai_act',
  aiTraining: 'ai_training',
  policy: 'policy',
  retention: 'retention',
  serviceLevel: 'sla',
} as const

/** Predicates of claims about AI: what there is in `ai_transparency`, what Article 50 asks in `ai_act`. */
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
/** The period that it looks at ended more than a year ago; `clock.ts` marks it. */
export const isStaleReport = ({ details }: Pick<ClaimFacts, 'details'>): boolean => details.stale_since !== undefined
/** The extractor keeps agreements beside certificates; an agreement that is offered certifies nothing. */
const AGREEMENT = 'offers_agreement'
export const isCertificate = ({ category, predicate }: Pick<ClaimFacts, 'category' | 'predicate'>): boolean =>
  category === CATEGORY.certification && predicate !== AGREEMENT
/** Terms of a data processing agreement, or that there is one. */
export const isDpa = ({ category, predicate, value }: ClaimFacts): boolean =>
  category === CATEGORY.dpa || (predicate === AGREEMENT && subjectOf(value) === 'gdpr_dpa')
/** Practices that every vendor is asked about: a no is an answer like any other, and denies nothing. */
const PRACTICES: ReadonlySet<string> = new Set([CATEGORY.aiTraining, CATEGORY.status])
export const relationOf = ({ category, relation }: Pick<ClaimFacts, 'category' | 'relation'>): Relation =>
  relation === 'refutes' && PRACTICES.has(category) ? 'supports' : relation
export const isAi = ({ category }: ClaimFacts): boolean => category === CATEGORY.ai || category === CATEGORY.aiAct
export const supports = (claim: ClaimFacts): boolean => claim.relation === 'supports'
export const refutes = (claim: ClaimFacts): boolean => claim.relation === 'refutes'

/** `soc2_type2:in_progress` is about `soc2_type2`. */
export const subjectOf = (value: string): string => value.split(':')[0]!
/** Categories that answer with several values at once; elsewhere a predicate is a question with one answer. */
const MANY: ReadonlySet<string> = new Set([
  CATEGORY.certification,
  CATEGORY.subprocessor,
  CATEGORY.residency,
  // Different things are kept for different times, and plans promise different levels.
  CATEGORY.retention,
  CATEGORY.serviceLevel,
])
/** What a claim is about: two claims with the same topic agree or contradict each other. */
export const topicOf = ({ category, predicate, value }: Pick<ClaimFacts, 'category' | 'predicate' | 'value'>): string =>
  JSON.stringify(MANY.has(category) ? [category, predicate, subjectOf(value)] : [category, predicate])

export const isOf =
  (category: string) =>
  (claim: ClaimFacts): boolean =>
    claim.category === category
