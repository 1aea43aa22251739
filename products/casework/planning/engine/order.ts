// In which order: what lifts most for its effort first, where an object that is partly mended counts partly. Pure.
import { type Heap, openHeap } from './heap.ts'
import type { Objective } from './input.ts'

export interface Orderable {
  key: string
  /** Person-days. */
  effort: number
  stage: number
  /** What belongs together in the business. */
  component: string
  isFirst: boolean
  /** Places of items that come before. */
  after: readonly number[]
  /** Objects, and how much of what blocks each it takes away. */
  mends: readonly { object: number; count: number }[]
}

export interface Objects {
  /** How much blocks each object; what no item takes away counts too. */
  blockers: Int32Array
  /** How bad each is now: 0 to 1. */
  badness: Float64Array
}

export interface Ordered {
  /** Places of the items. */
  order: number[]
  /** By place: the stage that it came to stand in. */
  stage: number[]
  /** Nothing lifts more per day from the start; -1 where nothing lifts alone. */
  leader: number
  /** By place: objects that nothing blocks once it is done, in this order of things. */
  reaching: Int32Array
}

/** Going on in the same component is worth so much: people know it by then. */
const COHESION = 1.25

export function orderItems(given: readonly Orderable[], { blockers, badness }: Objects, objective: Objective): Ordered {
  const leader = LIFTING.has(objective) ? leaderOf(given, blockers) : -1
  const items = leader < 0 ? given : withLeader(given, leader)
  const left = blockers.slice()
  const weight = badness.map(WEIGHTS[objective])
  const gain = Float64Array.from(items, ({ mends }) =>
    mends.reduce((sum, { object, count }) => sum + gainOf(weight[object]!, left[object]!, count), 0),
  )
  const touching = itemsByObject(items)
  const reaching = new Int32Array(items.length)
  const order: number[] = []
  const queue = openQueue(items, (place) => scoreOf(objective, gain[place]!, items[place]!.effort))
  const isDone = new Uint8Array(items.length)

  for (let next = queue.take(); next !== undefined; next = queue.take()) {
    order.push(next)
    isDone[next] = 1
    const changed = new Set<number>()
    for (const { object, count } of items[next]!.mends) {
      const before = left[object]!
      left[object] = before - count
      if (left[object] === 0) reaching[next]!++
      for (const { item, count: own } of touching.get(object)!) {
        if (isDone[item] === 1) continue
        gain[item]! += gainOf(weight[object]!, left[object]!, own) - gainOf(weight[object]!, before, own)
        changed.add(item)
      }
    }
    queue.changed(changed, next)
  }
  return { order, reaching, leader, stage: items.map(({ stage }) => stage) }
}

const LIFTING: ReadonlySet<Objective> = new Set(['lift', 'balanced'])

/** Whatever nothing else does better per day goes first of all, unless people have said what does. */
function leaderOf(items: readonly Orderable[], blockers: Int32Array): number {
  let leader = -1
  let most = 0
  for (const [place, item] of items.entries()) {
    if (item.isFirst) return -1
    const perDay = item.after.length > 0 ? 0 : liftAlone(item, blockers) / Math.max(LEAST_DAYS, item.effort)
    if (perDay < most || perDay === 0 || (perDay === most && item.key > items[leader]!.key)) continue
    most = perDay
    leader = place
  }
  return leader
}

function withLeader(items: readonly Orderable[], leader: number): Orderable[] {
  const stage = items.reduce((least, item) => Math.min(least, item.stage), Number.POSITIVE_INFINITY)
  return items.map((item, place) => (place === leader ? { ...item, stage, isFirst: true } : item))
}

/** Objects at the target once nothing but this is done. */
const liftAlone = ({ mends }: Pick<Orderable, 'mends'>, blockers: Int32Array): number =>
  mends.filter(({ object, count }) => blockers[object] === count).length

/** The potential of an object is 2^-blockers: each blocker less doubles it, and 1 is an object at its target. */
const gainOf = (weight: number, blockers: number, count: number): number =>
  weight * (2 ** (count - blockers) - 2 ** -blockers)

const WEIGHTS: Readonly<Record<Objective, (badness: number) => number>> = {
  lift: () => 1,
  effort: () => 1,
  risk: (badness) => badness * badness,
  balanced: (badness) => 1 + badness,
}

/** The least effort that tells items apart: what costs nothing is not worth everything. */
const LEAST_DAYS = 0.1

function scoreOf(objective: Objective, gain: number, effort: number): number {
  const days = Math.max(LEAST_DAYS, effort)
  if (objective === 'effort') return (gain > 0 ? 2 : 1) / days
  return objective === 'risk' ? gain / Math.sqrt(days) : gain / days
}

function itemsByObject(items: readonly Orderable[]): Map<number, { item: number; count: number }[]> {
  const found = new Map<number, { item: number; count: number }[]>()
  for (const [item, { mends }] of items.entries())
    for (const { object, count } of mends) {
      const all = found.get(object) ?? []
      found.set(object, all)
      all.push({ item, count })
    }
  return found
}

/** Items that nothing holds back any more, stage by stage. */
function openQueue(items: readonly Orderable[], score: (place: number) => number) {
  const waiting = Int32Array.from(items, ({ after }) => after.length)
  const followers = items.map((): number[] => [])
  for (const [place, { after }] of items.entries()) for (const before of after) followers[before]!.push(place)
  const isBetter = (a: number, b: number, bonus = 1): boolean => {
    const [one, other] = [items[a]!, items[b]!]
    if (one.stage !== other.stage) return one.stage < other.stage
    if (one.isFirst !== other.isFirst) return one.isFirst
    const difference = score(a) - score(b) * bonus
    return difference !== 0 ? difference > 0 : one.key < other.key
  }
  const heaps = new Map<string, Heap>()
  const put = (place: number): void => {
    const { component } = items[place]!
    const heap = heaps.get(component) ?? openHeap((a, b) => isBetter(a, b))
    heaps.set(component, heap)
    heap.put(place)
  }
  for (const place of items.keys()) if (waiting[place] === 0) put(place)
  let current: string | undefined

  return {
    take: (): number | undefined => {
      let best = current === undefined ? undefined : heaps.get(current)!.peek()
      const bonus = best === undefined ? 1 : COHESION
      const home = current
      for (const [component, heap] of heaps) {
        const top = component === home ? undefined : heap.peek()
        if (top === undefined) continue
        const isHome = best !== undefined && items[best]!.component === home
        if (best === undefined || isBetter(top, best, isHome ? bonus : 1)) best = top
      }
      if (best === undefined) return undefined
      current = items[best]!.component
      return heaps.get(current)!.take()
    },
    /** These are worth more or less than before, and whoever waited for `done` may be free. */
    changed: (places: ReadonlySet<number>, done: number): void => {
      for (const place of places) if (waiting[place] === 0) put(place)
      for (const place of followers[done]!) if (--waiting[place]! === 0) put(place)
    },
  }
}
