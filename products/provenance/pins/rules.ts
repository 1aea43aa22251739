// Pin limits by plan, review dates, and when an alert rule fires. Pure functions.
import { SEVERITIES } from '@veritrace/contract/provenance/change-events'
import type { AlertRule, PinnedVendor } from '@veritrace/contract/provenance/pins'
import { type Customer, isOnTrial } from '../entitlements/rules.ts'

const PINS: Record<Customer['plan'], number> = { free: 10, pro: 500, enterprise: 5_000 }

/** A trial includes what the Team plan does. */
export const pinLimit = (customer: Customer, now: Date): number =>
  isOnTrial(customer, now) ? PINS.pro : PINS[customer.plan]

const DAY = 24 * 3_600_000
/** Default days between reviews: more important vendors are reviewed more often. */
export const REVIEW_DAYS: Record<PinnedVendor['tier'], number> = { critical: 90, high: 180, standard: 365, low: 730 }

/** True if no user has chosen another interval: then it follows the tier. */
export const isUsualInterval = ({ tier, review_interval_days }: Pick<PinnedVendor, 'tier' | 'review_interval_days'>) =>
  review_interval_days === REVIEW_DAYS[tier]

interface Reviewed {
  review_interval_days: number
  last_reviewed_at: Date | null
  added_at: Date
}
export const nextReview = ({ review_interval_days, last_reviewed_at, added_at }: Reviewed): Date =>
  new Date(Math.min((last_reviewed_at ?? added_at).getTime() + review_interval_days * DAY, LAST_MOMENT))
/** RFC 3339 allows years of four digits only. */
const LAST_MOMENT = Date.UTC(9999, 11, 31)

export const earlierOf = (one: Date, other: Date): Date => (one < other ? one : other)

export const yearBefore = (now: Date): Date =>
  new Date(Date.UTC(now.getUTCFullYear() - 1, now.getUTCMonth(), now.getUTCDate()))

export interface Change {
  event_type: string
  severity: (typeof SEVERITIES)[number]
  payload: Readonly<Record<string, unknown>>
  source_url: string | null
}

/** Whether the rule raises an alert for this change. */
export function fires(rule: AlertRule, event: Change): boolean {
  if (!rule.enabled) return false
  if (rule.event_types.length > 0 && !rule.event_types.some((type) => type === event.event_type)) return false
  if (SEVERITIES.indexOf(event.severity) < SEVERITIES.indexOf(rule.min_severity)) return false
  if (rule.words.length === 0) return true
  const text = textOf([event.payload, event.source_url])
  return rule.words.some((word) => text.includes(word.toLowerCase()))
}

/** Only the values: field names such as `before` occur in every change. */
const textOf = (value: unknown): string => {
  if (typeof value === 'string') return value.toLowerCase()
  if (typeof value !== 'object' || value === null) return String(value ?? '')
  return Object.values(value).map(textOf).join('\n')
}

/** The first name that occurs twice. Alerts identify rules by name, so names must be unique. */
export const doubledName = (rules: readonly AlertRule[]): string | undefined =>
  rules.map(({ name }) => name).find((name, place, names) => names.indexOf(name) !== place)
