// Completeness, confidence, readiness, warnings and the score, derived from facts.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aClaim, aSource } from '../testing.ts'
import { applyExpiry } from './clock.ts'
import { PARTS } from './completeness.ts'
import { contradictions } from './contradictions.ts'
import { deriveVendor } from './derive-vendor.ts'
import type { ClaimFacts, SourceFacts, VendorFacts } from './facts.ts'
import { confidenceBand } from './quality.ts'
import { bandOf } from './score.ts'

const DAY = 24 * 3_600_000
const now = new Date('2026-11-15T12:00:00Z')
const old = { last_success_at: new Date(now.getTime() - 60 * DAY) }
const facts = (sources: readonly SourceFacts[], claims: readonly ClaimFacts[], verified = false): VendorFacts => ({
  vendor: { slug: 'cloudy', website_url: 'https://cloudy.test', verified },
  sources,
  claims,
  observations: sources.length,
})
const derive = (...args: Parameters<typeof facts>) => deriveVendor(facts(...args), now)
const soc2 = (fields: Partial<ClaimFacts> = {}) => aClaim('certification', 'holds', { value: 'soc2_type2', ...fields })
const security = aSource(now, 'security')
const dpa = aSource(now, 'dpa')

test('the parts of a complete profile add up to 100', () => {
  assert.equal(
    PARTS.reduce((sum, { weight }) => sum + weight, 0),
    100,
  )
  assert.equal(derive([], []).columns.completeness, 5)
  const certified = derive([security], [soc2()]).columns.completeness
  assert.equal(certified, 30)
  assert.equal(derive([security], [soc2({ state: 'in_progress', relation: 'mentions' })]).columns.completeness, 15)
})

test('the confidence band is the median over categories of the best claim of each', () => {
  const of = (...values: number[]) =>
    confidenceBand(values.map((confidence, i) => aClaim(`c${i}`, 'p', { confidence })))
  assert.deepEqual([of(), of(0.79), of(0.8), of(0.55), of(0.54)], ['low', 'medium', 'high', 'medium', 'low'])
  assert.deepEqual([of(0.9, 0.3, 0.6), of(0.9, 0.7)], ['medium', 'high'])
  assert.equal(confidenceBand([aClaim('c', 'p', { confidence: 0.1 }), aClaim('c', 'p', { confidence: 0.9 })]), 'high')
})

test('readiness is the first of five values that matches', () => {
  const blocked = aSource(now, 'security', { status: 'inactive', inactive_reason: 'robots', last_success_at: null })
  const cases: readonly (readonly [Parameters<typeof facts>, string])[] = [
    [[[security], [soc2()], true], 'verified'],
    [[[aSource(now, 'security', old)], [soc2()], true], 'sourced'],
    [[[security], [soc2()]], 'fresh'],
    [[[aSource(now, 'security', old)], [soc2()]], 'sourced'],
    [[[security], []], 'incomplete'],
    [[[blocked], []], 'unavailable'],
    [[[], []], 'unavailable'],
  ]
  for (const [args, word] of cases) assert.equal(derive(...args).columns.readiness, word)
})

test('a statement and its denial contradict each other, whatever the state of the value', () => {
  const yes = soc2()
  const no = soc2({ value: 'soc2_type2:negated', state: 'negated', relation: 'refutes' })
  assert.deepEqual(contradictions([yes, no]), [yes, no])
  assert.deepEqual(contradictions([yes, soc2({ value: 'iso27001', relation: 'refutes' })]), [])
  assert.ok(derive([security], [yes, no]).columns.warnings.includes('contradicting_claims'))
})

test('an expired edition of ISO 27001 is a warning', () => {
  const iso = (edition: string) => soc2({ value: 'iso27001', details: { edition } })
  assert.deepEqual(derive([security], [iso('2013')]).columns.warnings, ['expired_edition'])
  assert.deepEqual(derive([security], [iso('2022')]).columns.warnings, [])
})

test('a rule that cannot be judged is left out of the sum instead of scoring zero', () => {
  const { decision } = derive([security], [soc2(), aClaim('encryption', 'at_rest')])
  const item = (id: string) => decision.items.find(({ rule_id }) => rule_id === id)!
  assert.deepEqual(
    [item('audited').points, item('penetration_test').outcome, item('dpa').outcome],
    [10, 'not_met', 'inconclusive'],
  )
  const judged = decision.items.filter(({ outcome }) => outcome !== 'inconclusive')
  const points = judged.reduce((sum, { points }) => sum + points, 0)
  const max = judged.reduce((sum, { max }) => sum + max, 0)
  assert.equal(decision.total, Math.round((10_000 * points) / max) / 100)
  assert.equal(
    derive([security, dpa], [soc2()]).decision.items.find(({ rule_id }) => rule_id === 'dpa')!.outcome,
    'not_met',
  )
})

test('a vendor with too little evidence has no score', () => {
  const { decision, columns } = derive([], [])
  assert.deepEqual([decision.total, decision.band, columns.score, columns.risk_band], [null, 'unknown', null, null])
})

test('weights are 10, 7.5, 5 or 2.5, and bands have fixed limits', () => {
  for (const { max } of derive([], []).decision.items) assert.ok([10, 7.5, 5, 2.5].includes(max))
  assert.deepEqual([100, 80, 79.99, 60, 40, 39.99].map(bandOf), [
    'low',
    'low',
    'moderate',
    'moderate',
    'elevated',
    'high',
  ])
})

test('the same inputs give a decision with the same id, in any order and with any claim ids', () => {
  const claims = () => [soc2(), aClaim('encryption', 'at_rest'), aClaim('dpa', 'breach_notice')]
  const first = derive([security, dpa], claims()).decision
  const second = derive([dpa, security], claims().toReversed()).decision
  assert.equal(first.id, second.id)
  assert.notEqual(first.id, derive([security, dpa], claims().slice(1)).decision.id)
  assert.notEqual(first.id, derive([aSource(now, 'security', old), dpa], claims()).decision.id)
})

test('quality ranks by readiness, then completeness, then confidence', () => {
  const quality = (...args: Parameters<typeof facts>) => derive(...args).columns.quality
  const rising = [
    quality([], []),
    quality([security, dpa], []),
    quality([aSource(now, 'security', old)], [soc2({ confidence: 0.2 })]),
    quality([security], [soc2({ confidence: 0.2 })]),
    quality([security], [soc2()]),
    quality([security], [soc2(), aClaim('encryption', 'at_rest')]),
    quality([security], [], true),
  ]
  assert.deepEqual(
    rising,
    rising.toSorted((a, b) => a - b),
  )
  assert.equal(new Set(rising).size, rising.length)
})

test('a certificate held on one page and in progress on another is a contradiction; on the same page it is not', () => {
  const held = soc2()
  const underway = (source_id: string) =>
    soc2({ value: 'soc2_type2:in_progress', state: 'in_progress', relation: 'mentions', source_id })
  assert.equal(contradictions([held, underway('src_trust')]).length, 2)
  assert.deepEqual(contradictions([held, underway(held.source_id)]), [])
  const none = soc2({ value: 'soc2:negated', state: 'negated', relation: 'refutes', details: { family: 'soc2' } })
  const typed = soc2({ details: { family: 'soc2' } })
  assert.deepEqual(contradictions([typed, none]), [typed, none])
  assert.deepEqual(
    contradictions([soc2({ value: 'soc2', details: { family: 'soc2' } }), { ...none, value: 'soc2_type2:negated' }]),
    [],
  )
})

test('an old page lowers confidence, and a certificate past its last day has expired', () => {
  const stale = [aSource(now, 'security', old)]
  assert.deepEqual(
    [derive([security], [soc2()]).columns.confidence_band, derive(stale, [soc2()]).columns.confidence_band],
    ['high', 'medium'],
  )
  const until = (expires_on: string) => applyExpiry([soc2({ details: { expires_on } })], now)[0]!
  assert.deepEqual([until('2026-11-15').state, until('2026-11-14').state], ['affirmed', 'expired'])
  assert.deepEqual([until('2026-11-14').relation, until('2026-11-14').value], ['refutes', 'soc2_type2:expired'])
})

test('an agreement that is offered is not a certificate, and counts as data processing terms', () => {
  const offered = aClaim('certification', 'offers_agreement', { value: 'gdpr_dpa:affirmed' })
  const { columns, decision } = derive([security, dpa], [offered])
  const outcome = (id: string) => decision.items.find(({ rule_id }) => rule_id === id)!.outcome
  assert.deepEqual([columns.completeness, outcome('dpa'), outcome('audited')], [30, 'met', 'not_met'])
})
