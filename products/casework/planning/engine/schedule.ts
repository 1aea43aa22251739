// Schedules the items day by day, in the order of the plan and within the capacity of the team. Pure.
import { HORIZON } from './calendar.ts'

export interface Scheduled {
  /** Person-days. */
  effort: number
  /** The number of people who can work on it at once. */
  width: number
  /** Indexes of items that must be finished on an earlier day; all of them come earlier in the list. */
  after: readonly number[]
}

export interface Schedule {
  /** Working days from the start, by index in the list; -1 if beyond the horizon. */
  start: Int32Array
  finish: Int32Array
  /** The last working day of the whole schedule. */
  end: number
}

/** Capacity is varied in steps of half a person. */
export const CAPACITY_STEP = 0.5

/**
 * With dependencies, greedy scheduling can end later with a larger team (Graham 1969). Smaller teams are therefore
 * tried too if they could be faster, because the plan does not have to use the whole capacity.
 */
export function leveled(items: readonly Scheduled[], capacity: number): Schedule {
  const work = items.reduce((sum, { effort }) => sum + effort, 0)
  const chain = longestChain(items)
  let best = level(items, capacity)
  for (let team = capacity - CAPACITY_STEP; team >= CAPACITY_STEP; team -= CAPACITY_STEP) {
    if (best.end <= Math.max(chain, Math.ceil(work / team - 1e-9)) - 1) break
    const tried = level(items, team)
    if (tried.end < best.end) best = tried
  }
  return best
}

/** The number of days of the longest dependency chain, a lower limit for any team. */
function longestChain(items: readonly Scheduled[]): number {
  const days = new Float64Array(items.length)
  let longest = 0
  for (const [at, { effort, width, after }] of items.entries()) {
    for (const before of after) days[at] = Math.max(days[at]!, days[before]!)
    days[at]! += Math.max(1, Math.ceil(effort / width - 1e-9))
    longest = Math.max(longest, days[at]!)
  }
  return longest
}

function level(items: readonly Scheduled[], capacity: number): Schedule {
  const free = new Float64Array(HORIZON).fill(capacity)
  const start = new Int32Array(items.length).fill(-1)
  const finish = new Int32Array(items.length).fill(-1)
  let firstFree = 0
  let end = -1
  for (const [at, item] of items.entries()) {
    const ready = readyDay(item, finish)
    if (ready < 0) {
      end = HORIZON
      continue
    }
    const placed = place(item, Math.max(ready, firstFree), free)
    start[at] = placed.start
    finish[at] = placed.finish
    end = Math.max(end, placed.finish < 0 ? HORIZON : placed.finish)
    while (firstFree < HORIZON && free[firstFree]! <= DUST) firstFree++
  }
  return { start, finish, end }
}

const readyDay = ({ after }: Scheduled, finish: Int32Array): number => {
  let day = 0
  for (const before of after) {
    if (finish[before]! < 0) return -1
    day = Math.max(day, finish[before]! + 1)
  }
  return day
}

/** Tolerance for rounding errors in sums of days. */
const DUST = 1e-9

function place({ effort, width }: Scheduled, from: number, free: Float64Array): { start: number; finish: number } {
  let left = effort
  let start = -1
  for (let day = from; day < HORIZON; day++) {
    const taken = Math.min(left, width, free[day]!)
    if (taken <= DUST && effort > DUST) continue
    if (start < 0) start = day
    free[day]! -= taken
    left -= taken
    if (left <= DUST) return { start, finish: day }
  }
  return { start: -1, finish: -1 }
}
