// The PERT distribution for a three-point estimate: a beta distribution between low and high with its mode at the
// likely value. Pure.
import type { Effort } from '@veritrace/contract/casework/shapes'
import { normalQuantile } from './random.ts'

/** Person-days. */
export interface Points {
  low: number
  likely: number
  high: number
}

/** The resolution for the position of the likely value between low and high. */
const SHAPES = 64
/** A table covers -Z_REACH to Z_REACH standard deviations, beyond any draw, in steps of 1 / Z_STEPS. */
const Z_REACH = 7
export const Z_STEPS = 128
/** The index of z in a table is the integer part of `Z_MIDDLE + z * Z_STEPS`. */
export const Z_MIDDLE = Z_REACH * Z_STEPS + 0.5
const TABLE = 2 * Z_REACH * Z_STEPS + 1
const GRID = 2048

/** Tables for the position of a draw between low and high (0 to 1). */
export interface Shape {
  /** Indexed by the underlying normal draw. */
  readonly byNormal: Float32Array
  /** All values are equally likely. */
  readonly even: Float32Array
}

export function shapeOf({ low, likely, high }: Points): Shape {
  const place = high > low ? Math.round((SHAPES * (likely - low)) / (high - low)) : 0
  shapes[place] ??= makeShape(place / SHAPES)
  return shapes[place]
}

/** Cache of tables by shape. */
const shapes: Shape[] = []

const EVEN = 4096

/** Precomputes the quantiles of the beta distribution, so that a draw is one table lookup. */
function makeShape(mode: number): Shape {
  const sums = new Float64Array(GRID + 1)
  for (let at = 0; at < GRID; at++) {
    const x = (at + 0.5) / GRID
    sums[at + 1] = sums[at]! + x ** (4 * mode) * (1 - x) ** (4 - 4 * mode)
  }
  return {
    byNormal: quantilesAt(sums, TABLE, (place) => normalShare(place / Z_STEPS - Z_REACH)),
    even: quantilesAt(sums, EVEN, (place) => (place + 0.5) / EVEN),
  }
}

/** Requires shares that increase with their index. */
function quantilesAt(sums: Float64Array, length: number, shareAt: (place: number) => number): Float32Array {
  const found = new Float32Array(length)
  let at = 0
  for (let place = 0; place < length; place++) {
    const wanted = shareAt(place) * sums[GRID]!
    while (at < GRID - 1 && sums[at + 1]! < wanted) at++
    const within = (wanted - sums[at]!) / (sums[at + 1]! - sums[at]!)
    found[place] = Math.min(1, Math.max(0, (at + within) / GRID))
  }
  return found
}

/** The share of a normal distribution below z, by inverting its quantile with a binary search. */
function normalShare(z: number): number {
  let low = 1e-6
  let high = 1 - 1e-6
  for (let round = 0; round < 40; round++) {
    const middle = (low + high) / 2
    if (normalQuantile(middle) < z) low = middle
    else high = middle
  }
  return (low + high) / 2
}

export const quantileOf = (points: Points, p: number): number =>
  points.low +
  (points.high - points.low) * shapeOf(points).byNormal[Math.trunc(Z_MIDDLE + normalQuantile(p) * Z_STEPS)]!

export const effortOf = (points: Points): Effort => ({
  unit: 'person_days',
  p10: round(quantileOf(points, 0.1)),
  p50: round(quantileOf(points, 0.5)),
  p80: round(quantileOf(points, 0.8)),
  p90: round(quantileOf(points, 0.9)),
})

/** Scales all three points. */
export const scaled = ({ low, likely, high }: Points, factor: number): Points => ({
  low: low * factor,
  likely: likely * factor,
  high: high * factor,
})

/** Rounds person-days to two decimals. */
export const round = (days: number): number => Math.round(days * 100) / 100
