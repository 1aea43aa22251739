// The text of a plan: the rationale of each item, assumptions and open questions. Pure.

import type { PlanItem } from '@veritrace/contract/casework/plan'
import { wavePrefix } from '@veritrace/contract/casework/wave-numbers'
import { SIMULATIONS } from '../../effort/simulate.ts'
import { counted } from '../../model/counted.ts'
import type { Measured } from '../../readiness/measure.ts'
import { FIRST_GUESS } from './calibrate.ts'
import type { Fix } from './fixes.ts'
import type { Inclusions } from './inclusions.ts'
import type { Draft, PlanInput } from './input.ts'
import { idOf, labelOf, openChoices, type Parcel } from './parcels.ts'
import { RESEARCH, REST } from './precede.ts'
import type { Reached } from './reach.ts'
import type { Plan } from './view-items.ts'

const MAX_REASONS = 5

interface Here {
  wave: number
  lift: PlanItem['lift']
}

export function rationaleOf(plan: Plan, place: number, here: Here): string {
  const { parts } = plan.parcels[place]!
  const what = parts.slice(0, MAX_REASONS).map(({ fix, objects, sites }) => {
    const where =
      fix.about.kind === 'pattern' ? ` (${counted(sites, 'place')} in ${counted(objects.length, 'object')})` : ''
    return `- ${labelOf(fix)}${where}: ${fix.chosen.why} \`${fix.chosen.rule.id}\``
  })
  const more = parts.length > MAX_REASONS ? [`- and ${parts.length - MAX_REASONS} more`] : []
  const choices = openChoices(parts)
  const first = choices.length > 0 ? [`Decide first: ${choices[0]!.fix.chosen.needs_decision!.question}`, ''] : []
  return [...first, ...what, ...more, '', whyHere(plan, place, here)].join('\n')
}

function whyHere({ items, preceded, parcels, efforts, leader }: Plan, place: number, { wave, lift }: Here): string {
  const { stage, isFirst } = items[place]!
  const { objects, parts, action } = parcels[place]!
  const because = (why: string): string => `${wavePrefix(wave)} because ${why}.`
  if (stage === RESEARCH)
    return because(
      `it brings no object to the target: no list says what ${counted(objects.length, 'object')} would need`,
    )
  if (place === leader && preceded.stage[place] === REST)
    return because(
      `nothing else brings more objects to the target per day: ${counted(lift.objects_reaching_target, 'object')} for about ${counted(efforts[place]!.p50, 'person-day')}`,
    )
  if (stage === 1 && parts[0]!.fix.about.kind !== 'unused')
    return because(`the rules put “${action.title}” before larger work`)
  if (stage === 1) return because(`retired objects need no fix: ${counted(objects.length, 'object')}`)
  if (stage === 2) {
    const dependents = Math.max(preceded.dependents[place]!, objects.length)
    return because(`${counted(dependents, 'object depends', 'objects depend')} on it`)
  }
  if (isFirst) return because('the plan must include it')
  const days = efforts[place]!.p50
  return because(
    `for about ${counted(days, 'person-day')} it improves ${counted(lift.objects_improved, 'object')} and brings ${lift.objects_reaching_target} to the target`,
  )
}

interface Known {
  measured: Measured
  fixes: readonly Fix[]
  inclusions: Inclusions
  entangled: number
}

export function assumptionsOf(input: PlanInput, { measured, fixes, inclusions, entangled }: Known): string[] {
  const { include, exclude } = inclusions
  const { constraints, estate, seed, objects } = input
  const hasUsage = objects.some((at) => estate.objects[at]!.executions !== null)
  const retired = fixes.find(({ about }) => about.kind === 'unused')?.objects.length ?? 0
  const leftOut = exclude.objects.size + exclude.fixes.size
  return [
    ...(input.notes ?? []),
    calibrationText(input),
    `Effort is simulated ${SIMULATIONS} times from PERT distributions with seed ${seed}. Initial estimates tend to be wrong in the same direction, so all packages are correlated by ${FIRST_GUESS} until finished work provides data.`,
    `${counted(constraints.capacity_fte, 'person works', 'people work')} ${counted(constraints.days_per_week, 'day')} a week from ${constraints.start_date}; at most one person works on an object at a time.`,
    'A pattern is designed once and then applied. An action without an effort per place is counted once per object.',
    hasUsage
      ? `Unused means not executed in ${estate.usage_window_days} days; ${counted(retired, 'object')} would be retired and count as meeting the target.`
      : 'There is no usage data, so nothing is retired.',
    ...(entangled > 0
      ? [
          `${counted(entangled, input.granularity)} call each other in cycles too large for one item, so they are not ordered among themselves.`,
        ]
      : []),
    ...(leftOut > 0
      ? [`${counted(leftOut, 'entry of `exclude` stays unchanged', 'entries of `exclude` stay unchanged')}.`]
      : []),
    ...(include.unknown.length + exclude.unknown.length > 0
      ? [
          `Not found in the scope, unless they are item keys: ${[...include.unknown, ...exclude.unknown].slice(0, 10).join(', ')}.`,
        ]
      : []),
    ...(measured.totals.dynamicCalls > 0
      ? [`${counted(measured.totals.dynamicCalls, 'dynamic call')} may use objects that are unknown to the plan.`]
      : []),
  ]
}

export function questionsOf(
  input: PlanInput,
  measured: Measured,
  reached: Reached,
  parcels: readonly Parcel[],
): Draft['open_questions'] {
  const choices = parcels.flatMap((parcel) =>
    openChoices(parcel.parts).map(({ fix, objects }) => ({
      ...{ objects: objects.length, id: idOf(parcel) },
      text: `${labelOf(fix)}: ${fix.chosen.needs_decision!.question}`,
    })),
  )
  const decisions = [...Map.groupBy(choices, ({ text }) => text).values()]
    .map((own) => ({ text: own[0]!.text, item_ids: own.map(({ id }) => id), objects: sumOf(own) }))
    .sort((a, b) => b.objects - a.objects || (a.text < b.text ? -1 : 1))
    .map(({ objects: _, ...shown }) => shown)
  const unclear = input.objects.filter(
    (at) => measured.final[at] === 0 && reached.acceptable[at] === 0 && reached.gone[at] === 0,
  ).length
  const coverage =
    unclear > 0
      ? [
          {
            text: `Which references of ${counted(unclear, 'object')} are missing from the evidence?`,
            item_ids: [],
          },
        ]
      : []
  return [...decisions.slice(0, MAX_QUESTIONS), ...coverage]
}

const MAX_QUESTIONS = 100
const sumOf = (all: readonly { objects: number }[]): number => all.reduce((sum, { objects }) => sum + objects, 0)

function calibrationText({ calibration }: PlanInput): string {
  const factors = Object.entries(calibration?.by_action ?? {})
  if (!calibration || factors.length === 0)
    return 'Efforts are the initial estimates of the pack until finished work in this workspace calibrates them.'
  const list = factors.map(([action, factor]) => `${action} by ${factor}`).join(', ')
  return `${counted(calibration.actual_items, 'finished package calibrates', 'finished packages calibrate')} the efforts: ${list}.`
}
