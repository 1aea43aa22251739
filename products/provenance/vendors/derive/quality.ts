// How reliable the profile is: confidence, warnings, readiness.
import type { ConfidenceBand, Freshness, Readiness } from '../../directory-tables.ts'
import { contradictions } from './contradictions.ts'
import type { ClaimFacts, VendorFacts } from './facts.ts'
import { sourceFreshness, sourceStatus } from './freshness.ts'
import { unreadPages } from './unread.ts'
import { CATEGORY, isStaleReport, subjectOf } from './vocabulary.ts'

const HIGH = 0.8
const MEDIUM = 0.55

/** The band of the median over categories, each with the confidence of its best claim. */
export function confidenceBand(claims: readonly ClaimFacts[]): ConfidenceBand {
  const best = new Map<string, number>()
  for (const { category, confidence } of claims) best.set(category, Math.max(best.get(category) ?? 0, confidence))
  const middle = median([...best.values()])
  if (middle >= HIGH) return 'high'
  return middle >= MEDIUM ? 'medium' : 'low'
}

/** Rounded, because 0.8 is stored as a 4-byte float and comes back slightly larger or smaller. */
function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const half = sorted.length >> 1
  const middle = sorted.length % 2 === 1 ? sorted[half] : ((sorted[half - 1] ?? 0) + (sorted[half] ?? 0)) / 2
  return Math.round((middle ?? 0) * 1e4) / 1e4
}

/** The first match wins. */
export function readinessOf(facts: VendorFacts, freshness: Freshness, now: Date): Readiness {
  const anyFresh = facts.sources.some((source) => sourceFreshness(source, now) === 'fresh')
  if (facts.vendor.verified && anyFresh) return 'verified'
  if (facts.claims.length > 0) return freshness === 'fresh' ? 'fresh' : 'sourced'
  return facts.sources.some(({ status }) => status !== 'inactive') ? 'incomplete' : 'unavailable'
}

/** Codes in a fixed order. The web app has the texts. */
export function warningsOf(facts: VendorFacts, freshness: Freshness, now: Date): string[] {
  const { sources, claims } = facts
  const unread = unreadPages(sources, now)
  const statuses = sources.map((source) => sourceStatus(source, now))
  const warnings: readonly [string, boolean][] = [
    ['contradicting_claims', contradictions(claims).length > 0],
    ['expired_edition', claims.some(isExpiredEdition)],
    ['stale_report', claims.some(isStaleReport)],
    ['template_placeholder', sources.some(({ warnings }) => warnings.includes('template_placeholder'))],
    ['low_confidence', claims.length > 0 && confidenceBand(claims) === 'low'],
    ['stale_sources', freshness === 'stale'],
    ['failing_sources', statuses.includes('failing')],
    ['soft_404', sources.some(({ soft_404, status }) => soft_404 && status !== 'inactive')],
    ['language_not_read', unread.some(({ reason }) => reason.startsWith('language_not_read'))],
    ['needs_browser', unread.some(({ reason }) => reason === 'needs_browser')],
    ['not_read', unread.length > 0],
    ['robots_blocked', sources.some(({ inactive_reason }) => inactive_reason === 'robots')],
  ]
  return warnings.filter(([, applies]) => applies).map(([code]) => code)
}

/** The transition from ISO/IEC 27001:2013 ended on 31 October 2025. */
const isExpiredEdition = ({ category, value, details }: ClaimFacts): boolean =>
  category === CATEGORY.certification && subjectOf(value).startsWith('iso27001') && String(details.edition) === '2013'

const READINESS_RANK: Record<Readiness, number> = { verified: 4, fresh: 3, sourced: 2, incomplete: 1, unavailable: 0 }
const BAND_RANK: Record<ConfidenceBand, number> = { high: 2, medium: 1, low: 0 }

/** The sort key of sort=quality: readiness, then completeness, then confidence. */
export const qualityOf = (readiness: Readiness, complete: number, band: ConfidenceBand): number =>
  READINESS_RANK[readiness] * 10_000 + complete * 10 + BAND_RANK[band]
