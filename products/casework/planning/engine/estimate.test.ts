import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ACTIVE, largeEstate, planInput } from '../testing.ts'
import { calibrationOf } from './calibrate.ts'
import { draftPlan } from './draft.ts'
import { type EstimateAssumptions, type EstimateInput, estimateOf } from './estimate.ts'

const input = planInput(largeEstate(60))
const { items, details } = draftPlan(input)
const ASSUMED: EstimateAssumptions = { productivity: 1, test_share: 0.3, coordination: 0.1 }
const estimate = (more: Partial<EstimateInput> = {}) =>
  estimateOf({
    ...{ items, details, actions: ACTIVE.pack.actions, constraints: input.constraints, simulations: 4_000, seed: 1 },
    assumptions: ASSUMED,
    ...more,
  })

test('an estimate is a range with a histogram, and equal inputs give equal results', () => {
  const { effort, mean, histogram, basis } = estimate()
  assert.ok(effort.p10 < effort.p50 && effort.p50 < effort.p80 && effort.p80 < effort.p90)
  assert.ok(mean > effort.p10 && mean < effort.p90)
  assert.equal(
    histogram.counts.reduce((sum, count) => sum + count, 0),
    4_000,
  )
  assert.equal(histogram.bins.length, histogram.counts.length + 1)
  assert.equal(basis.items, items.length)
  assert.deepEqual(estimate(), estimate())
})

test('waves, packages and actions add up to the total', () => {
  const { effort, by_wave, by_package, basis } = estimate()
  for (const parts of [by_wave, by_package, Object.values(basis.by_action)]) {
    const sum = parts.reduce((days, part) => days + part.effort.p50, 0)
    assert.ok(Math.abs(sum - effort.p50) < effort.p50 * 0.05, `${sum} of ${effort.p50}`)
  }
})

test('tests and coordination add effort, and lower productivity takes longer', () => {
  const plain = estimate({ assumptions: { productivity: 1, test_share: 0, coordination: 0 } }).effort.p50
  assert.ok(Math.abs(estimate().effort.p50 / plain - 1.4) < 0.01)
  assert.ok(Math.abs(estimate({ assumptions: { ...ASSUMED, productivity: 0.7 } }).effort.p50 / plain - 2) < 0.01)
})

test('an override affects only the items of its action', () => {
  const overrides = { replace: { low: 0.5, likely: 2, high: 6 } }
  const { basis } = estimate({ assumptions: { ...ASSUMED, overrides } })
  const before = estimate().basis.by_action
  assert.ok(Math.abs(basis.by_action.replace!.effort.p50 / before.replace!.effort.p50 - 2) < 0.02)
  assert.deepEqual(basis.by_action.wrap, before.wrap)
})

test('drivers list what would change p80 most, largest first', () => {
  const { drivers } = estimate()
  const deltas = drivers.map(({ p80_delta }) => Math.abs(p80_delta))
  assert.deepEqual(
    deltas,
    deltas.toSorted((a, b) => b - a),
  )
  assert.ok(drivers.some(({ factor }) => factor === '10% lower productivity'))
  assert.ok(drivers.some(({ factor, p80_delta }) => factor === 'uncertainty of wrap' && p80_delta > 0))
})

test('cost and dates follow from the range', () => {
  const { cost, calendar, effort } = estimate({ assumptions: { ...ASSUMED, day_rate: 1000, currency: 'CHF' } })
  assert.deepEqual(cost, { p50: effort.p50 * 1000, p80: effort.p80 * 1000, currency: 'CHF' })
  assert.ok(calendar!.p80_finish! >= calendar!.p50_finish!)
  assert.ok(calendar!.p50_finish! > items.at(-1)!.start!, 'tests and coordination take time too')
  assert.equal(estimate().cost, undefined)
})

test('a few finished items calibrate the ranges of their action', () => {
  const actuals = ['wrap', 'wrap', 'wrap', 'replace'].map((action_id) => ({ action_id, guessed: 4, actual: 6 }))
  const calibration = calibrationOf(actuals)
  assert.deepEqual(calibration, { actual_items: 4, bias: 1.5, by_action: { wrap: 1.5 }, finished: { wrap: 3 } })
  const after = estimate({ calibration })
  const before = estimate()
  assert.ok(Math.abs(after.basis.by_action.wrap!.effort.p50 / before.basis.by_action.wrap!.effort.p50 - 1.5) < 0.05)
  assert.deepEqual(after.calibration, {
    ...{ actual_items: 4, bias: 1.5, applied: true },
    by_action: [{ action_id: 'wrap', factor: 1.5, finished: 3 }],
  })
  assert.deepEqual(before.calibration, { actual_items: 0, bias: 1, applied: false, by_action: [] })
  assert.match(before.confidence.reasons[0]!, /Only 0 finished items/)
})
