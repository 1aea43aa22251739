import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Estate } from '../estate/estate.ts'
import { driftOf } from './drift.ts'
import { acceptableOf, confidenceOf, coverageOf, distributionOf, intervalOf, kpisOf, percent } from './figures.ts'
import { groupsOf } from './groups.ts'
import { headlineOf } from './headline.ts'
import { type MeasureOptions, measure } from './measure.ts'
import { ACTIVE, estateOf, knownAs, TARGET } from './testing.ts'
import { sumTotals } from './totals.ts'
import { acceptableAfter } from './what-if.ts'

const { pack } = ACTIVE
const KNOWN = new Map([
  knownAs('T:GOOD', 'good'),
  knownAs('T:FAIR', 'fair'),
  knownAs('T:POOR', 'poor', ['V:NEW']),
  knownAs('T:BAD', 'bad'),
  knownAs('T:ODD', 'unknown'),
])
const of = (estate: Estate, options?: MeasureOptions) => measure(estate, KNOWN, ACTIVE, TARGET, options)
const codes = (estate: Estate, options?: MeasureOptions) => {
  const { code, scale } = of(estate, options)
  return Array.from(code, (place) => scale[place])
}

test('an object is as good as the worst thing it uses, and good if it uses nothing', () => {
  const estate = estateOf({
    'P:NONE': [],
    'P:FAIR': ['read T:GOOD', 'read T:FAIR'],
    'P:POOR': ['read T:POOR', 'call T:GOOD'],
    'P:BAD': ['write T:BAD', 'read T:POOR'],
  })
  assert.deepEqual(codes(estate), ['good', 'fair', 'poor', 'bad'])
})

test('incomplete evidence makes an object unknown, unless it is bad already', () => {
  const uses = ['read T:FAIR']
  const gaps = {
    'P:PARSED': { parsed_ratio: 0.9 },
    'P:DYNAMIC': { dynamic_calls: 1 },
    'P:UNREAD': { has_dependencies: false },
    'P:BAD': { parsed_ratio: 0.1 },
  }
  const estate = estateOf(
    {
      'P:PARSED': uses,
      'P:DYNAMIC': uses,
      'P:UNREAD': [],
      'P:BAD': ['read T:BAD'],
      'P:ODD': ['read T:ODD'],
      'P:NEVER': ['read T:NEVER'],
    },
    gaps,
  )
  assert.deepEqual(codes(estate), ['unknown', 'unknown', 'unknown', 'bad', 'unknown', 'unknown'])
})

test('a partial check result makes the objects that it lacks unknown', () => {
  const uses = { 'P:IN': ['read T:FAIR'], 'P:OUT': ['read T:FAIR'] }
  const covered = { 'P:IN': { has_atc: true } }
  assert.deepEqual(codes(estateOf(uses, covered)), ['fair', 'unknown'])
  assert.deepEqual(codes(estateOf(uses, covered, { atc_object_set_complete: true })), ['fair', 'fair'])
})

test('the interval runs from all unknown objects failing to all of them passing, except those already below the target', () => {
  const estate = estateOf(
    { 'P:OK': ['read T:GOOD'], 'P:MAYBE': ['read T:FAIR'], 'P:NO': ['read T:POOR'], 'P:BAD': ['read T:BAD'] },
    { 'P:MAYBE': { parsed_ratio: 0.5 }, 'P:NO': { parsed_ratio: 0.5 } },
  )
  const { totals, scale } = of(estate)
  assert.deepEqual(intervalOf(totals), { low: 0.25, point: 0.25, high: 0.5 })
  assert.deepEqual(acceptableOf(totals), { objects: 1, share: 0.25 })
  assert.deepEqual(
    distributionOf(totals, scale).map(({ code, objects }) => [code, objects]),
    [
      ['good', 1],
      ['fair', 0],
      ['poor', 0],
      ['bad', 1],
      ['unknown', 2],
    ],
  )
})

test('an empty estate is never 100 percent ready', () => {
  const { totals, scale } = of(estateOf({}))
  const coverage = coverageOf(totals, { usageWindowDays: 0, isAtcComplete: false })
  const confidence = confidenceOf(coverage, pack, { usageWindowDays: 0, isAtcComplete: false })
  assert.equal(coverage.score, 0)
  assert.equal(confidence.band, 'low')
  assert.deepEqual(intervalOf(totals), { low: 0, point: 0, high: 1 })
  const given = { acceptable: acceptableOf(totals), interval: intervalOf(totals), coverage, confidence }
  const { text } = headlineOf(ACTIVE, 'Plain 1', { ...given, distribution: distributionOf(totals, scale) })
  assert.match(text, /^Nothing measured yet/)
})

test('coverage is the mean of three shares times the parsed share', () => {
  const estate = estateOf(
    { 'P:1': [], 'P:2': [] },
    { 'P:1': { has_atc: true, executions: 3, parsed_ratio: 0.5 }, 'P:2': { has_dependencies: false } },
  )
  const setting = { usageWindowDays: 30, isAtcComplete: false }
  const coverage = coverageOf(of(estate).totals, setting)
  assert.equal(coverage.score, 0.375)
  assert.equal(confidenceOf(coverage, pack, setting).reasons.length, 6)
})

test('shares weigh by executions if known, and the index by their logarithm', () => {
  const estate = estateOf(
    { 'P:1': ['read T:GOOD'], 'P:2': ['read T:BAD'] },
    { 'P:1': { executions: 90 }, 'P:2': { executions: 990 } },
  )
  const { totals, scale } = of(estate)
  assert.deepEqual(
    distributionOf(totals, scale).map(({ share, weighted_share }) => [share, weighted_share]),
    [
      [0.5, 0.083333],
      [0, 0],
      [0, 0],
      [0.5, 0.916667],
      [0, 0],
    ],
  )
  const kpis = kpisOf(totals, pack, { usageWindowDays: 400, isAtcComplete: false })
  assert.equal(kpis.readiness_index.value, 40)
})

test('debt counts findings if a check ran, otherwise uses', () => {
  const uses = { 'P:1': ['read T:BAD', 'write T:BAD', 'read T:POOR', 'read T:GOOD'] }
  const debt = (estate: Estate) => {
    const { totals } = of(estate)
    return kpisOf(totals, pack, { usageWindowDays: 0, isAtcComplete: true }).technical_debt_score
  }
  const derived = debt(estateOf(uses))
  assert.deepEqual([derived.value, derived.source, derived.formula], [25, 'derived', '10*P1+5*P2+1*P3'])
  const checked = debt(estateOf(uses, { 'P:1': { has_atc: true, findings: [1, 2, 3, 4] } }))
  assert.deepEqual([checked.value, checked.source], [23, 'atc'])
})

test('the unused share covers objects with usage data, and its confidence grows with the window', () => {
  const estate = estateOf({ 'P:1': [], 'P:2': [], 'P:3': [] }, { 'P:1': { executions: 0 }, 'P:2': { executions: 1 } })
  const unused = (days: number) => {
    const { totals } = of(estate)
    return kpisOf(totals, pack, { usageWindowDays: days, isAtcComplete: true }).unused_code_share
  }
  for (const [days, confidence] of [
    [89, 'low'],
    [90, 'medium'],
    [365, 'high'],
  ] as const)
    assert.deepEqual(unused(days), { value: 0.5, window_days: days, confidence })
})

test('a pattern is a reference plus a kind of use, writes first; reading and typing count as one', () => {
  const estate = estateOf({
    'P:1': ['read T:POOR', 'type T:POOR'],
    'P:2': ['read T:POOR', 'write T:POOR'],
    'P:3': ['read T:POOR', 'read T:BAD'],
  })
  const { patterns } = of(estate)
  assert.deepEqual(
    patterns.map(({ reference, access, objects, lift, sites }) => [reference.name, access, objects, lift, sites]),
    [
      ['POOR', 'write', [1], 0, 1],
      ['POOR', 'read', [0, 1, 2], 1, 4],
      ['BAD', 'read', [2], 0, 1],
    ],
  )
  assert.deepEqual(new Set(patterns.map(({ key }) => key)).size, 3)
})

test('the key of a pattern changes only with its successors', () => {
  const keyOf = (successors: string[], more: string[]) => {
    const known = new Map([...KNOWN, knownAs('T:POOR', 'poor', successors)])
    return measure(estateOf({ 'P:1': [...more, 'read T:POOR'] }), known, ACTIVE, TARGET).patterns[0]!.key
  }
  const plain = keyOf(['V:A', 'V:B'], [])
  assert.match(plain, /^pat_[0-9a-f]{24}$/)
  assert.equal(keyOf(['V:B', 'V:A'], ['read T:GOOD']), plain)
  assert.notEqual(keyOf(['V:A'], []), plain)
})

test('what-if counts objects whose blockers are all fixed, except those that stay unknown', () => {
  const estate = estateOf(
    { 'P:1': ['read T:POOR'], 'P:2': ['read T:POOR', 'read T:BAD'], 'P:3': ['read T:POOR'], 'P:4': ['read T:GOOD'] },
    { 'P:3': { parsed_ratio: 0.5 } },
  )
  const measured = of(estate)
  const key = (name: string) => measured.patterns.find(({ reference }) => reference.name === name)!.key
  assert.equal(acceptableAfter(measured, new Set()), 1)
  assert.equal(acceptableAfter(measured, new Set([key('POOR')])), 2)
  assert.equal(acceptableAfter(measured, new Set([key('BAD')])), 1)
  assert.equal(acceptableAfter(measured, new Set([key('POOR'), key('BAD')])), 3)
  assert.equal(measured.patterns[0]!.lift, 1)
})

test('a technique of the object itself blocks it, and no pattern fixes that', () => {
  const technologies = [{ kind: 'modification', line: 1, code: 'bad' }]
  const measured = of(estateOf({ 'P:1': ['read T:POOR'] }, { 'P:1': { technologies } }))
  assert.deepEqual([measured.code[0], measured.fixable[0], measured.patterns[0]!.lift], [3, 0, 0])
  assert.equal(measured.totals.byTechnology.modification, 1)
})

test('an exemption of the object or of the reference makes a code acceptable that allows exemptions', () => {
  const estate = estateOf({ 'P:1': ['read T:POOR'], 'P:2': ['read T:BAD'] })
  assert.deepEqual([...of(estate).acceptable], [0, 0])
  assert.deepEqual([...of(estate, { exempt: new Set(['P:1', 'P:2']) }).acceptable], [1, 0])
  assert.deepEqual([...of(estate, { exempt: new Set(['T:POOR', 'T:BAD']) }).acceptable], [1, 0])
})

test('the order of uses does not matter, and a subset of objects gives consistent figures', () => {
  const uses = { 'P:1': ['read T:GOOD', 'read T:POOR'], 'P:2': ['read T:BAD'], 'P:3': ['write T:FAIR'] }
  const estate = estateOf(uses)
  const { from, to, access, sites, basis } = estate.uses
  const turned = { from: from.toReversed(), to: to.toReversed(), access: access.toReversed(), sites, basis }
  assert.deepEqual(of({ ...estate, uses: turned }).totals, of(estate).totals)
  assert.deepEqual(of({ ...estate, uses: turned }).patterns, of(estate).patterns)
  const part = of(estate, { objects: [0, 2] })
  assert.deepEqual([part.totals.objects, part.totals.acceptable, part.patterns.length], [2, 1, 1])
})

test('totals of projects add up', () => {
  const parts = [estateOf({ 'P:1': ['read T:GOOD'] }), estateOf({ 'P:2': ['read T:BAD'], 'P:3': [] })].map((e) => of(e))
  const sum = sumTotals(
    parts.map(({ totals }) => totals),
    5,
  )
  assert.deepEqual([sum.objects, sum.acceptable, sum.byCode, sum.usesByCode], [3, 2, [2, 0, 0, 1, 0], [1, 0, 0, 1, 0]])
})

test('groups have the same figures, largest first', () => {
  const estate = estateOf(
    { 'P:1': ['read T:GOOD'], 'C:2': ['read T:POOR'], 'P:3': ['read T:FAIR'] },
    { 'P:3': { parsed_ratio: 0.5 } },
  )
  const groups = groupsOf([{ estate, measured: of(estate) }], 'type')!
  assert.deepEqual(
    groups.map(({ group, acceptable, interval }) => [group, acceptable.objects, interval.low, interval.high]),
    [
      ['P', 1, 0.5, 1],
      ['C', 0, 0, 0],
    ],
  )
})

test('percentages never round to 0 or 100', () => {
  for (const [share, text] of [
    [0, '0%'],
    [0.001, 'under 1%'],
    [0.458, '46%'],
    [0.9999, 'over 99%'],
    [1, '100%'],
  ] as const)
    assert.equal(percent(share), text)
})

test('drift counts changed references that objects use, and counts each of these objects once', () => {
  const estate = estateOf({
    'P:1': ['read T:LOST', 'write T:LOST', 'read T:GONE'],
    'P:2': ['read T:LOST'],
    'P:3': ['read T:SAME'],
  })
  const fact = { list_id: 'plain' } as never
  const listed = (form: string, code: string, flags: string[] = [], successors: string[] = []) => {
    const [key, known] = knownAs(form, code, successors)
    return [key, { ...known, facts: [fact], rating: { ...known.rating, flags } }] as const
  }
  const before = new Map([listed('T:LOST', 'good'), listed('T:GONE', 'fair'), listed('T:SAME', 'good')])
  const known = new Map([
    listed('T:LOST', 'fair', ['deprecated'], ['V:NEW']),
    knownAs('T:GONE', 'poor'),
    listed('T:SAME', 'good'),
  ])
  const measured = measure(estate, known, ACTIVE, TARGET)
  const drift = driftOf('2026-01-01', [{ estate, measured, known, before }], 'good')
  assert.deepEqual(drift.changed_dependencies, {
    lost_release: 1,
    newly_deprecated: 1,
    gained_successor: 1,
    removed_from_list: 1,
  })
  assert.equal(drift.affected_objects, 2)
  assert.deepEqual(
    drift.changes.map(({ artifact, from, to, objects }) => [artifact.name, from, to, objects]),
    [
      ['LOST', 'good', 'fair', 2],
      ['GONE', 'fair', 'poor', 1],
    ],
  )
})

test('the headline says what unknown objects can still change, and never gives an empty range', () => {
  const text = (estate: Estate): string => {
    const { totals, scale } = of(estate)
    const setting = { usageWindowDays: 0, isAtcComplete: false }
    const coverage = coverageOf(totals, setting)
    const figures = { acceptable: acceptableOf(totals), interval: intervalOf(totals), coverage }
    const distribution = distributionOf(totals, scale)
    return headlineOf(ACTIVE, 'Plain 1', {
      ...figures,
      distribution,
      confidence: confidenceOf(coverage, pack, setting),
    }).text
  }
  const fails = { 'P:1': ['read T:POOR', 'read T:ODD'], 'P:2': ['read T:GOOD'] }
  assert.match(text(estateOf(fails)), /1 is unknown, and it fails anyway\./)
  const both = { ...fails, 'P:3': ['read T:ODD'] }
  assert.match(
    text(estateOf(both)),
    /2 are unknown: 1 fails anyway, and with the others the share may be anywhere from 33% to 67%\./,
  )
  assert.match(
    text(estateOf({ 'P:2': ['read T:GOOD'], 'P:3': ['read T:ODD'] })),
    /1 is unknown, so the share may be .* from 50% to 100%/,
  )
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 300 }), fc.nat(12), fc.nat(12), (good, open, failing) => {
      const named = (count: number, letter: string, uses: string[]) =>
        Array.from({ length: count }, (_, at) => [`P:${letter}${at}`, uses] as const)
      const uses = [...named(good, 'G', ['read T:GOOD']), ...named(open, 'O', ['read T:ODD'])]
      const headline = text(
        estateOf(Object.fromEntries([...uses, ...named(failing, 'F', ['read T:BAD', 'read T:ODD'])])),
      )
      const [, from, to] = /from (.+) to (.+?)\./.exec(headline) ?? []
      assert.equal(from !== undefined, open > 0, headline)
      if (open > 0) assert.notEqual(from, to, headline)
    }),
    { numRuns: 50 },
  )
})
