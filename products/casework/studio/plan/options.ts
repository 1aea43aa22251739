// The options: each approach of the pack applied to all concerns. Pure.
import type { StudioOption } from '@veritrace/contract/casework/studio-shapes'
import { pointsFor } from '../../effort/points.ts'
import { effortOfDraws, simulate } from '../../effort/simulate.ts'
import type { Action, TargetProfile } from '../../packs/pack.ts'
import type { ActivePack } from '../../packs/packs.ts'
import { openRisk } from '../../planning/engine/risk.ts'
import { guidanceIds } from '../../resolve/guidance-ids.ts'
import { tally } from '../classify/count-codes.ts'
import type { Approach, Approaches } from './approaches.ts'
import { candidatesOf } from './concerns.ts'
import { type Decided, lastOf } from './questions.ts'
import { stepsOf } from './steps-of.ts'

export interface OptionsInput {
  active: ActivePack
  target: TargetProfile
  approaches: Approaches
  concerns: readonly Decided[]
  passing: readonly string[]
  coverage: { parsed_ratio: number; dynamic_calls: number }
  objects: number
  exclude: readonly string[]
  citationsOf(concern: Decided): number[]
  templatesFor(
    approach: string,
    treated: readonly { action: string; used: { type: string; access: string | undefined } | undefined }[],
  ): string[]
}

/** One concern and what an option does about it. */
export interface Treated {
  concern: Decided
  action: Action
  result: string
}
type Weighed = StudioOption & { fits: number; below: number }

const SEED = 1
/** More items need fewer draws, and one request cannot afford more. */
const drawsFor = (items: number): number => Math.max(200, Math.min(2_000, Math.floor(100_000 / Math.max(items, 1))))
const MOST_GUIDANCE = 8

export function buildOptions(input: OptionsInput): { options: StudioOption[]; recommended_id: string | null } {
  const { approaches, exclude, concerns } = input
  const offered = approaches.approaches.filter(({ id }) => !exclude.includes(id))
  const options = offered.flatMap((approach) => {
    const treated = concerns.length === 0 ? nothingToDo(input, approach) : treat(input, approach)
    return treated ? [viewOption(input, approach, treated)] : []
  })
  const isOpen = concerns.some((concern) => concern.isOpen)
  const [best] = options.toSorted((a, b) => b.fits - a.fits || a.below - b.below || a.effort.p50 - b.effort.p50)
  return {
    options: options.map(({ fits: _, below: __, ...option }) => option),
    recommended_id: isOpen ? null : (best?.id ?? null),
  }
}

const nothingToDo = ({ approaches }: OptionsInput, { id }: Approach): Treated[] | undefined =>
  approaches.none.approach === id ? [] : undefined

/** Undefined if the approach fits no concern. */
function treat(input: OptionsInput, approach: Approach): Treated[] | undefined {
  const { concerns } = input
  const fitting = (concern: Decided): Action | undefined =>
    candidatesOf(concern).find(({ id }) => approach.actions.includes(id))
  const first = concerns.map(fitting).find((action) => action !== undefined)
  if (!first) return undefined
  return concerns.map((concern) => {
    const action = (approach.whole ? first : fitting(concern)) ?? concern.chosen.action
    return { concern, action, result: resultOf(input.active, concern, action) }
  })
}

/** No action makes a code worse. A chosen successor brings its own code. */
function resultOf({ pack }: ActivePack, { code, successor, chosen }: Decided, action: Action): string {
  const { codes, unknown } = pack.scheme
  const result =
    successor && successor.relation !== 'concept' && action.id === chosen.action.id
      ? successor.code
      : action.resulting_code
  if (result === unknown) return code
  const [after, before] = [codes.indexOf(result), codes.indexOf(code)]
  return before >= 0 && before < after ? code : result
}

function viewOption(input: OptionsInput, approach: Approach, treated: readonly Treated[]): Weighed {
  const { active, target, passing, concerns } = input
  const results = treated.map(({ result }) => result)
  const below = results.filter((code) => !target.acceptable.includes(code)).length
  const exempt = results.filter((code) => !target.acceptable.includes(code) && target.with_exemption.includes(code))
  const elsewhere = treated.filter(({ action }) => !approach.actions.includes(action.id)).length
  return {
    id: `opt_${approach.id}`,
    approach: approach.id,
    title: approach.title,
    steps: stepsOf(input, approach, treated),
    resulting: tally(active.pack.scheme, [...passing, ...results]),
    effort: effortOf(input, approach, treated),
    ...riskOf(input, treated),
    pros: [
      ...approach.pros,
      ...(below === 0 ? [`Afterward, everything it uses is acceptable for ${target.label}.`] : []),
    ],
    cons: [
      ...approach.cons,
      ...(below > 0 ? [`${below} of ${concerns.length} remain below what ${target.label} accepts.`] : []),
      ...(elsewhere > 0
        ? [`${elsewhere} of ${concerns.length} need a different action, which is listed in the steps.`]
        : []),
    ],
    prerequisites: [
      ...approach.prerequisites,
      ...(exempt.length > 0 ? [`Exemptions for what remains below the target (${exempt.length}).`] : []),
    ],
    guidance_ids: guidanceOf(active, treated),
    template_ids: input.templatesFor(
      approach.id,
      treated.map(({ action, concern: { named, access } }) => ({
        action: action.id,
        used: named && { type: named.type, access },
      })),
    ),
    fits: treated.filter(({ action, concern }) => action.id === concern.chosen.action.id).length,
    below,
  }
}

function effortOf({ objects }: OptionsInput, approach: Approach, treated: readonly Treated[]): StudioOption['effort'] {
  const amounts = approach.whole
    ? treated
        .slice(0, 1)
        .map(({ action }) => ({ key: action.id, action, amount: { isPattern: false, objects, sites: objects } }))
    : treated.map(({ concern, action }) => ({
        key: concern.key,
        action,
        amount: { isPattern: true, objects: concern.objects, sites: concern.sites },
      }))
  const items = amounts.map(({ key, action, amount }) => ({
    key,
    group: action.id,
    points: pointsFor(action, amount),
  }))
  return effortOfDraws(simulate(items, { seed: SEED, simulations: drawsFor(items.length) }).totals)
}

const RANK = { low: 0, medium: 1, high: 2 } as const
type Risk = Pick<StudioOption, 'risk' | 'risk_reasons'>

function riskOf({ active, coverage, objects }: OptionsInput, treated: readonly Treated[]): Risk {
  const risk = openRisk(active)
  const seen = new Set<string>()
  let worst: Risk = { risk: 'low', risk_reasons: [] }
  for (const { concern, action } of treated) {
    const last = lastOf(concern)
    const own = {
      action: action.id,
      access: concern.access === undefined ? [] : [concern.access],
      code: concern.code,
      'conflicts.count': concern.known?.rating.conflicts.length ?? 0,
      needs_decision: concern.isOpen,
      'successors.available': last.length === 0 ? undefined : last.some(({ available }) => available),
    }
    const key = JSON.stringify(own)
    if (seen.has(key)) continue
    seen.add(key)
    const one = risk({
      ...own,
      'coverage.dynamic_calls': coverage.dynamic_calls,
      'coverage.parsed_ratio': coverage.parsed_ratio,
      'coverage.has_usage': false,
      'objects.count': objects,
      fan_in: 0,
      executions: 0,
    })
    if (RANK[one.risk] > RANK[worst.risk] || worst.risk_reasons.length === 0) worst = one
  }
  return worst
}

function guidanceOf({ pack }: ActivePack, treated: readonly Treated[]): string[] {
  const ids = treated.flatMap(({ concern, action }) =>
    guidanceIds(pack, {
      code: concern.code,
      actions: [action.id],
      type: concern.named?.type ?? '',
      name: concern.named?.name ?? '',
    }).slice(0, 4),
  )
  return [...new Set(ids)].slice(0, MOST_GUIDANCE)
}
