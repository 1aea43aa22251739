// Drafts a plan for an estate: rates, clusters, cuts into items, orders, schedules and explains. Pure.
import type { PlanTotals } from '@veritrace/contract/casework/plan'
import { effortOf, round, scaled } from '../../effort/pert.ts'
import { effortOfDraws, SIMULATIONS, simulate } from '../../effort/simulate.ts'
import { type Measured, measure } from '../../readiness/measure.ts'
import { baselinesOf } from './baselines.ts'
import { openCalendar } from './calendar.ts'
import { calibrated, commonOf, shownCalibration } from './calibrate.ts'
import { componentOf } from './components.ts'
import { longestPath } from './critical-path.ts'
import { assumptionsOf, questionsOf } from './explain.ts'
import { findInfeasible } from './feasible.ts'
import { type Fix, findFixes } from './fixes.ts'
import { headlineOf } from './headline.ts'
import { type Inclusions, readInclusions } from './inclusions.ts'
import type { Draft, PlanInput } from './input.ts'
import { type Orderable, orderItems } from './order.ts'
import { cutParcels, idOf, type Parcel } from './parcels.ts'
import { precede } from './precede.ts'
import { type Reached, reachedBy } from './reach.ts'
import { leveled, type Scheduled } from './schedule.ts'
import { type Plan, viewItems } from './view-items.ts'
import { cutWaves } from './waves.ts'

export function draftPlan(input: PlanInput): Draft {
  const { constraints, objective } = input
  const measured = measure(input.estate, input.known, input.active, input.target, measureOptions(input))
  const inclusions = readInclusions(input, measured)
  const fixes = findFixes(input, measured, inclusions.exclude)
  const cut = cutParcels(input, fixes)
  const parcels = cut.parcels.filter(({ key }) => !isNamed(key, inclusions.exclude.words))
  const reached = reachedBy(input, measured, doneBy(parcels))
  const preceded = precede(input, { ...cut, parcels })
  const { efforts, total, days } = estimate(input, parcels)
  const items = parcels.map((parcel, place) => ({
    key: parcel.key,
    effort: days[place]!,
    stage: preceded.stage[place]!,
    component: mainComponent(input, parcel),
    action: parcel.action.title,
    isFirst: isRequired(parcel, inclusions),
    after: preceded.after[place]!,
    unblocks: unblocksOf(parcel, measured),
  }))
  const placed = orderItems(items, objectsOf(input, measured, items, reached), objective)
  const { order, reaching } = placed
  const staged = items.map((item, place) => ({ ...item, stage: placed.stage[place]! }))
  const waves = cutWaves(staged, order, constraints.capacity_fte * constraints.sprint_days)
  const scheduled = scheduledOf(parcels, items, order)
  const plan = {
    ...{ input, parcels, efforts, items: staged, preceded, order, reaching, waves, inclusions, leader: placed.leader },
    schedule: leveled(scheduled, constraints.capacity_fte),
    calendar: openCalendar({
      start: constraints.start_date,
      daysPerWeek: constraints.days_per_week,
      freezes: constraints.calendar ?? [],
    }),
  }
  const viewed = viewItems(plan)
  const totals = totalsOf(input, measured, reached, total, parcels.length)
  const baselines = baselinesOf(input, measured)
  const lift_curve = liftCurve(plan, measured)
  const infeasible = findInfeasible({ ...plan, scheduled, totals, lift_curve })
  return {
    ...viewed,
    headline: headlineOf(input, { measured, reached, totals, baselines }),
    baselines,
    ...(input.calibration && { calibration: shownCalibration(input.calibration) }),
    ruleset: rulesOf(input),
    totals,
    lift_curve,
    critical_path: longestPath(scheduled).map((position) => viewed.items[position]!.id),
    assumptions: assumptionsOf(input, { measured, fixes, inclusions, entangled: cut.entangled }),
    open_questions: questionsOf(input, measured, reached, parcels),
    ...(infeasible.length > 0 && { infeasible }),
  }
}

/** The range of each item and of the total. Medians do not add up, so days are scaled to sum to the total's median. */
function estimate({ seed, calibration }: PlanInput, parcels: readonly Parcel[]) {
  const uncertain = parcels.map(({ key, group, points, action }) => ({
    ...{ key, group, points: scaled(points, calibrated(calibration, action.id)) },
    common: commonOf(calibration, action.id),
  }))
  const efforts = uncertain.map(({ points }) => effortOf(points))
  const total = effortOfDraws(simulate(uncertain, { seed, simulations: SIMULATIONS }).totals)
  const sum = efforts.reduce((days, { p50 }) => days + p50, 0)
  const stretch = sum > 0 ? total.p50 / sum : 1
  return { efforts, total, days: efforts.map(({ p50 }) => p50 * stretch) }
}

function scheduledOf(parcels: readonly Parcel[], items: readonly Orderable[], order: readonly number[]): Scheduled[] {
  const position = new Map(order.map((place, at) => [place, at]))
  return order.map((place) => ({
    effort: items[place]!.effort,
    width: Math.max(1, parcels[place]!.objects.length),
    after: items[place]!.after.map((before) => position.get(before)!),
  }))
}

const measureOptions = ({ objects, exempt }: PlanInput) => ({ objects, ...(exempt && { exempt }) })

/** The decision tables used for a plan. */
const rulesOf = ({ active }: PlanInput): Draft['ruleset'] =>
  ['rollup', 'action', 'risk'].flatMap((name) => {
    const table = active.pack.tables[name]
    return table ? [{ id: table.id, version: table.version }] : []
  })

/** The parts of fixes that items cover; excluded items are not done. */
function doneBy(parcels: readonly Parcel[]): Fix[] {
  const parts = parcels.flatMap((parcel) => parcel.parts)
  return parts.map(({ fix, objects }) => ({ ...fix, objects, sites: [] }))
}

const isNamed = (key: string, words: ReadonlySet<string>): boolean => words.has(key) || words.has(`itm_${key}`)

const isRequired = ({ key, objects, parts }: Parcel, { include }: Inclusions): boolean =>
  isNamed(key, include.words) ||
  parts.some(({ fix }) => include.fixes.has(fix.key)) ||
  objects.some((at) => include.objects.has(at))

/** The component of most of its objects. */
function mainComponent(input: PlanInput, { objects }: Parcel): string {
  const counts = new Map<string, number>()
  for (const at of objects) {
    const name = componentOf(input, at)
    counts.set(name, (counts.get(name) ?? 0) + 1)
  }
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? ''
}

/** Objects that already meet the target gain nothing, not even by being retired. */
function unblocksOf({ parts }: Parcel, { acceptable }: Measured): Orderable['unblocks'] {
  const counts = new Map<number, number>()
  for (const { fix, objects } of parts)
    if (fix.reachesTarget) for (const at of objects) if (acceptable[at] === 0) counts.set(at, (counts.get(at) ?? 0) + 1)
  return [...counts].map(([object, count]) => ({ object, count }))
}

/** An object that the plan does not bring to the target gets an extra blocker, so that it is never counted as done. */
function objectsOf(
  { estate, objects, active }: PlanInput,
  measured: Measured,
  items: readonly Orderable[],
  reached: Reached,
) {
  const blockers = new Int32Array(estate.objects.length)
  const badness = new Float64Array(estate.objects.length)
  for (const { unblocks } of items) for (const { object, count } of unblocks) blockers[object]! += count
  for (const at of objects) {
    if (reached.acceptable[at] === 0 && reached.gone[at] === 0) blockers[at]!++
    badness[at] = 1 - (active.pack.scoring.values[measured.scale[measured.code[at]!]!] ?? 0)
  }
  return { blockers, badness }
}

function totalsOf(
  input: PlanInput,
  measured: Measured,
  reached: Reached,
  effort: PlanTotals['effort'],
  items: number,
): PlanTotals {
  const { objects } = input
  const count = (places: readonly number[], codes: Uint8Array) =>
    Object.fromEntries(measured.scale.map((code, at) => [code, places.filter((place) => codes[place] === at).length]))
  const left = objects.filter((at) => reached.gone[at] === 0)
  return {
    items,
    objects: objects.length,
    effort,
    before: count(objects, measured.code),
    after: count(left, reached.code),
    unacceptable_left: left.filter((at) => reached.acceptable[at] === 0).length,
  }
}

/** The progress of the plan after each of its items. */
function liftCurve({ input, parcels, items, order, reaching }: Plan, { acceptable }: Measured): Draft['lift_curve'] {
  const { objects } = input
  let days = 0
  let there = objects.filter((at) => acceptable[at] === 1).length
  return order.map((place) => {
    days += items[place]!.effort
    there += reaching[place]!
    const share = there / objects.length
    return { item_id: idOf(parcels[place]!), cumulative_p50: round(days), objects_at_target: there, share }
  })
}
