// The spread of a sum of correlated parts, compared with exact results.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { effortOf, type Points, quantileOf } from '../../effort/pert.ts'
import { normalQuantile } from '../../effort/random.ts'
import { CORRELATION, effortOfDraws, quantile, simulate, type Uncertain } from '../../effort/simulate.ts'

const options = { seed: 1, simulations: 40_000 }
const GRID = 4_000
const TERMS = 6

/**
 * The effort as a function of a normal draw, expanded in Hermite polynomials: if the draws of two efforts have
 * correlation r, their covariance is the sum of r^k a_k b_k (Mehler's formula).
 */
function coefficientsOf(points: Points): number[] {
  const sums = new Array<number>(TERMS).fill(0)
  for (let at = 0; at < GRID; at++) {
    const share = (at + 0.5) / GRID
    const z = normalQuantile(share)
    const value = quantileOf(points, share)
    let [before, now, factorial] = [0, 1, 1]
    for (let k = 0; k < TERMS; k++) {
      sums[k]! += (value * now) / Math.sqrt(factorial) / GRID
      ;[before, now] = [now, z * now - k * before]
      factorial *= k + 1
    }
  }
  return sums
}

const covarianceOf = (a: readonly number[], b: readonly number[], r: number): number =>
  a.reduce((sum, one, k) => (k === 0 ? 0 : sum + r ** k * one * b[k]!), 0)

function varianceOf(items: readonly Uncertain[]): number {
  const all = items.map(({ points }) => coefficientsOf(points))
  let sum = 0
  for (const [i, one] of items.entries())
    for (const [j, other] of items.entries()) {
      const both = Math.sqrt((one.common ?? 0) * (other.common ?? 0))
      const within = Math.sqrt((1 - (one.common ?? 0)) * (1 - (other.common ?? 0))) * CORRELATION
      const r = i === j ? 1 : both + (one.group === other.group ? within : 0)
      sum += covarianceOf(all[i]!, all[j]!, r)
    }
  return sum
}

const somePoints = fc
  .tuple(fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 100 }), fc.integer({ min: 1, max: 300 }))
  .map(([a, b, c]) => ({ low: a / 10, likely: (a + b) / 10, high: (a + b + c) / 10 }))
const someItems = (common: number) =>
  fc
    .array(fc.record({ points: somePoints, group: fc.constantFrom('a', 'b', 'c') }), { minLength: 2, maxLength: 25 })
    .map((rows) => rows.map((row, at) => ({ ...row, key: `k${at}`, common })))

test('the variance of the simulation equals the exact variance for the correlations', () => {
  for (const common of [0, 0.4, 0.8])
    fc.assert(
      fc.property(someItems(common), (items) => {
        const { totals } = simulate(items, options)
        const mean = totals.reduce((sum, days) => sum + days, 0) / totals.length
        const drawn = totals.reduce((sum, days) => sum + (days - mean) ** 2, 0) / totals.length
        const exact = varianceOf(items)
        assert.ok(Math.abs(Math.sqrt(drawn / exact) - 1) < 0.03, `${drawn} for ${exact} with ${common}`)
      }),
      { numRuns: 12, seed: 7 },
    )
})

test('the quantiles of fully correlated parts add up', () => {
  fc.assert(
    fc.property(someItems(1), (items) => {
      const sorted = simulate(items, options).totals.toSorted()
      for (const p of [0.1, 0.5, 0.9]) {
        const exact = items.reduce((sum, { points }) => sum + quantileOf(points, p), 0)
        assert.ok(Math.abs(quantile(sorted, p) / exact - 1) < 0.03)
      }
    }),
    { numRuns: 12, seed: 7 },
  )
})

test('many initial estimates together have about the same relative spread as each of them', () => {
  for (const count of [5, 60, 500]) {
    const points = { low: 1, likely: 4, high: 12 }
    const items = Array.from({ length: count }, (_, at) => ({ key: `k${at}`, group: `g${at}`, points, common: 0.8 }))
    const { p10, p50, p90 } = effortOfDraws(simulate(items, { ...options, simulations: 10_000 }).totals)
    const one = effortOf(points)
    const ratio = (p90 - p10) / p50 / ((one.p90 - one.p10) / one.p50)
    assert.ok(ratio > 0.85 && ratio < 1.05, `${count}: ${ratio}`)
  }
})
