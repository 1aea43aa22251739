// What has to be done before what: decisions before work that waits for them, what many use before those who use it.
// Pure.
import type { PlanInput } from './input.ts'
import type { Cut, Parcel } from './parcels.ts'

export interface Preceded {
  /** By place of a parcel: the places of those that come before it. Never in circles. */
  after: number[][]
  /** 0 decide and research, 1 retire, 2 shared foundations, 3 the rest; none is before one that it waits for. */
  stage: number[]
  /** How many wait for each. */
  followers: Int32Array
  /** How many objects of the plan call what a parcel changes. */
  dependents: number[]
}

/** So many callers make a utility of an object: more in a large estate, where everything has some. */
const sharedBy = (objects: number): number => Math.max(3, Math.round(Math.sqrt(objects) / 4))
const FOUNDATION = 2
export const REST = 3

export function precede(input: PlanInput, { parcels, circleOf }: Cut): Preceded {
  const callers = callersOf(input)
  const enough = sharedBy(input.objects.length)
  const isShared = (at: number): boolean => (callers.get(at)?.size ?? 0) >= enough
  const dependents = parcels.map(({ objects }) => dependentsOf(objects, callers))
  const stage = parcels.map(({ action, objects }, place) => {
    if (action.wave !== undefined && action.wave < FOUNDATION) return action.wave
    // A wrapper that one object needs holds nobody up.
    const serves = Math.max(objects.length, dependents[place]!)
    if (action.wave === FOUNDATION) return serves >= enough ? FOUNDATION : REST
    return objects.filter(isShared).length * 2 >= objects.length && objects.length > 0 ? FOUNDATION : REST
  })
  const before = parcels.map(() => new Set<number>())
  const itemsOf = itemsByObject(parcels, stage)
  // A pattern is spread over the whole estate, so that only what is shared is worth waiting for.
  const goesFirst = (place: number, called: number): boolean =>
    input.granularity !== 'pattern' || (stage[place] === FOUNDATION && isShared(called))
  const follows = (place: number): boolean => input.granularity !== 'pattern' || stage[place] !== FOUNDATION
  for (const [called, all] of callers) {
    const first = (itemsOf.get(called) ?? []).filter((place) => goesFirst(place, called))
    if (first.length === 0) continue
    for (const caller of all) {
      if (circleOf(caller) === circleOf(called)) continue
      for (const place of itemsOf.get(caller) ?? [])
        if (follows(place)) for (const one of first) if (one !== place) before[place]!.add(one)
    }
  }
  addDecisions(parcels, before)
  const after = before.map((set) => [...set].sort((a, b) => a - b))
  pullForward(after, stage)
  const followers = new Int32Array(parcels.length)
  for (const all of after) for (const one of all) followers[one]!++
  return { after, stage, followers, dependents }
}

/** Who calls an object, among the objects of the plan. */
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

/** The items that change an object: deciding, looking into it and retiring it change nothing for its callers. */
function itemsByObject(parcels: readonly Parcel[], stage: readonly number[]): Map<number, number[]> {
  const found = new Map<number, number[]>()
  for (const [place, { objects }] of parcels.entries())
    if (stage[place]! >= FOUNDATION)
      for (const at of objects) {
        const items = found.get(at) ?? []
        found.set(at, items)
        items.push(place)
      }
  return found
}

function addDecisions(parcels: readonly Parcel[], before: readonly Set<number>[]): void {
  const decision = new Map(
    parcels.flatMap(({ decides, parts }, place) => (decides ? [[parts[0]!.fix.key, place] as const] : [])),
  )
  for (const [place, { decides, parts }] of parcels.entries()) {
    if (decides) continue
    for (const { fix } of parts) {
      const first = decision.get(fix.key)
      if (first !== undefined) before[place]!.add(first)
    }
  }
}

/** Whatever a foundation waits for is one too. */
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
