// Simulates the sum of uncertain items; items of one group are correlated. Pure.
import type { Effort } from '@veritrace/contract/casework/shapes'
import { type Points, round, shapeOf, Z_MIDDLE, Z_STEPS } from './pert.ts'
import { fillFrom, NORMAL } from './random.ts'

export interface Uncertain {
  /**
   * Identifies its draws: with the same seed, they are the same in every simulation, whatever other items there are.
   */
  key: string
  points: Points
  /** Items of one group tend to be over- or underestimated together. */
  group: string
  /** The share of its variance that it has in common with all other items. Default: 0. */
  common?: number
  /** The parts of the sum that it belongs to, by number, with its share in each. */
  shares?: readonly { part: number; share: number }[]
}

export interface SimulateOptions {
  seed: number
  simulations: number
  /** The number of parts to report separately. */
  parts?: number
}

export interface Simulated {
  /** One sum per simulation, in the order of the draws. */
  totals: Float64Array
  parts: readonly Float64Array[]
}

export const SIMULATIONS = 10_000
/** The correlation within a group, in addition to the common share. */
export const CORRELATION = 0.3

export function simulate(items: readonly Uncertain[], { seed, simulations, parts = 0 }: SimulateOptions): Simulated {
  const totals = new Float64Array(simulations)
  const sums = Array.from({ length: parts }, () => new Float64Array(simulations))
  const all = new Float32Array(simulations)
  const shared = new Float32Array(simulations)
  const units = new Float32Array(simulations)
  if (items.some(({ common = 0 }) => common > 0)) fillFrom(NORMAL, all, seed, 'all')
  for (const [group, members] of Map.groupBy(items.toSorted(byKey), (item) => item.group)) {
    const isAlone = members.length === 1
    if (!isAlone) fillFrom(NORMAL, shared, seed, `group ${group}`)
    for (const { key, points, common = 0, shares = [] } of members) {
      if (isAlone && common === 0) fillFrom(shapeOf(points).even, units, seed, key)
      else drawTogether(points, { all, shared, common, within: isAlone ? 0 : CORRELATION }, units, seed, key)
      add(totals, units, points, 1)
      for (const { part, share } of shares) add(sums[part]!, units, points, share)
    }
  }
  return { totals, parts: sums }
}

const byKey = (a: Uncertain, b: Uncertain): number => (a.key < b.key ? -1 : 1)

interface Drawn {
  /** The common draws of all items, and those of the group. */
  all: Float32Array
  shared: Float32Array
  common: number
  /** The group's share of the variance that is not common. */
  within: number
}

/** Correlated draws. Small separate loops, so that the compiler can optimize them. */
function drawTogether(points: Points, drawn: Drawn, units: Float32Array, seed: number, key: string): void {
  const { byNormal } = shapeOf(points)
  const { all, shared, common, within } = drawn
  const ofAll = Math.sqrt(common) * Z_STEPS
  const ofGroup = Math.sqrt((1 - common) * within) * Z_STEPS
  const alone = Math.sqrt((1 - common) * (1 - within)) * Z_STEPS
  fillFrom(NORMAL, units, seed, key)
  for (let at = 0; at < units.length; at++)
    units[at] = byNormal[(Z_MIDDLE + ofAll * all[at]! + ofGroup * shared[at]! + alone * units[at]!) | 0]!
}

function add(sums: Float64Array, units: Float32Array, { low, high }: Points, share: number): void {
  const least = low * share
  const range = (high - low) * share
  for (let at = 0; at < sums.length; at++) sums[at]! += least + range * units[at]!
}

/** The quantiles of simulated sums. */
export function effortOfDraws(draws: Float64Array): Effort {
  const sorted = draws.toSorted()
  return {
    unit: 'person_days',
    p10: round(quantile(sorted, 0.1)),
    p50: round(quantile(sorted, 0.5)),
    p80: round(quantile(sorted, 0.8)),
    p90: round(quantile(sorted, 0.9)),
  }
}

export const quantile = (sorted: Float64Array, p: number): number =>
  sorted.length === 0 ? 0 : sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))]!
