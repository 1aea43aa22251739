// Article 50 verdicts for claims, sources and dates.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aClaim, aSource } from '../testing.ts'
import { aiActReadiness } from './ai-act.ts'
import { appliesFrom } from './ai-act-dates.ts'
import type { ClaimFacts, SourceFacts } from './facts.ts'
import { AI } from './vocabulary.ts'

const DAY = 24 * 3_600_000
const now = new Date('2026-11-15T12:00:00Z')
const later = new Date('2026-12-02T00:00:00Z')
const read = (at = now) => [aSource(at, 'security'), aSource(at, 'ai_policy')]
const says = (predicate: string, fields: Partial<ClaimFacts> = {}) => aClaim('ai_transparency', predicate, fields)
const verdict = (claims: ClaimFacts[], at = now, sources: SourceFacts[] = read(at)) =>
  aiActReadiness({ sources, claims }, at).verdict

const chat = [says(AI.interacts), says(AI.tells), says(AI.clear)]
const advertised = [says(AI.feature), says(AI.feature)]

test('a vendor that says nothing about AI is unknown', () => {
  assert.equal(verdict([]), 'unknown')
  assert.equal(verdict([aClaim('encryption', 'at_rest')]), 'unknown')
  assert.equal(verdict([says(AI.feature)]), 'unknown')
})

test('green needs a convincing claim from a current source for every triggered duty', () => {
  assert.equal(verdict(chat), 'green')
  assert.equal(verdict([...chat, says(AI.generates)]), 'amber')
  assert.equal(verdict([...chat, says(AI.generates), says(AI.marks)]), 'green')
  assert.equal(verdict([says(AI.interacts), says(AI.tells, { confidence: 0.59 }), says(AI.clear)]), 'amber')
  const stale = [aSource(now, 'security', { last_success_at: new Date(now.getTime() - 40 * DAY) })]
  assert.equal(verdict(chat, now, stale), 'amber')
})

test('a plain denial of AI is green, unless AI is advertised elsewhere', () => {
  assert.equal(verdict([says(AI.none)]), 'green')
  assert.equal(verdict([says(AI.none, { state: 'unclear' })]), 'unknown')
  assert.equal(verdict([says(AI.none), says(AI.feature)]), 'amber')
})

test('an intent is amber, a contradiction is amber, and a refusal is red', () => {
  assert.equal(verdict([says(AI.interacts), says(AI.intent, { relation: 'mentions' })]), 'amber')
  assert.equal(verdict([...chat, says(AI.tells, { relation: 'refutes' })]), 'amber')
  assert.equal(verdict([says(AI.interacts), says(AI.tells, { relation: 'refutes' })]), 'red')
})

test('AI that is advertised without a notice to people is red, but never because a page could not be read', () => {
  assert.equal(verdict(advertised), 'red')
  for (const hindered of [
    aSource(now, 'trust_center', { failures: 3 }),
    aSource(now, 'trust_center', { status: 'inactive', inactive_reason: 'robots' }),
    aSource(now, 'trust_center', { last_success_at: null, last_crawl_at: null }),
  ])
    assert.equal(verdict(advertised, now, [...read(), hindered]), 'unknown')
  assert.equal(
    verdict(advertised, now, [...read(), aSource(now, 'privacy', { status: 'inactive', inactive_reason: 'replaced' })]),
    'red',
  )
  assert.equal(verdict(advertised, new Date('2026-07-01T00:00:00Z')), 'amber')
})

test('marking is due on 2 December 2026 for products launched before 2 August, and immediately for newer ones', () => {
  const older = [...advertised, says(AI.generates)]
  const newer = [...advertised, says(AI.generates, { details: { launched_at: '2026-09-01' } })]
  assert.deepEqual([verdict(older), verdict(older, later), verdict(newer)], ['amber', 'red', 'red'])
  assert.equal(verdict(older, later, [...read(later), aSource(later, 'privacy', { failures: 4 })]), 'unknown')
  assert.deepEqual([appliesFrom('50(2)', undefined), appliesFrom('50(2)', '2026-08-02')], ['2026-12-02', '2026-08-02'])
})

test('the table lists each duty with its actor and the claims for it', () => {
  const { duties } = aiActReadiness({ sources: read(), claims: chat }, now)
  assert.deepEqual(
    duties.map(({ duty, status }) => [duty, status]),
    [
      ['50(1)', 'supported'],
      ['50(2)', 'not_triggered'],
      ['50(3)', 'not_triggered'],
      ['50(4)', 'not_triggered'],
      ['50(5)', 'supported'],
    ],
  )
  assert.deepEqual([duties[0]!.actor, duties[0]!.claim_ids.length], ['provider', 2])
})
