// Limits, reviews and alert rules, without a server.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AlertRule } from '@veritrace/contract/provenance/pins'
import { doubledName, fires, nextReview, pinLimit, yearBefore } from './rules.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const RULE: AlertRule = { name: 'all', event_types: [], min_severity: 'info', words: [], enabled: true }
const EVENT = {
  event_type: 'subprocessor.added',
  severity: 'major',
  payload: { before: null, after: { value: 'Acme Cloud', place: ['US'] } },
  source_url: 'https://cloudy.test/list',
} as const

const CASES: [string, Partial<AlertRule>, boolean][] = [
  ['any change', {}, true],
  ['a disabled rule', { enabled: false }, false],
  ['its type', { event_types: ['subprocessor.added', 'subprocessor.removed'] }, true],
  ['another type', { event_types: ['claim.added'] }, false],
  ['its severity', { min_severity: 'major' }, true],
  ['a word of the payload, in any case', { words: ['nothing', 'aCME cloud'] }, true],
  ['a word of the source URL', { words: ['cloudy.test'] }, true],
  ['a field name that is not a value', { words: ['after'] }, false],
  ['a type that matches and a word that does not', { event_types: ['subprocessor.added'], words: ['eu'] }, false],
]
for (const [what, rule, expected] of CASES)
  test(`an alert rule ${expected ? 'fires' : 'does not fire'} for ${what}`, () =>
    assert.equal(fires({ ...RULE, ...rule }, EVENT), expected))

test('a rule does not fire below its minimum severity', () =>
  assert.equal(fires({ ...RULE, min_severity: 'major' }, { ...EVENT, severity: 'minor' }), false))

test('a trial allows as many pins as the Team plan', () => {
  const ends = (hours: number) => new Date(NOW.getTime() + hours * 3_600_000)
  assert.equal(pinLimit({ plan: 'free', trial_ends_at: null }, NOW), 10)
  assert.equal(pinLimit({ plan: 'free', trial_ends_at: ends(-1) }, NOW), 10)
  assert.equal(
    pinLimit({ plan: 'free', trial_ends_at: ends(1) }, NOW),
    pinLimit({ plan: 'pro', trial_ends_at: null }, NOW),
  )
})

test('a review is due one interval after the last one, or after the pin was added', () => {
  const pin = { review_interval_days: 10, added_at: new Date('2026-01-01'), last_reviewed_at: null }
  assert.equal(nextReview(pin).toISOString(), '2026-01-11T00:00:00.000Z')
  const reviewed = { ...pin, last_reviewed_at: new Date('2026-02-01') }
  assert.equal(nextReview(reviewed).toISOString(), '2026-02-11T00:00:00.000Z')
})

test('yearBefore is the same calendar day a year ago, and duplicate rule names are found', () => {
  assert.equal(yearBefore(NOW).toISOString(), '2025-11-15T00:00:00.000Z')
  assert.equal(doubledName([RULE, { ...RULE, name: 'b' }, RULE]), 'all')
  assert.equal(doubledName([RULE]), undefined)
})
