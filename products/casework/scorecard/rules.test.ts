import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reasonOf, type Status, scoreOf, statusOf, summaryOf } from './rules.ts'

const most = (threshold: number, severity: 'low' | 'medium' | 'high' = 'high') =>
  ({ threshold, compare: 'at_most', severity }) as const
const least = (threshold: number) => ({ threshold, compare: 'at_least', severity: 'high' }) as const

test('a value passes within its threshold, warns just beyond it, and fails otherwise', () => {
  const cases: [number, Parameters<typeof statusOf>[1], Status][] = [
    [0, most(0), 'pass'],
    [1, most(0), 'fail'],
    [1, most(0, 'low'), 'warn'],
    [120, most(120), 'pass'],
    [150, most(120), 'warn'],
    [151, most(120), 'fail'],
    [0.95, least(0.95), 'pass'],
    [0.9, least(0.95), 'warn'],
    [0.5, least(0.95), 'fail'],
  ]
  for (const [value, bound, status] of cases) assert.equal(statusOf(value, bound), status, `${value}`)
  assert.equal(reasonOf(0.12345, least(0.9), 'share'), 'Measured 0.123 share; the control requires at least 0.9.')
})

const weighed = (...statuses: Status[]) => statuses.map((status) => ({ status, weight: 1 }))
const bands = { high: 0.85, medium: 0.6 }

test('an unknown control counts as not passed, and one that does not apply is left out', () => {
  assert.equal(scoreOf(weighed('pass', 'pass', 'not_applicable'), bands).value, 100)
  assert.equal(scoreOf(weighed('pass', 'unknown'), bands).value, 50)
  assert.equal(scoreOf(weighed('pass', 'warn', 'fail'), bands).value, 50)
  assert.deepEqual(scoreOf([], bands), { value: 0, direction: 'higher_is_better', band: 'low' })
  const heavy = [
    { status: 'pass' as const, weight: 3 },
    { status: 'fail' as const, weight: 1 },
  ]
  assert.deepEqual([scoreOf(heavy, bands).value, scoreOf(heavy, bands).band], [75, 'medium'])
  assert.deepEqual(summaryOf(weighed('pass', 'unknown', 'unknown')), {
    pass: 1,
    warn: 0,
    fail: 0,
    unknown: 2,
    not_applicable: 0,
  })
})
