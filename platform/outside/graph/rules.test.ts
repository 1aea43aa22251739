import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answeredFailure } from './graph-failure.ts'
import { isExpected, MOST_ATTEMPTS, nextStep, refusalOf, retryAfterSeconds } from './rules.ts'

const STATUSES: [number, string][] = [
  [400, 'refused'],
  [401, 'unauthorized'],
  [403, 'unauthorized'],
  [404, 'refused'],
  [408, 'again'],
  [413, 'refused'],
  [422, 'refused'],
  [429, 'again'],
  [500, 'again'],
  [503, 'again'],
]
for (const [status, refusal] of STATUSES)
  test(`a response of ${status} means ${refusal}`, () => assert.equal(refusalOf(status), refusal))

test('a missing or archived workspace is retried, because the request itself is fine', () => {
  const refusalFor = (status: number, code: string) =>
    answeredFailure('The graph', status, JSON.stringify({ code, detail: 'x' }), 0).refusal
  assert.equal(refusalFor(404, 'workspace_not_found'), 'again')
  assert.equal(refusalFor(409, 'workspace_archived'), 'again')
  assert.equal(refusalFor(404, 'shape_not_found'), 'refused')
})

test('delays grow and are jittered; after the last attempt an outage is retried four times a day for a week', () => {
  const waits = Array.from({ length: MOST_ATTEMPTS - 1 }, (_, i) => nextStep('again', i + 1, 0, 0.5))
  assert.deepEqual(
    waits.map(({ status }) => status),
    waits.map(() => 'retry'),
  )
  assert.deepEqual(
    waits.map(({ wait }) => wait),
    [15, 60, 240, 960, 3840, 15360, 21600],
  )
  assert.deepEqual([nextStep('again', 1, 0, 0).wait, nextStep('again', 1, 0, 1).wait], [11.25, 18.75])
  assert.deepEqual(nextStep('again', MOST_ATTEMPTS, 0, 0.5), { status: 'dead', wait: 21_600, returns: true })
  const last = MOST_ATTEMPTS + 28
  assert.deepEqual(nextStep('again', last - 1, 0, 0.5), { status: 'dead', wait: 21_600, returns: true })
  assert.deepEqual(nextStep('again', last, 0, 0.5), { status: 'dead', wait: 0, returns: false })
})

test('Retry-After is the minimum delay, up to a limit', () => {
  assert.equal(nextStep('again', 1, 120, 0.5).wait, 120)
  assert.equal(nextStep('again', 4, 120, 0.5).wait, 960)
  assert.equal(nextStep('again', 1, 10 ** 9, 0.5).wait, 21_600)
})

test('the first retries are expected, later ones and dead letters are not', () => {
  const expected = (attempt: number) => isExpected(nextStep('again', attempt, 0, 0.5), attempt)
  assert.deepEqual([1, 2, 3, MOST_ATTEMPTS].map(expected), [true, true, false, false])
  assert.equal(isExpected(nextStep('refused', 1, 0, 0.5), 1), false)
})

test('a request that is invalid or unauthorized is not retried', () => {
  assert.deepEqual(nextStep('refused', 1, 0, 0.5), { status: 'dead', wait: 0, returns: false })
  assert.deepEqual(nextStep('unauthorized', 1, 0, 0.5), { status: 'auth_dead', wait: 0, returns: false })
})

test('Retry-After is a number of seconds or a date', () => {
  const now = new Date('2026-11-15T12:00:00Z')
  assert.equal(retryAfterSeconds('90', now), 90)
  assert.equal(retryAfterSeconds('Sun, 15 Nov 2026 12:01:00 GMT', now), 60)
  for (const nothing of [undefined, '', 'soon', 'Sun, 15 Nov 2026 11:00:00 GMT'])
    assert.equal(retryAfterSeconds(nothing, now), 0)
})
