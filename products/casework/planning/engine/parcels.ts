// Cuts the fixes into items of a plan, by pattern, object or package. Members of a cycle form one item.
// Pure.

import { createHash } from 'node:crypto'
import type { Points } from '../../effort/pert.ts'
import { shortForm } from '../../model/artifacts.ts'
import { counted } from '../../model/counted.ts'
import { inWords } from '../../model/in-words.ts'
import type { Action } from '../../packs/pack.ts'
import { labelOfPattern, mechanicalTitle } from '../../readiness/pattern-titles.ts'
import { componentOf } from './components.ts'
import { arrowsOf, cyclesOf } from './cycles.ts'
import type { Fix } from './fixes.ts'
import type { PlanInput } from './input.ts'
import { foldTo, MAX_PACKAGES } from './packages.ts'
import { pointsOf } from './part-points.ts'
import { findPilot, without } from './pilot.ts'

/** The work of one item for one fix. */
export interface Part {
  fix: Fix
  objects: readonly number[]
  sites: number
}

export interface Parcel {
  key: string
  action: Action
  parts: readonly Part[]
  /** Positions, sorted and without duplicates. */
  objects: readonly number[]
  points: Points
  /** Items of one group tend to be over- or underestimated together. */
  group: string
  title: string
}

export interface Cut {
  parcels: Parcel[]
  /** The call cycle of an object. Objects with the same number are not ordered among themselves. */
  cycleOf(object: number): number
  /** The number of objects or packages in cycles that are too large for one item. */
  entangled: number
}

/** Folds the items so that their number stays reviewable. */
export function cutParcels(input: PlanInput, fixes: readonly Fix[]): Cut {
  if (input.granularity === 'pattern')
    return { parcels: withPilot(input, byPattern(input, fixes)), cycleOf: (at) => at, entangled: 0 }
  const cycles = openCycles(input, fixes)
  const { cycleOf, entangled } = cycles
  return { parcels: foldParcels(input, byPlace(input, fixes, cycles)), cycleOf, entangled }
}

/** One item per fix; mechanical fixes by component, and unused objects by package, because its owner has to agree. */
function byPattern(input: PlanInput, fixes: readonly Fix[]): Parcel[] {
  const { estate } = input
  const isBatched = ({ finding, chosen }: Fix): boolean => finding.isMechanical && !chosen.needs_decision
  const [batched, single] = [fixes.filter(isBatched), fixes.filter((fix) => !isBatched(fix))]
  const alone = single.flatMap((fix) => {
    if (fix.about.kind !== 'unused') return parcel(input, fix.chosen.action, [wholeOf(fix)], '', titleOfFix(fix))
    return [...split(fix, (at) => estate.objects[at]!.package)].map(([name, part]) =>
      parcel(input, fix.chosen.action, [part], name, `${fix.chosen.action.title}: ${retiredLabel(input, part, name)}`),
    )
  })
  const parts = new Map<string, Part[]>()
  for (const fix of batched)
    for (const [component, part] of split(fix, (at) => componentOf(input, at))) {
      const name = JSON.stringify([fix.chosen.action.id, component])
      parts.set(name, [...(parts.get(name) ?? []), part])
    }
  const together = [...parts].map(([name, list]) =>
    parcel(input, list[0]!.fix.chosen.action, list, `batch ${name}`, titleOfBatch(list, JSON.parse(name)[1])),
  )
  return [...alone, ...together]
}

/** Names the unused objects, because the package itself is not retired. */
function retiredLabel({ estate }: PlanInput, { objects }: Part, name: string): string {
  const [only] = objects
  if (objects.length === 1) return estate.objects[only!]!.name
  return `${counted(objects.length, 'unused object')} in ${name || 'no package'}`
}

const wholeOf = (fix: Fix): Part => ({ fix, objects: fix.objects, sites: sum(fix.sites) })

/** One item per object or package; retiring is separate from fixing. */
function byPlace(input: PlanInput, fixes: readonly Fix[], { nameOf, placeOf }: Cycles): Parcel[] {
  const parts = new Map<string, Part[]>()
  for (const fix of fixes) {
    const isApart = fix.about.kind === 'unused'
    for (const [name, part] of split(fix, (at) => (isApart ? `retire ${placeOf(at)}` : nameOf(at)))) {
      const list = parts.get(name) ?? []
      parts.set(name, list)
      list.push(part)
    }
  }
  return [...parts].map(([name, list]) => {
    const isApart = list[0]!.fix.about.kind === 'unused' && input.granularity === 'package'
    const place = name.replace(/^retire /, '')
    const action = heaviest(list)
    const label = isApart ? retiredLabel(input, list[0]!, place) : place
    return parcel(input, action, list, name, `${action.title}: ${label || 'no package'}`)
  })
}

/** Folds the items and, if none of them lifts an object alone, adds a pilot that does. */
function withPilot(input: PlanInput, parcels: readonly Parcel[]): Parcel[] {
  const folded = foldParcels(input, parcels)
  if (!findPilot(input, folded)) return folded
  const fewer = foldParcels(input, parcels, MAX_PACKAGES - 1)
  const pilot = findPilot(input, fewer)
  if (!pilot) return fewer
  const parts = mergeParts(pilot.parts)
  const title = `Pilot: bring ${pilot.component || 'objects without a package'} to the target`
  const left = fewer.flatMap((one) => {
    const rest = without(one, pilot)
    if (rest.length === 0) return []
    return { ...one, ...madeOf(input, rest) }
  })
  return [parcel(input, heaviest(parts), parts, `pilot ${pilot.component}`, title), ...left]
}

/** The items with the most objects stay separate. */
function foldParcels(input: PlanInput, parcels: readonly Parcel[], limit = MAX_PACKAGES): Parcel[] {
  const foldable = parcels.map((one) => {
    const { action, parts, objects } = one
    const [first] = parts
    const component = most(objects.map((at) => componentOf(input, at)))
    const kind = first!.fix.finding.title
    return {
      ...one,
      weight: objects.length,
      families: [[action.id, kind, component], [action.id, kind], [action.id], []].map((words) => words.join('\n')),
    }
  })
  return foldTo(foldable, limit, (members, family) => {
    const [{ action, families, weight }] = members as [(typeof members)[number]]
    const parts = mergeParts(members.flatMap((one) => one.parts))
    const [, kind = '', component = ''] = family.split('\n')
    const title = titleOfMany(action, parts, [kind || 'Findings', component && `in ${component}`].join(' ').trim())
    return { ...parcel(input, action, parts, `fold ${family}`, title), weight, families }
  }).map(({ weight: _, families: __, ...kept }) => kept)
}

/** Merges parts with the same fix, which is designed only once. */
function mergeParts(parts: readonly Part[]): Part[] {
  return [...Map.groupBy(parts, ({ fix }) => fix.key).values()].map((own) =>
    own.length === 1
      ? own[0]!
      : {
          fix: own[0]!.fix,
          objects: [...new Set(own.flatMap(({ objects }) => objects))].sort((a, b) => a - b),
          sites: sum(own.map(({ sites }) => sites)),
        },
  )
}

function most(names: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))[0]?.[0] ?? ''
}

const titleOfFix = (fix: Fix): string =>
  fix.finding.isMechanical && fix.about.kind === 'pattern'
    ? mechanicalTitle(fix.about.reference, fix.about.known, sum(fix.sites))
    : `${fix.chosen.action.title}: ${labelOf(fix)}`

function titleOfBatch(parts: readonly Part[], component: string): string {
  const [{ fix, sites }] = parts as [Part]
  const where = component ? ` in ${component}` : ''
  if (parts.length === 1 && fix.about.kind === 'pattern')
    return mechanicalTitle(fix.about.reference, fix.about.known, sites, where)
  return `${fix.finding.title}${where}: ${counted(parts.length, 'replacement')} at ${counted(sum(parts.map((part) => part.sites)), 'place')}, mechanical`
}

const titleOfMany = ({ title }: Action, parts: readonly Part[], what: string): string =>
  `${title}: ${what.charAt(0).toLowerCase()}${what.slice(1)}, ${counted(parts.length, 'decision')} at ${counted(sum(parts.map(({ sites }) => sites)), 'place')}`

/** Splits the objects of a fix by a shared name. */
function split(fix: Fix, nameOf: (at: number) => string): Map<string, Part> {
  const found = new Map<string, { fix: Fix; objects: number[]; sites: number }>()
  for (const [n, at] of fix.objects.entries()) {
    const name = nameOf(at)
    const part = found.get(name) ?? { fix, objects: [], sites: 0 }
    found.set(name, part)
    part.objects.push(at)
    part.sites += fix.sites[n]!
  }
  return found
}

interface Cycles extends Omit<Cut, 'parcels'> {
  /** The object itself, or its package. */
  placeOf(object: number): string
  /** A name shared by everything that is done together. */
  nameOf(object: number): string
}

/** Larger cycles are not merged into one item, because they could be half the estate. */
const MAX_TOGETHER = 12

function openCycles({ estate, granularity }: PlanInput, fixes: readonly Fix[]): Cycles {
  const { calls, objects } = estate
  const placeOf = (at: number): string => (granularity === 'object' ? shortForm(objects[at]!) : objects[at]!.package)
  const worked = new Set(fixes.filter(({ about }) => about.kind !== 'unused').flatMap((fix) => fix.objects))
  const names = [...new Set([...worked].map(placeOf))].sort()
  const number = new Map(names.map((name, at) => [name, at]))
  const ends = (side: Int32Array) => Int32Array.from(side, (at) => (worked.has(at) ? number.get(placeOf(at))! : -1))
  const from = ends(calls.from)
  const to = ends(calls.to)
  const { cycle } = cyclesOf(arrowsOf(names.length, from, to, (arrow) => from[arrow]! >= 0 && to[arrow]! >= 0))
  const members = Map.groupBy(names, (name) => cycle[number.get(name)!]!)
  const cycleOf = (at: number): number => cycle[number.get(placeOf(at))!]!
  return {
    placeOf,
    cycleOf,
    nameOf: (at) => {
      const all = members.get(cycleOf(at))!
      if (all.length === 1 || all.length > MAX_TOGETHER) return placeOf(at)
      return all.length <= 3 ? all.join(' + ') : `${all[0]} and ${all.length - 1} more that call each other`
    },
    entangled: [...members.values()].reduce((sum, all) => sum + (all.length > MAX_TOGETHER ? all.length : 0), 0),
  }
}

/** The action with the most work stands for the whole item. */
const heaviest = (parts: readonly Part[]): Action =>
  parts
    .map((part) => ({ action: part.fix.chosen.action, days: pointsOf(part).likely }))
    .reduce((most, one) => (one.days > most.days ? one : most)).action

function parcel(input: PlanInput, action: Action, parts: readonly Part[], place: string, title: string): Parcel {
  const pattern = parts.length === 1 ? parts[0]!.fix.key : ''
  const scope = input.tenant === undefined ? 'list' : input.estate.project_id
  return {
    key: hash([action.id, pattern, scope, place]),
    action,
    ...madeOf(input, parts),
    group: parts.length === 1 ? pattern : place,
    title,
  }
}

export const idOf = ({ key }: Pick<Parcel, 'key'>): string => `itm_${key}`

/** The decisions needed before the work, those with the most objects first. */
export const openChoices = (parts: readonly Part[]): Part[] =>
  parts
    .filter(({ fix }) => fix.chosen.needs_decision)
    .toSorted((a, b) => b.objects.length - a.objects.length || (a.fix.key < b.fix.key ? -1 : 1))

/** Each open choice costs as much as a research action. */
function choicePoints({ active }: PlanInput, parts: readonly Part[]): Points[] {
  const finding = active.pack.actions.find(({ wave }) => wave === 0)
  return finding ? parts.flatMap(({ fix }) => (fix.chosen.needs_decision ? finding.effort : [])) : []
}

const madeOf = (input: PlanInput, parts: readonly Part[]): Pick<Parcel, 'parts' | 'objects' | 'points'> => ({
  parts,
  objects: [...new Set(parts.flatMap(({ objects }) => objects))].sort((a, b) => a - b),
  points: [...parts.map(pointsOf), ...choicePoints(input, parts)].reduce(plus),
})

const KEY_LENGTH = 26
const hash = (parts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, KEY_LENGTH)

const plus = (a: Points, b: Points): Points => ({
  low: a.low + b.low,
  likely: a.likely + b.likely,
  high: a.high + b.high,
})
const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0)

export function labelOf({ about }: Fix): string {
  if (about.kind === 'pattern') return labelOfPattern(about)
  return about.kind === 'technology' ? inWords(about.technology.kind) : 'unused objects'
}
