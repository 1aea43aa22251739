// Vocabulary that extractor, crawler and rules share: categories and predicates of claims, kinds of sources.
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

/** Predicates of claims about AI: use of AI in `ai_transparency`, Article 50 duties in `ai_act`. */
export const AI = {
  /** AI is part of the product. There is one claim for each block that says so. */
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

/** Pages on which a vendor describes its own security and data handling. The vendor's source status depends on these. */
export const REQUIRED_KINDS: ReadonlySet<string> = new Set([
  'trust_center',
  'security',
  'compliance',
  'privacy',
  'dpa',
  'subprocessors',
])

/** States that mean the vendor holds the certificate. In progress, aligned and third-party states do not. */
const HELD: ReadonlySet<string> = new Set(['affirmed', 'report_available'])
export const isHeld = (claim: ClaimFacts): boolean => claim.relation === 'supports' && HELD.has(claim.state)
/** The report's period ended more than a year ago. `clock.ts` sets the mark. */
export const isStaleReport = ({ details }: Pick<ClaimFacts, 'details'>): boolean => details.stale_since !== undefined
/** The extractor stores agreements as certification claims, but an agreement that is offered certifies nothing. */
const AGREEMENT = 'offers_agreement'
export const isCertificate = ({ category, predicate }: Pick<ClaimFacts, 'category' | 'predicate'>): boolean =>
  category === CATEGORY.certification && predicate !== AGREEMENT
/** Terms of a data processing agreement, or a statement that one is offered. */
export const isDpa = ({ category, predicate, value }: ClaimFacts): boolean =>
  category === CATEGORY.dpa || (predicate === AGREEMENT && subjectOf(value) === 'gdpr_dpa')
/** Practices that every vendor is asked about: a denial is an answer, not a refutation. */
const PRACTICES: ReadonlySet<string> = new Set([CATEGORY.aiTraining, CATEGORY.status])
export const relationOf = ({ category, relation }: Pick<ClaimFacts, 'category' | 'relation'>): Relation =>
  relation === 'refutes' && PRACTICES.has(category) ? 'supports' : relation
export const isAi = ({ category }: ClaimFacts): boolean => category === CATEGORY.ai || category === CATEGORY.aiAct
export const supports = (claim: ClaimFacts): boolean => claim.relation === 'supports'
export const refutes = (claim: ClaimFacts): boolean => claim.relation === 'refutes'

/** `soc2_type2:in_progress` is about `soc2_type2`. */
export const subjectOf = (value: string): string => value.split(':')[0]!
/** Categories that may have several values at once. In all others a predicate is a question with one answer. */
const MANY: ReadonlySet<string> = new Set([
  CATEGORY.certification,
  CATEGORY.subprocessor,
  CATEGORY.residency,
  // Retention differs by kind of data, and service levels differ by plan.
  CATEGORY.retention,
  CATEGORY.serviceLevel,
])
/** The topic of a claim: two claims with the same topic agree or contradict each other. */
export const topicOf = ({ category, predicate, value }: Pick<ClaimFacts, 'category' | 'predicate' | 'value'>): string =>
  JSON.stringify(MANY.has(category) ? [category, predicate, subjectOf(value)] : [category, predicate])

export const isOf =
  (category: string) =>
  (claim: ClaimFacts): boolean =>
    claim.category === category
