// Orders items by lift per effort; partly fixed objects count partly. Pure.
import { type Heap, openHeap } from './heap.ts'
import type { Objective } from './input.ts'

export interface Orderable {
  key: string
  /** Person-days. */
  effort: number
  stage: number
  /** The application component. */
  component: string
  isFirst: boolean
  /** Indexes of items that must come before. */
  after: readonly number[]
  /** Objects, and the number of blockers of each that the item removes. */
  unblocks: readonly { object: number; count: number }[]
}

export interface Objects {
  /** The number of blockers of each object, including those that no item removes. */
  blockers: Int32Array
  /** How bad each object is now: 0 to 1. */
  badness: Float64Array
}

export interface Ordered {
  /** Indexes of the items. */
  order: number[]
  /** By item: its final stage. */
  stage: number[]
  /** The item with the most lift per day from the start; -1 if nothing lifts alone. */
  leader: number
  /** By item: the number of objects without blockers once it is done, in this order. */
  reaching: Int32Array
}

/** The bonus for staying in the same component, because the team already knows it. */
const COHESION = 1.25

export function orderItems(given: readonly Orderable[], { blockers, badness }: Objects, objective: Objective): Ordered {
  const leader = LIFTING.has(objective) ? leaderOf(given, blockers) : -1
  const items = leader < 0 ? given : withLeader(given, leader)
  const left = blockers.slice()
  const weight = badness.map(WEIGHTS[objective])
  const gain = Float64Array.from(items, ({ unblocks }) =>
    unblocks.reduce((sum, { object, count }) => sum + gainOf(weight[object]!, left[object]!, count), 0),
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
    for (const { object, count } of items[next]!.unblocks) {
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

/** The item with the most lift per day goes first, unless people have required certain items. */
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

/** The number of objects at the target if only this item is done. */
const liftAlone = ({ unblocks }: Pick<Orderable, 'unblocks'>, blockers: Int32Array): number =>
  unblocks.filter(({ object, count }) => blockers[object] === count).length

/** An object contributes 2^-blockers: each removed blocker doubles it, up to 1 at the target. */
const gainOf = (weight: number, blockers: number, count: number): number =>
  weight * (2 ** (count - blockers) - 2 ** -blockers)

const WEIGHTS: Readonly<Record<Objective, (badness: number) => number>> = {
  lift: () => 1,
  effort: () => 1,
  risk: (badness) => badness * badness,
  balanced: (badness) => 1 + badness,
}

/** Avoids infinite scores for items that cost nothing. */
const LEAST_DAYS = 0.1

function scoreOf(objective: Objective, gain: number, effort: number): number {
  const days = Math.max(LEAST_DAYS, effort)
  if (objective === 'effort') return (gain > 0 ? 2 : 1) / days
  return objective === 'risk' ? gain / Math.sqrt(days) : gain / days
}

function itemsByObject(items: readonly Orderable[]): Map<number, { item: number; count: number }[]> {
  const found = new Map<number, { item: number; count: number }[]>()
  for (const [item, { unblocks }] of items.entries())
    for (const { object, count } of unblocks) {
      const all = found.get(object) ?? []
      found.set(object, all)
      all.push({ item, count })
    }
  return found
}

/** Items whose preconditions are done, by stage. */
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
    /** Updates items whose gain has changed, and adds those that waited only for `done`. */
    changed: (places: ReadonlySet<number>, done: number): void => {
      for (const place of places) if (waiting[place] === 0) put(place)
      for (const place of followers[done]!) if (--waiting[place]! === 0) put(place)
    },
  }
}
