// How time changes claims. The extractor has no clock, so this is applied when claims are read: confidence decreases with
// the age of the page, a certificate expires on the day it names, and a report ages from the end of its period.
import type { Freshness } from '../../directory-tables.ts'
import type { ClaimFacts, SourceFacts } from './facts.ts'
import { sourceFreshness } from './freshness.ts'
import { CATEGORY, isStaleReport, relationOf, subjectOf, supports } from './vocabulary.ts'

const DECAY: Record<Freshness, number> = { fresh: 1, recent: 0.9, stale: 0.75, unavailable: 0.75 }

/** Claims with their confidence reduced by the age of their sources. */
export function decayed<T extends Pick<ClaimFacts, 'source_id' | 'confidence' | 'details'>>(
  claims: readonly T[],
  sources: readonly SourceFacts[],
  now: Date,
): T[] {
  const factors = new Map(sources.map((source) => [source.id, DECAY[sourceFreshness(source, now)]]))
  return claims.map((claim) => {
    const factor = Math.min(factors.get(claim.source_id) ?? 1, isStaleReport(claim) ? DECAY.stale : 1)
    const confidence = Math.round(claim.confidence * factor * 1000) / 1000
    // Keep the object if nothing changed: most pages are fresh, and a vendor may have thousands of claims.
    return confidence === claim.confidence ? claim : { ...claim, confidence }
  })
}

/**
 * Claims as of that moment: certificates past their last day become expired, reports with an old period are marked as stale,
 * and denials of practices count as answers.
 */
export const applyExpiry = <T extends ClaimFacts & { claim_text?: string }>(claims: readonly T[], now: Date): T[] =>
  claims.map((claim) => {
    const relation = relationOf(claim)
    if (relation !== claim.relation) return { ...claim, relation }
    if (!isExpired(claim, now)) return aged(claim, now)
    const value = `${subjectOf(claim.value)}:expired`
    const said = claim.claim_text && {
      claim_text: claim.claim_text.replace(/(: [a-z ]+)?$/, `: expired on ${lastDay(claim)}`),
    }
    return { ...claim, ...said, value, state: 'expired', relation: 'refutes' }
  })

/** A report covers only its period. A year after the end of the period it is stale, but still a report. */
const REPORT_MONTHS = 12

function aged<T extends ClaimFacts>(claim: T, now: Date): T {
  const end = claim.details.period_end
  const isReport = claim.category === CATEGORY.certification && /^soc[123]\b|^soc[12]_/.test(subjectOf(claim.value))
  if (!isReport || !supports(claim) || typeof end !== 'string') return claim
  const stale = new Date(`${end}T00:00:00Z`)
  stale.setUTCMonth(stale.getUTCMonth() + REPORT_MONTHS)
  if (Number.isNaN(stale.getTime()) || stale >= now) return claim
  return { ...claim, details: { ...claim.details, stale_since: day(stale) } }
}

/** Certificates that expired between `since` and `now` and were not renewed, one claim for each. */
export function newlyExpired<T extends ClaimFacts>(claims: readonly T[], since: Date, now: Date): T[] {
  const isRenewed = ({ value }: T): boolean =>
    claims.some(
      (other) => subjectOf(other.value) === subjectOf(value) && lastDay(other) !== '' && lastDay(other) >= day(now),
    )
  const gone = claims.filter((claim) => isExpired(claim, now) && !isExpired(claim, since) && !isRenewed(claim))
  return [...Map.groupBy(gone, ({ value }) => subjectOf(value)).values()].map(([first]) => first as T)
}

function isExpired(claim: ClaimFacts, now: Date): boolean {
  const last = lastDay(claim)
  return claim.category === CATEGORY.certification && supports(claim) && last !== '' && last < day(now)
}

const lastDay = ({ details }: ClaimFacts): string => String(details.expires_on ?? '')
const day = (moment: Date): string => moment.toISOString().slice(0, 10)
