// When a control passes, and the overall score. Pure.
import type { Scorecard } from '@veritrace/contract/casework/scorecard'

export type Status = Scorecard['controls'][number]['status']

interface Bound {
  threshold: number
  compare: 'at_most' | 'at_least'
  severity: 'low' | 'medium' | 'high'
}

/** How close to its threshold a value must be to count as a warning instead of a failure. */
const WARN_ABOVE = 0.9
const WARN_BELOW = 1.25

/** A threshold of 0 allows no tolerance: the control fails, or only warns if its severity is low. */
export function statusOf(value: number, { threshold, compare, severity }: Bound): Status {
  if (compare === 'at_least') {
    if (value >= threshold) return 'pass'
    return value >= threshold * WARN_ABOVE ? 'warn' : 'fail'
  }
  if (value <= threshold) return 'pass'
  if (threshold === 0) return severity === 'low' ? 'warn' : 'fail'
  return value <= threshold * WARN_BELOW ? 'warn' : 'fail'
}

export function reasonOf(value: number, { threshold, compare }: Bound, unit: string): string {
  const bound = `${compare === 'at_least' ? 'at least' : 'at most'} ${rounded(threshold)}`
  return `Measured ${rounded(value)} ${unit}; the control requires ${bound}.`
}

const rounded = (number: number): string => String(Math.round(number * 1000) / 1000)

interface Weighed {
  status: Status
  weight: number
}

const WORTH = { pass: 1, warn: 0.5, fail: 0, unknown: 0, not_applicable: 0 } as const satisfies Record<Status, number>

/** Unknown controls count as not passed; controls that do not apply are left out. */
export function scoreOf(controls: readonly Weighed[], bands: { high: number; medium: number }): Scorecard['score'] {
  const counting = controls.filter(({ status }) => status !== 'not_applicable')
  const weight = counting.reduce((sum, one) => sum + one.weight, 0)
  const share = weight === 0 ? 0 : counting.reduce((sum, one) => sum + one.weight * WORTH[one.status], 0) / weight
  const band = share >= bands.high ? 'high' : share >= bands.medium ? 'medium' : 'low'
  return { value: Math.round(share * 1000) / 10, direction: 'higher_is_better', band }
}

export function summaryOf(controls: readonly Weighed[]): Scorecard['summary'] {
  const summary = { pass: 0, warn: 0, fail: 0, unknown: 0, not_applicable: 0 }
  for (const { status } of controls) summary[status]++
  return summary
}
