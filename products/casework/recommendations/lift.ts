// The effect of one fix alone. Pure.
import type { Fix } from '../planning/engine/fixes.ts'
import type { PlanInput } from '../planning/engine/input.ts'
import type { Measured } from '../readiness/measure.ts'
import type { RecommendationBody } from './tables.ts'

type Lift = RecommendationBody['lift']

export function liftOf(input: PlanInput, measured: Measured, { about, objects, reachesTarget }: Fix): Lift {
  const improved = objects.filter((at) => measured.acceptable[at] === 0)
  const lift = (reaching: number): Lift => ({
    objects_reaching_target: reachesTarget ? reaching : 0,
    objects_improved: improved.length,
  })
  if (about.kind === 'unused') return lift(improved.length)
  if (about.kind === 'pattern') return lift(measured.patterns[about.place]!.lift)
  const { estate, target } = input
  const { kind, code } = about.technology
  const hasOnlyThis = (at: number): boolean =>
    measured.blocking.start[at] === measured.blocking.start[at + 1] &&
    estate.objects[at]!.technologies.every(
      (one) => target.acceptable.includes(one.code) || (one.kind === kind && one.code === code),
    )
  return lift(improved.filter(hasOnlyThis).length)
}
