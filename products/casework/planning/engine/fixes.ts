// The issues that keep objects from the target, each with the action that fixes it. Pure.
import type { EstateObject } from '../../estate/estate.ts'
import { shortForm } from '../../model/artifacts.ts'
import type { Action } from '../../packs/pack.ts'
import { type Chosen, chooseAction } from '../../rating/choose-action.ts'
import { type FindingKind, openFindings } from '../../rating/finding.ts'
import type { Known } from '../../rating/known.ts'
import type { Measured } from '../../readiness/measure.ts'
import { ACCESS_CLASSES, ACCESS_OF_CLASS, type AccessClass } from '../../readiness/patterns.ts'
import { confidenceOfWindow } from '../../readiness/usage.ts'
import { classesOf } from '../../readiness/use-classes.ts'
import { byObject } from '../../readiness/use-order.ts'
import type { EntryMatch } from './inclusions.ts'
import type { PlanInput } from './input.ts'

/** One issue that blocks objects, with the action chosen for it. */
export interface Fix {
  /** Stays the same as long as the issue does. */
  key: string
  about: About
  finding: FindingKind
  chosen: Chosen
  /** Positions of the affected objects in order, and the number of places in each. */
  objects: readonly number[]
  sites: readonly number[]
  /** True if the target accepts the result of the action. */
  reachesTarget: boolean
}

type About =
  | {
      kind: 'pattern'
      known: Known | undefined
      reference: { type: string; name: string }
      access: AccessClass
      place: number
    }
  | { kind: 'technology'; technology: { kind: string; code: string } }
  | { kind: 'unused' }

const RETIRE = 'retire'
/** Not an issue in itself, but ranked first because retiring objects removes other issues. */
const UNUSED: FindingKind = { id: 'unused', rank: 0, title: 'Unused', isMechanical: false }

/** Retired objects need nothing else, so they are in no other fix. */
export function findFixes(input: PlanInput, measured: Measured, exclude: EntryMatch): Fix[] {
  const retired = findUnused(input, exclude)
  const isGone = new Uint8Array(input.estate.objects.length)
  for (const at of retired?.objects ?? []) isGone[at] = 1
  const needsWork = (at: number): boolean =>
    measured.acceptable[at] === 0 && isGone[at] === 0 && !exclude.objects.has(at)
  const fixes = [
    ...(retired ? [retired] : []),
    ...patternFixes(input, measured, needsWork),
    ...technologyFixes(input, needsWork),
  ]
  return fixes.filter(({ key, objects }) => objects.length > 0 && isWanted(input, key) && !exclude.fixes.has(key))
}

const isWanted = ({ choices }: PlanInput, key: string): boolean =>
  (choices?.accepted === undefined || choices.accepted.includes(key)) && !choices?.excluded?.includes(key)

/** Code that was not executed for long enough, if the rules retire such code. */
function findUnused(input: PlanInput, exclude: EntryMatch): Fix | undefined {
  const { estate, active, target } = input
  const objects = input.objects.filter((at) => estate.objects[at]!.executions === 0 && !exclude.objects.has(at))
  if (objects.length === 0 || !isWanted(input, RETIRE)) return undefined
  const usage = { verdict: 'unused', confidence: confidenceOfWindow(estate.usage_window_days, active.pack) }
  const chosen = chooseAction(active, target, { usage })
  if (!chosen.action.acceptance.some(({ kind }) => kind === 'unused_confirmed')) return undefined
  return {
    key: RETIRE,
    about: { kind: 'unused' },
    finding: UNUSED,
    chosen,
    objects,
    sites: objects.map(() => 1),
    reachesTarget: true,
  }
}

function patternFixes(input: PlanInput, measured: Measured, needsWork: (at: number) => boolean): Fix[] {
  const { active, target } = input
  const sitesAt = countSites(input, measured)
  const codeRequired = active.pack.scheme.codes.filter((code) => target.acceptable.includes(code)).at(-1)
  return measured.patterns.map((pattern, place) => {
    const { key, known, reference, access, finding } = pattern
    const objects = pattern.objects.filter(needsWork)
    const given = {
      known,
      reference,
      access: ACCESS_OF_CLASS[access],
      ...(codeRequired !== undefined && { codeRequired }),
    }
    const chosen = withChoice(input, key, chooseAction(active, target, given))
    return {
      key,
      about: { kind: 'pattern' as const, known, reference, access, place },
      finding,
      chosen,
      objects,
      sites: objects.map((at) => sitesAt(at, place)),
      reachesTarget: isTaken(input, chosen.action),
    }
  })
}

function technologyFixes(input: PlanInput, needsWork: (at: number) => boolean): Fix[] {
  const { estate, active, target } = input
  const findingOf = openFindings(active)
  const found = new Map<string, { kind: string; code: string; objects: number[]; sites: number[] }>()
  for (const at of input.objects) {
    if (!needsWork(at)) continue
    for (const { kind, code, count } of blockingTechnologies(estate.objects[at]!, target.acceptable)) {
      const one = found.get(`${kind} ${code}`) ?? { kind, code, objects: [], sites: [] }
      found.set(`${kind} ${code}`, one)
      one.objects.push(at)
      one.sites.push(count)
    }
  }
  return [...found.values()].map(({ kind, code, objects, sites }) => {
    const key = technologyKey(kind, code)
    const technology = { kind, code }
    const chosen = withChoice(input, key, chooseAction(active, target, { technology }))
    return {
      key,
      about: { kind: 'technology' as const, technology },
      finding: findingOf({ technology }),
      chosen,
      objects,
      sites,
      reachesTarget: isTaken(input, chosen.action),
    }
  })
}

export const technologyKey = (kind: string, code: string): string => `technology:${kind}:${code}`

/** Each kind once, with its number of occurrences. */
function blockingTechnologies({ technologies }: EstateObject, acceptable: readonly string[]) {
  const found = new Map<string, { kind: string; code: string; count: number }>()
  for (const { kind, code } of technologies) {
    if (acceptable.includes(code)) continue
    const one = found.get(`${kind} ${code}`) ?? { kind, code, count: 0 }
    one.count++
    found.set(`${kind} ${code}`, one)
  }
  return [...found.values()]
}

/** A person's choice overrides the rules and settles the open decision. */
function withChoice({ active, choices }: PlanInput, key: string, chosen: Chosen): Chosen {
  const choice = choices?.chosen?.[key]
  if (!choice) return chosen
  const action = active.pack.actions.find(({ id }) => id === choice.action_id) ?? chosen.action
  const { needs_decision: _, ...rest } = chosen
  const why = choice.successor ? `Decided: replaced by ${choice.successor}.` : 'Decided in the case.'
  return { ...rest, action, why }
}

const isTaken = ({ target }: PlanInput, { resulting_code }: Action): boolean =>
  target.acceptable.includes(resulting_code) || target.with_exemption.includes(resulting_code)

/** The number of places in which an object uses the reference of a pattern. */
function countSites({ estate }: PlanInput, measured: Measured): (object: number, pattern: number) => number {
  const { uses } = estate
  const classOf = classesOf(estate)
  const { start, order } = byObject(uses.from, estate.objects.length)
  const places = new Map(estate.references.map((reference, place) => [shortForm(reference), place]))
  const patternUses = measured.patterns.map(({ reference, access }) => ({
    reference: places.get(shortForm(reference))!,
    way: ACCESS_CLASSES.indexOf(access),
  }))
  return (object, pattern) => {
    const { reference, way } = patternUses[pattern]!
    let sites = 0
    for (let row = start[object]!; row < start[object + 1]!; row++) {
      const use = order ? order[row]! : row
      if (uses.to[use] === reference && classOf[use] === way) sites += uses.sites[use]!
    }
    return Math.max(1, sites)
  }
}
