// The cost of a plan as a range: simulated sums, their parts, and the main drivers. Pure.

import type { PlanItem } from '@veritrace/contract/casework/plan'
import type { Effort } from '@veritrace/contract/casework/shapes'
import { ownValue } from '@veritrace/platform/names'
import { type Points, round } from '../../effort/pert.ts'
import { effortOfDraws, simulate, type Uncertain } from '../../effort/simulate.ts'
import type { Action } from '../../packs/pack.ts'
import { openCalendar } from './calendar.ts'
import { type Calibration, calibrated, commonOf, NOT_CALIBRATED, shownCalibration } from './calibrate.ts'
import { driversOf, multiplierOf } from './drivers.ts'
import { assumptionsBehind, confidenceOf } from './explain-estimate.ts'
import type { Constraints, ItemDetail } from './input.ts'
import { leveled } from './schedule.ts'

export interface EstimateInput {
  items: readonly PlanItem[]
  details: Readonly<Record<string, ItemDetail>>
  actions: readonly Action[]
  assumptions: EstimateAssumptions
  /** The team and its calendar, if known. */
  constraints?: Constraints
  /** Calibration from finished items. */
  calibration?: Calibration
  simulations: number
  seed: number
}

export interface EstimateAssumptions {
  /** 1 corresponds to the pack's estimates; 0.8 takes a quarter longer. */
  productivity: number
  /** Added to the work itself. */
  test_share: number
  coordination: number
  day_rate?: number
  currency?: string
  /** Custom three-point estimates per action. */
  overrides?: Readonly<Record<string, Points>>
}

export interface Estimated {
  basis: { items: number; objects: number; by_action: Record<string, { items: number; effort: Effort }> }
  effort: Effort
  mean: number
  /** The edges of the bins, one more than there are counts. */
  histogram: { bins: number[]; counts: number[] }
  by_wave: { wave: number; effort: Effort }[]
  by_package: { package: string; effort: Effort }[]
  drivers: { factor: string; p80_delta: number }[]
  cost?: { p50: number; p80: number; currency: string }
  calendar?: { p50_finish: string | null; p80_finish: string | null; capacity_fte: number }
  assumptions: string[]
  confidence: { band: 'low' | 'medium' | 'high'; reasons: string[] }
  calibration: ReturnType<typeof shownCalibration>
}

const BINS = 30
const MAX_PACKAGES = 100
const OTHERS = 'others'

export function estimateOf(input: EstimateInput): Estimated {
  const { items, details, assumptions, simulations, seed } = input
  const groups = groupsOf(input)
  const drawn = simulate(
    items.map((item): Uncertain => {
      const { points, group } = details[item.id]!
      const common = commonOf(input.calibration, item.action_id)
      return { key: item.key, group, points: pointsOf(input, item, points), common, shares: groups.sharesOf(item) }
    }),
    { seed, simulations, parts: groups.names.length },
  )
  const { totals, parts } = drawn
  const sorted = totals.toSorted()
  const effort = effortOfDraws(totals)
  const of = (kind: string) =>
    groups.names.flatMap(([one, name], at) => (one === kind ? [{ name, effort: effortOfDraws(parts[at]!) }] : []))
  const actions = groups.names.flatMap(([kind, name], at) => (kind === 'action' ? [{ name, draws: parts[at]! }] : []))
  const calibration = input.calibration ?? NOT_CALIBRATED
  return {
    basis: {
      items: items.length,
      objects: new Set(items.flatMap(({ id }) => details[id]!.objects)).size,
      by_action: Object.fromEntries(
        of('action').map(({ name, effort: own }) => [
          name,
          { items: items.filter(({ action_id }) => action_id === name).length, effort: own },
        ]),
      ),
    },
    effort,
    mean: round(totals.reduce((sum, days) => sum + days, 0) / Math.max(1, totals.length)),
    histogram: histogramOf(sorted),
    by_wave: of('wave').map(({ name, effort: own }) => ({ wave: Number(name), effort: own })),
    by_package: of('package').map(({ name, effort: own }) => ({ package: name, effort: own })),
    drivers: driversOf(totals, actions, assumptions),
    ...costOf(assumptions, effort),
    ...calendarOf(input, effort),
    assumptions: assumptionsBehind(input),
    confidence: confidenceOf(input, effort),
    calibration: shownCalibration(calibration),
  }
}

/** An override scales an item in proportion to its action; the other assumptions multiply everything. */
function pointsOf(
  { actions, assumptions, calibration }: EstimateInput,
  { action_id }: PlanItem,
  points: Points,
): Points {
  const override = ownValue(assumptions.overrides ?? {}, action_id)
  const guess = actions.find(({ id }) => id === action_id)?.effort
  const factor = multiplierOf(assumptions) * calibrated(calibration, action_id)
  const moved = (name: keyof Points): number =>
    factor * points[name] * (override && guess && guess[name] > 0 ? override[name] / guess[name] : 1)
  const low = moved('low')
  const likely = Math.max(low, moved('likely'))
  return { low, likely, high: Math.max(likely, moved('high')) }
}

/** Waves, actions and packages, each as a numbered part of the sum. */
function groupsOf({ items, details }: EstimateInput) {
  const weight = new Map<string, number>()
  for (const { id, effort } of items)
    for (const [name, share] of sharesOfPackages(details[id]!))
      weight.set(name, (weight.get(name) ?? 0) + share * effort.p50)
  const heaviest = [...weight].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([name]) => name)
  const shown = new Set(heaviest.slice(0, MAX_PACKAGES))
  const names: [kind: 'wave' | 'action' | 'package', name: string][] = [
    ...[...new Set(items.map(({ wave }) => wave))]
      .sort((a, b) => a - b)
      .map((wave) => ['wave', `${wave}`] as ['wave', string]),
    ...[...new Set(items.map(({ action_id }) => action_id))].sort().map((id) => ['action', id] as ['action', string]),
    ...[...shown].map((name) => ['package', name] as ['package', string]),
    ...(heaviest.length > MAX_PACKAGES ? [['package', OTHERS] as ['package', string]] : []),
  ]
  const numbers = new Map(names.map(([kind, name], at) => [`${kind} ${name}`, at]))
  const numberOf = (kind: string, name: string): number => numbers.get(`${kind} ${name}`)!
  return {
    names,
    sharesOf: ({ id, wave, action_id }: PlanItem) => [
      { part: numberOf('wave', `${wave}`), share: 1 },
      { part: numberOf('action', action_id), share: 1 },
      ...sharesOfPackages(details[id]!).map(([name, share]) => ({
        part: numberOf('package', shown.has(name) ? name : OTHERS),
        share,
      })),
    ],
  }
}

function sharesOfPackages({ packages }: ItemDetail): [name: string, share: number][] {
  const all = Object.values(packages).reduce((sum, count) => sum + count, 0)
  return Object.entries(packages).map(([name, count]) => [name, count / all])
}

function histogramOf(sorted: Float64Array): Estimated['histogram'] {
  const low = sorted[0] ?? 0
  const width = ((sorted.at(-1) ?? 0) - low) / BINS
  const counts = new Array<number>(BINS).fill(0)
  for (const days of sorted) counts[width > 0 ? Math.min(BINS - 1, Math.floor((days - low) / width)) : 0]!++
  return { bins: Array.from({ length: BINS + 1 }, (_, at) => round(low + at * width)), counts }
}

function costOf({ day_rate, currency = 'EUR' }: EstimateAssumptions, { p50, p80 }: Effort): Pick<Estimated, 'cost'> {
  return day_rate === undefined ? {} : { cost: { p50: round(p50 * day_rate), p80: round(p80 * day_rate), currency } }
}

/** Scales all items equally until they take the given number of days. */
function calendarOf({ items, details, constraints }: EstimateInput, effort: Effort): Pick<Estimated, 'calendar'> {
  if (!constraints || items.length === 0) return {}
  const place = new Map(items.map(({ id }, at) => [id, at]))
  const sum = items.reduce((days, item) => days + item.effort.p50, 0)
  const calendar = openCalendar({
    start: constraints.start_date,
    daysPerWeek: constraints.days_per_week,
    freezes: constraints.calendar ?? [],
  })
  const finish = (days: number): string | null => {
    const stretch = sum > 0 ? days / sum : 1
    const scheduled = items.map((item) => ({
      effort: item.effort.p50 * stretch,
      width: Math.max(1, details[item.id]!.objects.length),
      after: item.preconditions.flatMap((id) => place.get(id) ?? []),
    }))
    return calendar.dateOf(leveled(scheduled, constraints.capacity_fte).end) ?? null
  }
  return {
    calendar: {
      p50_finish: finish(effort.p50),
      p80_finish: finish(effort.p80),
      capacity_fte: constraints.capacity_fte,
    },
  }
}
