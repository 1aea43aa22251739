// The order of a run's steps, and the difference between two runs. Pure.

import { RUN_STEPS, type Run, type RunDiff, type RunInputs, type RunStep } from '@veritrace/contract/casework/runs'
import { sumByName } from '@veritrace/platform/names'

type Steps = Run['steps']

/** All steps up to the last requested one, because each depends on the previous ones. */
export function stepsFor(asked: readonly RunStep[] = RUN_STEPS): Steps {
  const last = Math.max(...asked.map((step) => RUN_STEPS.indexOf(step)))
  return RUN_STEPS.map((id, at) => ({ id, state: at <= last ? 'waiting' : 'skipped', stats: {}, warnings: [] }))
}

export const isUnderWay = (state: Run['state']): boolean => state === 'queued' || state === 'running'

export const isComplete = (steps: Steps): boolean => steps.every(({ state }) => state === 'done')

export const changeStep = (steps: Steps, id: RunStep, change: Partial<Steps[number]>): Steps =>
  steps.map((step) => (step.id === id ? { ...step, ...change } : step))

/** Marks every unfinished step as skipped. */
export const skipRest = (steps: Steps): Steps =>
  steps.map((step) => (step.state === 'done' ? step : { ...step, state: 'skipped' }))

/** Resets all steps to their initial state. */
export const resetSteps = (steps: Steps): Steps =>
  steps.map(({ id, state }) => ({ id, state: state === 'skipped' ? 'skipped' : 'waiting', stats: {}, warnings: [] }))

/** The ratings of a run's objects: short form, index in the scale, and whether the target accepts it. */
export interface RatedObjects {
  scale: readonly string[]
  objects: readonly (readonly [form: string, code: number, acceptable: 0 | 1])[]
}

interface Ended {
  id: string
  inputs: RunInputs
  rated: RatedObjects
}

export function diffRuns(before: Ended, after: Ended): RunDiff {
  const { delta, added, fixed, changed } = compareObjects(before.rated, after.rated)
  return {
    previous_run_id: before.id,
    distribution_delta: Object.fromEntries(Object.entries(delta).filter(([, by]) => by !== 0)),
    ...{ new: added.length, fixed: fixed.length, changed: changed.length },
    causes: causesOf(before.inputs, after.inputs),
  }
}

/** An object in one or both of two runs, with its codes. */
export interface ObjectChange {
  form: string
  from?: string
  to?: string
  isFine: boolean
}

export interface ObjectChanges {
  /** The change in the number of objects per code. */
  delta: Record<string, number>
  added: ObjectChange[]
  gone: ObjectChange[]
  /** Acceptable after, not acceptable before. */
  fixed: ObjectChange[]
  /** Acceptable before, not acceptable after. */
  worse: ObjectChange[]
  /** Objects with a different code. */
  changed: ObjectChange[]
}

export function compareObjects(before: RatedObjects, after: RatedObjects): ObjectChanges {
  const known = new Map(before.objects.map(([form, place, fine]) => [form, { code: before.scale[place]!, fine }]))
  const delta = sumByName([
    ...[...known.values()].map(({ code }) => [code, -1] as const),
    ...after.objects.map(([, place]) => [after.scale[place]!, 1] as const),
  ])
  const found: ObjectChanges = { delta, added: [], gone: [], fixed: [], worse: [], changed: [] }
  for (const [form, place, fine] of after.objects) {
    const to = after.scale[place]!
    const then = known.get(form)
    known.delete(form)
    const change = { form, ...(then && { from: then.code }), to, isFine: fine === 1 }
    if (!then) found.added.push(change)
    if (then?.fine === 0 && fine === 1) found.fixed.push(change)
    if (then?.fine === 1 && fine === 0) found.worse.push(change)
    if (then && then.code !== to) found.changed.push(change)
  }
  for (const [form, { code, fine }] of known) found.gone.push({ form, from: code, isFine: fine === 1 })
  return found
}

/** The inputs that differ. */
export function causesOf(before: RunInputs, after: RunInputs): RunDiff['causes'] {
  const differs = (part: (inputs: RunInputs) => unknown): boolean =>
    JSON.stringify(part(before)) !== JSON.stringify(part(after))
  return [
    ...(differs(({ catalog_entries }) => catalog_entries) ? (['catalog'] as const) : []),
    ...(differs(({ evidence, estate_revision }) => [evidence, estate_revision]) ? (['evidence'] as const) : []),
    ...(differs(({ ruleset }) => ruleset) ? (['ruleset'] as const) : []),
    ...(differs(({ decisions_revision }) => decisions_revision) ? (['decisions'] as const) : []),
    ...(differs(({ target }) => target.profile_id) ? (['target'] as const) : []),
    ...(differs(({ scope_digest }) => scope_digest) ? (['scope'] as const) : []),
  ]
}
