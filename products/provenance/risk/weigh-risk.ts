// Computes the risk of all pinned vendors together. Pure.
import { hash } from 'node:crypto'
import { RISK_BANDS, TIERS } from '@veritrace/contract/provenance/pins'
import type { TrustCenterRisk } from '@veritrace/contract/provenance/risk'
import { nextReview } from '../pins/rules.ts'
import { bandOf, type RiskBand } from '../vendors/derive/score.ts'
import type { Certificate, PinFacts } from './store.ts'

type Driver = TrustCenterRisk['drivers'][number]
type Tier = PinFacts['tier']

/** The weights that OpenSSF Scorecard uses for risk. */
const WEIGHT: Record<Tier, number> = { critical: 10, high: 7.5, standard: 5, low: 2.5 }
/** Midpoints of the bands, for customers who override the directory's rating. */
const MIDDLE: Record<RiskBand, number> = { low: 90, moderate: 70, elevated: 50, high: 20 }
const MOST_DRIVERS = 50
const MOST_CLAIMS = 20

const isBand = (word: string | null): word is RiskBand => RISK_BANDS.some((band) => band === word)
const bandOfPin = ({ risk_override, risk_band }: PinFacts): RiskBand | null =>
  risk_override ?? (isBand(risk_band) ? risk_band : null)
const scoreOfPin = ({ risk_override, score }: PinFacts): number | null =>
  risk_override ? MIDDLE[risk_override] : score

/** The mean weighted by tier. With a critical vendor at high risk, the result is at least elevated. */
export function weigh(pins: readonly PinFacts[]): { band: RiskBand | null; score: number | null } {
  const known = pins.flatMap((pin) => {
    const score = scoreOfPin(pin)
    return score === null ? [] : [{ score, weight: WEIGHT[pin.tier] }]
  })
  if (known.length === 0) return { band: null, score: null }
  const total = known.reduce((sum, { weight }) => sum + weight, 0)
  const score = Math.round(known.reduce((sum, one) => sum + one.score * one.weight, 0) / total)
  const alarming = pins.some((pin) => pin.tier === 'critical' && bandOfPin(pin) === 'high')
  const band = bandOf(score)
  return { score, band: alarming && (band === 'low' || band === 'moderate') ? 'elevated' : band }
}

export const decisionOf = (pins: readonly PinFacts[]): string => {
  const inputs = pins.map(({ vendor_id, tier, risk_override, decision_id }) => [
    vendor_id,
    tier,
    risk_override,
    decision_id,
  ])
  return `trc_${hash('sha256', JSON.stringify(inputs)).slice(0, 32)}`
}

export const countPinned = (pins: readonly PinFacts[]): TrustCenterRisk['pinned'] => ({
  total: pins.length,
  by_band: tally(
    [...RISK_BANDS, 'unknown'],
    pins.map((pin) => bandOfPin(pin) ?? 'unknown'),
  ),
  by_tier: tally(
    TIERS,
    pins.map(({ tier }) => tier),
  ),
})

const tally = <const N extends string>(names: readonly N[], found: readonly N[]): Record<N, number> =>
  Object.fromEntries(names.map((name) => [name, found.filter((one) => one === name).length])) as Record<N, number>

/** The reasons for the risk, the heaviest first. `disputed` has the contradicting claims by vendor. */
export function driversOf(
  pins: readonly PinFacts[],
  expired: readonly Certificate[],
  disputed: ReadonlyMap<string, readonly string[]>,
  now: Date,
): Driver[] {
  return pins
    .flatMap((pin) => driversOfPin(pin, expired, disputed.get(pin.vendor_id) ?? [], now))
    .toSorted((a, b) => b.weight - a.weight || (a.vendor_id < b.vendor_id ? -1 : 1))
    .slice(0, MOST_DRIVERS)
}

function driversOfPin(
  pin: PinFacts,
  expired: readonly Certificate[],
  disputed: readonly string[],
  now: Date,
): Driver[] {
  const name = pin.display_name
  const driver = (
    reason_code: Driver['reason_code'],
    share: number,
    message: string,
    claims: readonly string[] = [],
  ) => ({
    vendor_id: pin.vendor_id,
    reason_code,
    weight: Math.round(WEIGHT[pin.tier] * share * 100) / 100,
    claim_ids: claims.slice(0, MOST_CLAIMS),
    message,
  })
  const band = bandOfPin(pin)
  const lacks = (pin.items ?? []).filter(({ outcome }) => outcome === 'not_met' || outcome === 'partly')
  const why = pin.risk_override
    ? 'You set this rating.'
    : lacks
        .slice(0, 3)
        .map(({ explanation }) => explanation)
        .join(' ')
  const cited = pin.risk_override ? [] : lacks.flatMap(({ claim_ids }) => claim_ids)
  const ended = expired.filter(({ vendor_id }) => vendor_id === pin.vendor_id)
  return [
    ...(band === 'high' ? [driver('high_risk', 1, `${name} is at high risk. ${why}`.trim(), cited)] : []),
    ...(band === 'elevated' ? [driver('elevated_risk', 0.6, `${name} is at elevated risk. ${why}`.trim(), cited)] : []),
    ...ended.map(({ claim_id, certification, valid_until }) =>
      driver('certificate_expired', 0.8, `${certification} of ${name} expired on ${valid_until}.`, [claim_id]),
    ),
    ...(pin.contradicts
      ? [driver('contradicting_claims', 0.5, `Pages of ${name} contradict each other.`, disputed)]
      : []),
    ...(pin.source_status === 'failing' ? [driver('failing_sources', 0.4, `Pages of ${name} cannot be read.`)] : []),
    ...(nextReview(pin) < now ? [driver('review_overdue', 0.3, `The review of ${name} is overdue.`)] : []),
  ]
}

/** Missing information, so that it is not mistaken for good news. */
export const unknownsOf = (pins: readonly PinFacts[]): TrustCenterRisk['unknowns'] =>
  pins.flatMap((pin) => {
    const unknown = (reason_code: string, message: string) => ({ vendor_id: pin.vendor_id, reason_code, message })
    if (pin.observation_count === 0) return [unknown('never_read', `No page of ${pin.display_name} has been read yet.`)]
    return [
      ...(scoreOfPin(pin) === null
        ? [unknown('no_score', `Too little is known about ${pin.display_name} for a score.`)]
        : []),
      ...(pin.names_subprocessors ? [] : [unknown(...whyNone(pin))]),
    ]
  })

/** If pages could not be read, it is unknown whether they name subprocessors. */
function whyNone({ display_name, items }: PinFacts): [reason: string, message: string] {
  const isUnread = items?.some(({ rule_id, outcome }) => rule_id === 'subprocessors' && outcome === 'not_read')
  return isUnread
    ? ['subprocessors_not_read', `Not read: a page on which ${display_name} may name its subprocessors.`]
    : ['no_subprocessors', `${display_name} names no subprocessors.`]
}
