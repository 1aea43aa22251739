import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  HEALTHY,
  type Health,
  healthAfter,
  MAX_ATTEMPTS,
  nextAttemptAt,
  type Outcome,
  reasonToDisable,
  retryAfterMs,
  STEPS,
} from './schedule.ts'

const at = new Date('2026-03-01T12:00:00Z')
const failed = (more: Partial<Outcome> = {}): Outcome => ({
  at,
  ok: false,
  statusCode: 500,
  timedOut: false,
  retryAfterMs: null,
  ...more,
})
const waitAfter = (attempt: number, outcome: Outcome, random = 0.5): number | undefined => {
  const next = nextAttemptAt(attempt, outcome, random)
  return next && next.getTime() - at.getTime()
}
const well: Health = { ...HEALTHY, lastSuccessAt: null, lastFailureAt: null, lastStatusCode: null }
const later = (ms: number) => new Date(at.getTime() + ms)

test('each step has 20% jitter, and there is none after the last', () => {
  for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
    assert.equal(waitAfter(attempt, failed()), STEPS[attempt])
    assert.equal(waitAfter(attempt, failed(), 0), Math.trunc(STEPS[attempt]! * 0.8))
    assert.equal(waitAfter(attempt, failed(), 1), Math.trunc(STEPS[attempt]! * 1.2))
  }
  assert.equal(waitAfter(MAX_ATTEMPTS, failed()), undefined)
  assert.equal(waitAfter(1, failed({ statusCode: 410 })), undefined)
})

test('Retry-After counts between one and two times the step, and 429 or a timeout wait at least a minute', () => {
  const five = 5 * 60_000
  const cases: [number, Partial<Outcome>, number][] = [
    [2, { retryAfterMs: 1_000 }, five],
    [2, { retryAfterMs: 400_000 }, 400_000],
    [2, { retryAfterMs: 86_400_000 }, 2 * five],
    [1, { statusCode: 429 }, 60_000],
    [1, { statusCode: 429, retryAfterMs: 3_600_000 }, 60_000],
    [1, { timedOut: true, statusCode: null }, 60_000],
    [2, { timedOut: true, statusCode: null }, five],
  ]
  for (const [attempt, more, expected] of cases) {
    const wait = waitAfter(attempt, failed(more), more.retryAfterMs === undefined ? 0.5 : 0)
    assert.equal(wait, expected, JSON.stringify(more))
  }
})

test('Retry-After is read as seconds or as a date', () => {
  assert.equal(retryAfterMs('120', at), 120_000)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 12:01:00 GMT', at), 60_000)
  assert.equal(retryAfterMs('Sun, 01 Mar 2026 11:00:00 GMT', at), 0)
  assert.deepEqual(
    [undefined, '', 'soon', '-5x'].map((header) => retryAfterMs(header, at)),
    [null, null, null, null],
  )
})

test('the fifth consecutive failure opens the circuit, and each failed probe doubles the pause up to half an hour', () => {
  let health = well
  for (let i = 0; i < 4; i++) health = healthAfter(health, failed(), 0.5)
  assert.equal(health.pausedUntil, null)
  const pauses: number[] = []
  let now = at
  for (let i = 0; i < 8; i++) {
    health = healthAfter(health, failed({ at: now }), 0.5)
    pauses.push((health.pausedUntil!.getTime() - now.getTime()) / 1000)
    now = health.pausedUntil!
  }
  assert.deepEqual(pauses, [30, 60, 120, 240, 480, 960, 1800, 1800])
})

test('a failure of a message in flight when the circuit opened does not extend the pause', () => {
  let health = well
  for (let i = 0; i < 5; i++) health = healthAfter(health, failed(), 0.5)
  const again = healthAfter(health, failed({ at: later(1_000) }), 0.5)
  assert.deepEqual([again.pausedUntil, again.circuitTrips, again.failureStreak], [health.pausedUntil, 1, 6])
})

test('one success makes an endpoint healthy again', () => {
  let health = well
  for (let i = 0; i < 7; i++) health = healthAfter(health, failed({ at: later(i * 3_600_000) }), 0.5)
  const recovered = healthAfter(health, failed({ ok: true, statusCode: 204 }), 0.5)
  assert.deepEqual({ ...recovered, ...HEALTHY }, recovered)
  assert.deepEqual(recovered.lastSuccessAt, at)
})

test('410 disables an endpoint, and so do 120 hours without a success', () => {
  const hour = 3_600_000
  const since = (hours: number): Health => ({ ...well, failingSince: later(-hours * hour) })
  assert.equal(reasonToDisable(well, failed({ statusCode: 410 })), '410')
  assert.equal(reasonToDisable(since(119.9), failed()), undefined)
  assert.equal(reasonToDisable(since(120), failed()), 'consecutive_failures')
  assert.equal(reasonToDisable(well, failed({ ok: true, statusCode: 200 })), undefined)
})
