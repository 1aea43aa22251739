// Pauses between requests, and times of retries.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutsideError } from '@veritrace/platform/outside/safe-fetch'
import { dueAfterFailure, dueAfterSuccess } from './due.ts'
import { failureOf, failureOfStatus } from './failure.ts'
import { baseDelay, nextPace, retryAfterMs } from './politeness.ts'

const now = new Date('2026-11-15T12:00:00Z')
const HOUR = 3_600_000
const DAY = 24 * HOUR

test('the longer of our pause and Crawl-delay counts, up to 30 s; 0 turns pauses off', () => {
  const cases: [number, number | null, number][] = [
    [2_000, null, 2_000],
    [2_000, 1, 2_000],
    [2_000, 10, 10_000],
    [2_000, 86_400, 30_000],
    [0, 10, 0],
  ]
  for (const [settings, crawlDelay, expected] of cases) assert.equal(baseDelay(settings, crawlDelay), expected)
})

test('an overloaded host gets pauses that double each time and respect Retry-After, and recovers', () => {
  const observed = { status: 429, tookMs: 10 }
  const first = nextPace({ delayMs: 0, strikes: 0 }, 2_000, observed)
  assert.deepEqual(first, { delayMs: 4_000, strikes: 1, pauseMs: 4_000 })
  assert.equal(nextPace(first, 2_000, observed).delayMs, 8_000)
  assert.equal(nextPace({ delayMs: 50_000, strikes: 9 }, 2_000, observed).delayMs, 60_000)
  assert.equal(nextPace(first, 2_000, { ...observed, retryAfterMs: HOUR }).pauseMs, HOUR)
  assert.equal(nextPace(first, 2_000, { ...observed, retryAfterMs: 90 * DAY }).pauseMs, DAY, 'the pause has a limit')
  assert.equal(nextPace(first, 2_000, { status: undefined, tookMs: 0 }).strikes, 2, 'no response counts as overload')
  let pace = { delayMs: 60_000, strikes: 5 }
  for (let i = 0; i < 12; i++) pace = nextPace(pace, 2_000, { status: 200, tookMs: 10 })
  assert.deepEqual([pace.delayMs, pace.strikes], [2_000, 0])
})

test('a slow host gets longer pauses', () => {
  const slow = nextPace({ delayMs: 2_000, strikes: 0 }, 2_000, { status: 200, tookMs: 6_000 })
  assert.deepEqual([slow.delayMs, slow.pauseMs], [3_000, 3_000])
})

test('Retry-After is seconds or a date', () => {
  const cases: [string | undefined, number | undefined][] = [
    ['120', 120_000],
    [' 5 ', 5_000],
    ['Sun, 15 Nov 2026 12:01:00 GMT', 60_000],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 0],
    ['soon', undefined],
    ['', undefined],
    [undefined, undefined],
  ]
  for (const [header, expected] of cases) assert.equal(retryAfterMs(header, now), expected, header)
})

const hours = (due: Date): number => (due.getTime() - now.getTime()) / HOUR

test('a status page is read daily, any other page weekly, with spread times', () => {
  const at = (id: string, kind: string) => hours(dueAfterSuccess({ id, kind }, now))
  assert.ok(Math.abs(at('a', 'status') - 24) <= 1.2)
  assert.ok(Math.abs(at('a', 'dpa') - 168) <= 8.4)
  assert.notEqual(at('a', 'dpa'), at('b', 'dpa'))
  assert.equal(at('a', 'dpa'), at('a', 'dpa'))
})

test('a failed source is retried soon if that may help, then less and less often', () => {
  const near = (failures: number, retryable: boolean, expected: number, kind = 'dpa') => {
    const found = hours(dueAfterFailure({ id: 'a', kind }, failures, retryable, now))
    assert.ok(Math.abs(found - expected) <= expected / 19, `${failures}: ${found} h instead of ${expected} h`)
  }
  near(1, true, 1)
  near(2, true, 4)
  near(3, true, 16)
  near(5, true, 168)
  near(3, true, 16, 'status')
  near(4, true, 24, 'status')
  near(1, false, 24)
  near(3, false, 168)
  near(6, true, 672)
})

test('every network failure has its error class', () => {
  const cases: [OutsideError, string, boolean][] = [
    [new OutsideError('dns', 'x', { retryable: false }), 'dns', false],
    [new OutsideError('dns', 'x'), 'dns', true],
    [new OutsideError('connect', 'x'), 'connect', true],
    [new OutsideError('timeout', 'x'), 'timeout', true],
    [new OutsideError('tls', 'The secure connection failed (CERT_HAS_EXPIRED).'), 'tls_expired', false],
    [new OutsideError('tls', 'The secure connection failed (DEPTH_ZERO_SELF_SIGNED_CERT).'), 'tls_invalid', false],
    [new OutsideError('too_large', 'x'), 'too_large', false],
    [new OutsideError('redirect_loop', 'x'), 'redirect_loop', false],
    [new OutsideError('blocked_address', 'x'), 'ssrf_blocked', false],
    [new OutsideError('bad_url', 'x'), 'ssrf_blocked', false],
    [new OutsideError('protocol', 'x'), 'parse', false],
  ]
  for (const [error, errorClass, retryable] of cases) {
    const failure = failureOf(error)
    assert.deepEqual([failure.errorClass, failure.retryable], [errorClass, retryable])
  }
})

test('every status that is not a page has its error class', () => {
  const cases: [number, string | undefined, boolean | undefined][] = [
    [200, undefined, undefined],
    [203, undefined, undefined],
    [304, 'parse', false],
    [401, 'http_403', false],
    [403, 'http_403', false],
    [404, 'http_404', false],
    [406, 'http_404', false],
    [408, 'timeout', true],
    [410, 'http_410', false],
    [429, 'http_429', true],
    [451, 'http_403', false],
    [500, 'http_5xx', true],
    [501, 'http_5xx', false],
    [503, 'http_5xx', true],
  ]
  for (const [status, errorClass, retryable] of cases) {
    const failure = failureOfStatus(status)
    assert.deepEqual([failure?.errorClass, failure?.retryable], [errorClass, retryable], String(status))
  }
})
