// When a control passes, and what all of them come to. Pure.
import type { Scorecard } from '@veritrace/contract/casework/scorecard'

export type Status = Scorecard['controls'][number]['status']

interface Bound {
  threshold: number
  compare: 'at_most' | 'at_least'
  severity: 'low' | 'medium' | 'high'
}

/** How far beyond its bound a value is only a warning. */
const NEARLY = 0.9
const A_LITTLE_OVER = 1.25

/** What must not occur at all has no nearly: it fails, unless it hardly matters. */
export function statusOf(value: number, { threshold, compare, severity }: Bound): Status {
  if (compare === 'at_least') {
    if (value >= threshold) return 'pass'
    return value >= threshold * NEARLY ? 'warn' : 'fail'
  }
  if (value <= threshold) return 'pass'
  if (threshold === 0) return severity === 'low' ? 'warn' : 'fail'
  return value <= threshold * A_LITTLE_OVER ? 'warn' : 'fail'
}

export function reasonOf(value: number, { threshold, compare }: Bound, unit: string): string {
  const bound = `${compare === 'at_least' ? 'at least' : 'at most'} ${told(threshold)}`
  return `Measured ${told(value)} ${unit}; the control asks for ${bound}.`
}

const told = (number: number): string => String(Math.round(number * 1000) / 1000)

interface Weighed {
  status: Status
  weight: number
}

const WORTH = { pass: 1, warn: 0.5, fail: 0, unknown: 0, not_applicable: 0 } as const satisfies Record<Status, number>

/** What is unknown counts as not passed; what does not apply, not at all. */
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
