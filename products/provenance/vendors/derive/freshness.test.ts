// Freshness and status of sources and vendors, by age and failures.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aSource } from '../testing.ts'
import { sourceFreshness, sourceStatus, vendorFreshness, vendorSourceStatus } from './freshness.ts'

const DAY = 24 * 3_600_000
const now = new Date('2026-11-15T12:00:00Z')
const ago = (days: number): Date => new Date(now.getTime() - days * DAY)

test('a source is fresh for one interval of its kind, recent for four, then stale', () => {
  for (const [kind, days, word] of [
    ['security', 0, 'fresh'],
    ['security', 7, 'fresh'],
    ['security', 7.01, 'recent'],
    ['security', 28, 'recent'],
    ['security', 28.01, 'stale'],
    ['status', 1, 'fresh'],
    ['status', 2, 'recent'],
    ['status', 4.01, 'stale'],
  ] as const)
    assert.equal(sourceFreshness({ kind, last_success_at: ago(days) }, now), word, `${kind} ${days}`)
  assert.equal(sourceFreshness({ kind: 'security', last_success_at: null }, now), 'unavailable')
})

test('the status of a source depends on its failures and on the time since its last success', () => {
  for (const [fields, word] of [
    [{}, 'ok'],
    [{ last_success_at: null, last_crawl_at: null }, 'pending'],
    [{ failures: 1 }, 'degraded'],
    [{ soft_404: true }, 'degraded'],
    [{ failures: 3 }, 'failing'],
    [{ last_success_at: ago(29) }, 'failing'],
    [{ last_success_at: null, failures: 1 }, 'degraded'],
    [{ last_success_at: null, failures: 1, created_at: ago(29) }, 'failing'],
    [{ status: 'inactive', failures: 9 }, 'inactive'],
  ] as const)
    assert.equal(sourceStatus(aSource(now, 'security', fields), now), word, JSON.stringify(fields))
})

test('a vendor has the status of its worst required kind, and a kind that of its best source', () => {
  const ok = aSource(now, 'security')
  const failing = aSource(now, 'security', { failures: 3 })
  const dpa = aSource(now, 'dpa', { failures: 1 })
  const blog = aSource(now, 'blog', { failures: 5 })
  const pending = aSource(now, 'privacy', { last_success_at: null, last_crawl_at: null })
  const blocked = aSource(now, 'privacy', { status: 'inactive', inactive_reason: 'robots' })
  for (const [sources, word] of [
    [[], 'unavailable'],
    [[pending, blocked], 'unavailable'],
    [[ok, failing], 'ok'],
    [[ok, dpa], 'degraded'],
    [[failing, dpa], 'failing'],
    [[ok, blog, pending, blocked], 'ok'],
    [[blog], 'failing'],
  ] as const)
    assert.equal(vendorSourceStatus(sources, now), word)
})

test('a fresh status page does not make old pages fresh', () => {
  const old = aSource(now, 'security', { last_success_at: ago(90) })
  assert.equal(vendorFreshness([old, aSource(now, 'status')], now), 'stale')
  assert.equal(vendorFreshness([aSource(now, 'status')], now), 'fresh')
  assert.equal(vendorFreshness([old, aSource(now, 'dpa', { last_success_at: ago(9) })], now), 'recent')
  assert.equal(vendorFreshness([], now), 'unavailable')
})
