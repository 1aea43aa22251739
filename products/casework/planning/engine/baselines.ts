// Alternatives to compare a plan with: doing nothing, and exempting everything that may be exempted. Pure.
import type { PlanVersion } from '@veritrace/contract/casework/plan'
import type { Effort } from '@veritrace/contract/casework/shapes'
import { effortOf, type Points } from '../../effort/pert.ts'
import { pointsFor } from '../../effort/points.ts'
import { shortForm } from '../../model/artifacts.ts'
import { counted } from '../../model/counted.ts'
import { ratio } from '../../readiness/figures.ts'
import { type Measured, measure } from '../../readiness/measure.ts'
import type { PlanInput } from './input.ts'

export type Baselines = NonNullable<PlanVersion['baselines']>

const NOTHING: Effort = { unit: 'person_days', p10: 0, p50: 0, p80: 0, p90: 0 }

export function baselinesOf(input: PlanInput, measured: Measured): Baselines {
  const { objects, target } = input
  const now = objects.filter((at) => measured.acceptable[at] === 1).length
  const exempted = exemptAll(input, measured)
  const shareOf = (count: number) => ({ objects: count, share: ratio(count, objects.length) })
  const codes = target.with_exemption.join(' and ')
  return [
    {
      id: 'do_nothing',
      title: 'Do nothing',
      effort: NOTHING,
      acceptable: shareOf(now),
      text: `${counted(now, 'object stays', 'objects stay')} acceptable, and no level changes.`,
    },
    {
      id: 'exempt_all',
      title: codes ? `Exempt everything at ${codes}` : 'Exempt everything',
      effort: exempted.effort,
      acceptable: shareOf(exempted.acceptable),
      text: codes
        ? `${counted(exempted.exemptions, 'exemption')} with an owner and an expiry date would make ${counted(exempted.acceptable - now, 'more object', 'more objects')} acceptable. No level changes.`
        : 'The target does not allow exemptions.',
    },
  ]
}

/** Every reference and object whose code may be exempted gets an exemption; nothing is fixed. */
function exemptAll(input: PlanInput, measured: Measured) {
  const { estate, known, active, target, objects } = input
  const mayBe = (code: string | undefined): boolean => code !== undefined && target.with_exemption.includes(code)
  const patterns = measured.patterns.filter(({ code }) => mayBe(code))
  const own = objects.filter((at) => measured.acceptable[at] === 0 && mayBe(measured.scale[measured.code[at]!]))
  const exempt = new Set([
    ...(input.exempt ?? []),
    ...patterns.map(({ reference }) => shortForm(reference)),
    ...own.map((at) => shortForm(estate.objects[at]!)),
  ])
  const after = measure(estate, known, active, target, { objects, exempt })
  const action = active.pack.actions.find(({ exempts }) => exempts)
  const exemptions = new Set(patterns.map(({ reference }) => shortForm(reference))).size
  const points = patterns
    .map((pattern) =>
      action
        ? pointsFor(action, { isPattern: true, objects: pattern.objects.length, sites: pattern.sites })
        : NO_POINTS,
    )
    .reduce(plus, NO_POINTS)
  return {
    acceptable: objects.filter((at) => after.acceptable[at] === 1).length,
    exemptions,
    effort: patterns.length > 0 ? effortOf(points) : NOTHING,
  }
}

const NO_POINTS: Points = { low: 0, likely: 0, high: 0 }
const plus = (a: Points, b: Points): Points => ({
  low: a.low + b.low,
  likely: a.likely + b.likely,
  high: a.high + b.high,
})
