// What many uncertain items come to together: each drawn many times, those of one group leaning the same way. Pure.
import type { Effort } from '@veritrace/contract/casework/shapes'
import { type Points, round, shapeOf, Z_MIDDLE, Z_STEPS } from './pert.ts'
import { fillFrom, NORMAL } from './random.ts'

export interface Uncertain {
  /** Names its draws: the same in every simulation with the same seed, whatever stands beside it. */
  key: string
  points: Points
  /** Who underestimates one item of a pattern underestimates the others too. */
  group: string
  /** The share of its variance that it has in common with all others; none where nothing is said. */
  common?: number
  /** Parts of the whole that it belongs to, by their number, and with how much of it. */
  shares?: readonly { part: number; share: number }[]
}

export interface SimulateOptions {
  seed: number
  simulations: number
  /** How many parts are told apart. */
  parts?: number
}

export interface Simulated {
  /** One sum for each simulation, in the order they were drawn. */
  totals: Float64Array
  parts: readonly Float64Array[]
}

export const SIMULATIONS = 10_000
/** Inside a pattern, beside what everything has in common. */
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
  /** What all items have drawn, and what those of the group have. */
  all: Float32Array
  shared: Float32Array
  common: number
  /** Of what is left beside the common part. */
  within: number
}

/** Partly by what others have drawn. These loops are small and alone, so that the compiler makes the most of them. */
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

/** The quantiles of drawn sums. */
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
