// What a run does in which order, and what two runs differ in. Pure.

import { RUN_STEPS, type Run, type RunDiff, type RunInputs, type RunStep } from '@veritrace/contract/casework/runs'
import { sumByName } from '@veritrace/platform/names'

type Steps = Run['steps']

/** All up to the last that was asked for: each rests on those before it. */
export function stepsFor(asked: readonly RunStep[] = RUN_STEPS): Steps {
  const last = Math.max(...asked.map((step) => RUN_STEPS.indexOf(step)))
  return RUN_STEPS.map((id, at) => ({ id, state: at <= last ? 'waiting' : 'skipped', stats: {}, warnings: [] }))
}

export const isUnderWay = (state: Run['state']): boolean => state === 'queued' || state === 'running'

export const isComplete = (steps: Steps): boolean => steps.every(({ state }) => state === 'done')

export const changeStep = (steps: Steps, id: RunStep, change: Partial<Steps[number]>): Steps =>
  steps.map((step) => (step.id === id ? { ...step, ...change } : step))

/** What was not done will not be. */
export const skipRest = (steps: Steps): Steps =>
  steps.map((step) => (step.state === 'done' ? step : { ...step, state: 'skipped' }))

/** As if none had begun. */
export const resetSteps = (steps: Steps): Steps =>
  steps.map(({ id, state }) => ({ id, state: state === 'skipped' ? 'skipped' : 'waiting', stats: {}, warnings: [] }))

/** How the objects of a run were rated: short form, place in the scale, and whether the target takes it. */
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

/** An object in one of two runs or in both, with its codes. */
export interface ObjectChange {
  form: string
  from?: string
  to?: string
  isFine: boolean
}

export interface ObjectChanges {
  /** How many more objects have each code. */
  delta: Record<string, number>
  added: ObjectChange[]
  gone: ObjectChange[]
  /** Acceptable now and not before. */
  fixed: ObjectChange[]
  /** Acceptable before and not now. */
  worse: ObjectChange[]
  /** With another code. */
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

/** What is not the same in what they rest on. */
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
