// Dependencies between items: widely used objects before those that use them. Pure.
import { arrowsOf, cyclesOf } from './cycles.ts'
import type { PlanInput } from './input.ts'
import type { Cut, Parcel, Part } from './parcels.ts'
import { pointsOf } from './part-points.ts'

export interface Preceded {
  /** By parcel: the parcels that must come before it. Free of cycles. */
  after: number[][]
  /** 1 quick work, 2 shared foundations, 3 the rest, 4 research; no parcel comes before one it depends on. */
  stage: number[]
  /** The number of parcels that depend on each. */
  followers: Int32Array
  /** The number of planned objects that call what a parcel changes. */
  dependents: number[]
}

/** The number of callers that makes an object shared; higher in a large estate, where most objects have some. */
const sharedBy = (objects: number): number => Math.max(3, Math.round(Math.sqrt(objects) / 4))
const FOUNDATION = 2
export const REST = 3
/** Research lifts nothing, and no other item depends on it. */
export const RESEARCH = 4

export function precede(input: PlanInput, { parcels, cycleOf }: Cut): Preceded {
  const callers = callersOf(input)
  const enough = sharedBy(input.objects.length)
  const isShared = (at: number): boolean => (callers.get(at)?.size ?? 0) >= enough
  const dependents = parcels.map(({ objects }) => dependentsOf(objects, callers))
  // A wrapper for one object delays no one, and a batch of unrelated wrappers is not a foundation.
  const serves = ({ objects }: Part): number => Math.max(objects.length, dependentsOf(objects, callers))
  const stage = parcels.map(({ action, objects, parts }) => {
    if (action.wave === 0) return RESEARCH
    if (action.wave !== undefined && action.wave < FOUNDATION) return action.wave
    if (action.wave === FOUNDATION) return mostWork(parts, (part) => serves(part) >= enough) ? FOUNDATION : REST
    return objects.filter(isShared).length * 2 >= objects.length && objects.length > 0 ? FOUNDATION : REST
  })
  const before = parcels.map(() => new Set<number>())
  const itemsOf = itemsByObject(parcels, stage)
  // A pattern is spread over the whole estate, so only shared objects justify waiting.
  const goesFirst = (place: number, called: number): boolean =>
    input.granularity !== 'pattern' || (stage[place] === FOUNDATION && isShared(called))
  const follows = (place: number): boolean => input.granularity !== 'pattern' || stage[place] !== FOUNDATION
  for (const [called, all] of callers) {
    const first = (itemsOf.get(called) ?? []).filter((place) => goesFirst(place, called))
    if (first.length === 0) continue
    for (const caller of all) {
      if (cycleOf(caller) === cycleOf(called)) continue
      for (const place of itemsOf.get(caller) ?? [])
        if (follows(place)) for (const one of first) if (one !== place) before[place]!.add(one)
    }
  }
  const after = withoutCycles(before)
  pullForward(after, stage)
  const followers = new Int32Array(parcels.length)
  for (const all of after) for (const one of all) followers[one]!++
  return { after, stage, followers, dependents }
}

/** Whether matching parts make up at least half of the days. */
function mostWork(parts: readonly Part[], isLike: (part: Part) => boolean): boolean {
  const days = (some: readonly Part[]): number => some.reduce((sum, part) => sum + pointsOf(part).likely, 0)
  return days(parts.filter(isLike)) * 2 >= days(parts)
}

/** The callers of each object, among the planned objects. */
function callersOf({ estate, objects }: PlanInput): Map<number, Set<number>> {
  const isPlanned = new Uint8Array(estate.objects.length)
  for (const at of objects) isPlanned[at] = 1
  const callers = new Map<number, Set<number>>()
  for (const [arrow, caller] of estate.calls.from.entries()) {
    const called = estate.calls.to[arrow]!
    if (caller === called || isPlanned[caller] === 0 || isPlanned[called] === 0) continue
    const all = callers.get(called) ?? new Set()
    callers.set(called, all)
    all.add(caller)
  }
  return callers
}

/** The items that change an object. Researching or retiring it changes nothing for its callers. */
function itemsByObject(parcels: readonly Parcel[], stage: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const [place, { objects }] of parcels.entries())
    if (stage[place]! >= FOUNDATION && stage[place]! < RESEARCH)
      for (const at of objects) {
        const items = found.get(at) ?? []
        found.set(at, items)
        items.push(place)
      }
  return found
}

/** If packages depend on each other in a cycle, these dependencies are dropped. */
function withoutCycles(before: readonly ReadonlySet<number>[]): number[][] {
  const pairs = before.flatMap((set, place) => [...set].map((one) => [place, one] as const))
  const [from, to] = [0, 1].map((side) => Int32Array.from(pairs, (pair) => pair[side]!)) as [Int32Array, Int32Array]
  const { cycle } = cyclesOf(arrowsOf(before.length, from, to, () => true))
  return before.map((set, place) => [...set].filter((one) => cycle[one] !== cycle[place]).sort((a, b) => a - b))
}

/** Everything that a foundation depends on becomes a foundation too. */
function pullForward(after: readonly (readonly number[])[], stage: number[]): void {
  const open = stage.flatMap((value, place) => (value === FOUNDATION ? [place] : []))
  while (open.length > 0)
    for (const before of after[open.pop()!]!) {
      if (stage[before]! <= FOUNDATION) continue
      stage[before] = FOUNDATION
      open.push(before)
    }
}

function dependentsOf(objects: readonly number[], callers: ReadonlyMap<number, ReadonlySet<number>>): number {
  const own = new Set(objects)
  const found = new Set<number>()
  for (const at of objects) for (const caller of callers.get(at) ?? []) if (!own.has(caller)) found.add(caller)
  return found.size
}
