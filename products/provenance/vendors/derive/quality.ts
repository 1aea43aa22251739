// How far what we know can be relied on: confidence, contradictions, warnings, readiness.
import type { ConfidenceBand, Freshness, Readiness } from '../../directory-tables.ts'
import type { ClaimFacts, VendorFacts } from './facts.ts'
import { sourceFreshness, sourceStatus } from './freshness.ts'
import { CATEGORY, subjectOf, topicOf } from './vocabulary.ts'

const HIGH = 0.8
const MEDIUM = 0.55

/** The middle one of the best claims of each category. */
export function confidenceBand(claims: readonly ClaimFacts[]): ConfidenceBand {
  const best = new Map<string, number>()
  for (const { category, confidence } of claims) best.set(category, Math.max(best.get(category) ?? 0, confidence))
  const middle = median([...best.values()])
  if (middle >= HIGH) return 'high'
  return middle >= MEDIUM ? 'medium' : 'low'
}

/** 0.8 is kept as a 4-byte float, which is a little more or less than 0.8. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const middle = sorted.length % 2 === 1 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
  return Math.round((middle ?? 0) * 1e4) / 1e4
}

type Statement = Pick<ClaimFacts, 'source_id' | 'category' | 'predicate' | 'value' | 'state' | 'relation' | 'details'>

/** Claims about the same thing, some for and some against it. */
export function contradictions<T extends Statement>(claims: readonly T[]): T[] {
  return [...Map.groupBy(claims, matterOf).values()].flatMap((group) =>
    group.filter((claim) => group.some((other) => contradict(claim, other))),
  )
}

/** What may be disputed: of certificates the whole family, since a no to SOC 2 is a no to its types. */
export const matterOf = (claim: Omit<Statement, 'source_id'>): string =>
  claim.category === CATEGORY.certification ? `certification ${familyOf(claim)}` : topicOf(claim)

/** Of two statements about one matter. A certificate that is held here and under way there is a question too. */
export function contradict(one: Statement, other: Statement): boolean {
  // Hardly any pair does, and a vendor with many pages has many pairs.
  if (!isDoubt(one) && !isDoubt(other)) return false
  const [yes, no] = one.relation === 'supports' ? [one, other] : [other, one]
  // Whether a service runs changes by the hour.
  if (yes.relation !== 'supports' || yes.category === CATEGORY.status) return false
  if (yes.category !== CATEGORY.certification) return no.relation === 'refutes'
  const isSame = subjectOf(yes.value) === subjectOf(no.value)
  if (no.relation === 'refutes') return isSame || subjectOf(no.value) === familyOf(yes)
  return isSame && no.state === 'in_progress' && yes.source_id !== no.source_id
}

/** Without one there is nothing to dispute. */
export const isDoubt = ({ relation, state }: Pick<Statement, 'relation' | 'state'>): boolean =>
  relation === 'refutes' || state === 'in_progress'

const familyOf = ({ value, details }: Pick<Statement, 'value' | 'details'>): string =>
  String(details.family ?? subjectOf(value))

/** First match. */
export function readinessOf(facts: VendorFacts, freshness: Freshness, now: Date): Readiness {
  const anyFresh = facts.sources.some((source) => sourceFreshness(source, now) === 'fresh')
  if (facts.vendor.verified && anyFresh) return 'verified'
  if (facts.claims.length > 0) return freshness === 'fresh' ? 'fresh' : 'sourced'
  return facts.sources.some(({ status }) => status !== 'inactive') ? 'incomplete' : 'unavailable'
}

/** Codes in a fixed order; the web app has the sentences. */
export function warningsOf(facts: VendorFacts, freshness: Freshness, now: Date): string[] {
  const { sources, claims } = facts
  const statuses = sources.map((source) => sourceStatus(source, now))
  const warnings: readonly [string, boolean][] = [
    ['contradicting_claims', contradictions(claims).length > 0],
    ['expired_edition', claims.some(isExpiredEdition)],
    ['template_placeholder', sources.some(({ status_reason }) => status_reason.includes('template_placeholder'))],
    ['low_confidence', claims.length > 0 && confidenceBand(claims) === 'low'],
    ['stale_sources', freshness === 'stale'],
    ['failing_sources', statuses.includes('failing')],
    ['soft_404', sources.some(({ soft_404, status }) => soft_404 && status !== 'inactive')],
    ['robots_blocked', sources.some(({ inactive_reason }) => inactive_reason === 'robots')],
  ]
  return warnings.filter(([, applies]) => applies).map(([code]) => code)
}

/** The transition from ISO/IEC 27001:2013 ended on 31 October 2025. */
const isExpiredEdition = ({ category, value, details }: ClaimFacts): boolean =>
  category === CATEGORY.certification && subjectOf(value).startsWith('iso27001') && String(details.edition) === '2013'

const READINESS_RANK: Record<Readiness, number> = { verified: 4, fresh: 3, sourced: 2, incomplete: 1, unavailable: 0 }
const BAND_RANK: Record<ConfidenceBand, number> = { high: 2, medium: 1, low: 0 }

/** The order of sort=quality: readiness, then completeness, then confidence, in one number. */
export const qualityOf = (readiness: Readiness, complete: number, band: ConfidenceBand): number =>
  READINESS_RANK[readiness] * 10_000 + complete * 10 + BAND_RANK[band]
