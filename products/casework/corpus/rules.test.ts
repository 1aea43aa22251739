import assert from 'node:assert/strict'
import { test } from 'node:test'
import { starred } from './collect/piece.ts'
import { isAllowed } from './collect/robots.ts'
import { agesOf, freshnessOf, healthOf, isDue, nextDue, recommend, summaryOf } from './rules.ts'

const NOW = new Date('2026-06-01T00:00:00Z')
const ago = (days: number): Date => new Date(NOW.getTime() - days * 86_400_000)

test('a list is fresh for 45 days and recent for 120', () => {
  const cases = [
    [0, 'fresh'],
    [45, 'fresh'],
    [46, 'recent'],
    [120, 'recent'],
    [121, 'stale'],
  ] as const
  for (const [days, expected] of cases) {
    assert.equal(freshnessOf(ago(days), NOW), expected)
    const { since, until } = agesOf(expected, NOW)
    assert.ok((!since || ago(days) >= since) && (!until || ago(days) < until), `${days} days`)
  }
  assert.equal(freshnessOf(null, NOW), 'unknown')
})

test('an entry with rejected rows, or with too many doubtful ones, is degraded', () => {
  const read = { rows: 100, facts: 100, edges: 3, repeated: 0, rejected: 0, doubts: 0 }
  assert.equal(summaryOf(read).status, 'ready')
  assert.equal(summaryOf({ ...read, doubts: 5 }).status, 'ready')
  assert.equal(summaryOf({ ...read, doubts: 6 }).status, 'degraded')
  assert.equal(summaryOf({ ...read, rejected: 1 }).status_reason, '1 of 100 rows were rejected')
  assert.equal(summaryOf({ rows: 0, facts: 0, edges: 0, repeated: 0, rejected: 0, doubts: 0 }).status, 'ready')
})

test('a source is due after its interval, sooner after a first failure, and at most a day after any failure', () => {
  const tried = (failures: number) => ({ last_attempt_at: NOW, last_success_at: NOW, consecutive_failures: failures })
  const hours = (failures: number) => (nextDue(tried(failures), 168)!.getTime() - NOW.getTime()) / 3_600_000
  assert.deepEqual([0, 1, 2, 3, 20].map(hours), [168, 1, 2, 4, 24])
  assert.ok(isDue(undefined, 168, NOW))
  assert.ok(!isDue(tried(0), 168, NOW))
})

test('a source that was never found is inactive, and one that cannot be read is failing', () => {
  const state = (failures: number, success: Date | null, kind = 'network') =>
    healthOf({
      last_attempt_at: NOW,
      last_success_at: success,
      consecutive_failures: failures,
      last_error: { class: kind },
    })
  assert.deepEqual(
    [healthOf(undefined), state(0, NOW), state(1, null), state(1, null, 'parse'), state(2, NOW), state(3, NOW)],
    ['inactive', 'ok', 'inactive', 'failing', 'degraded', 'failing'],
  )
})

test('recommendations cover samples, incomplete lists and old lists', () => {
  const totals = {
    has_catalog: true,
    only_samples: false,
    stale: 0,
    partial: 0,
    degraded: 0,
    failed: 0,
    mode: 'mirror' as const,
  }
  assert.deepEqual(recommend(totals), [])
  assert.match(recommend({ ...totals, only_samples: true })[0]!, /Only samples/)
  assert.match(recommend({ ...totals, partial: 2 })[0]!, /2 lists may be incomplete/)
  assert.match(recommend({ ...totals, stale: 2 })[0]!, /2 lists are older than 120 days: update the mirror/)
})

test('the star in an address fills the star in the list ID', () => {
  const pattern = 'objectClassifications_*.json'
  assert.deepEqual(starred(pattern, 'partner.*', 'objectClassifications_ACME.json'), { listId: 'partner.acme' })
  assert.equal(starred(pattern, 'partner.*', 'objectClassifications_.json'), undefined)
  assert.deepEqual(starred('a.csv', 'a', 'a.csv'), { listId: 'a' })
  assert.equal(starred('a.csv', 'a', 'b.csv'), undefined)
})

test('robots.txt is obeyed: the group for our agent, the longest rule, allow before disallow', () => {
  const text =
    'User-agent: *\nDisallow: /\n\nUser-agent: us\nDisallow: /private\nAllow: /private/open$\nDisallow: /*.pdf$'
  const cases = [
    ['us', '/', true],
    ['us', '/private/x', false],
    ['us', '/private/open', true],
    ['us', '/private/opened', false],
    ['us', '/a/b.pdf', false],
    ['us', '/a/b.pdfx', true],
    ['them', '/', false],
  ] as const
  for (const [agent, path, expected] of cases) assert.equal(isAllowed(text, agent, path), expected, `${agent} ${path}`)
  assert.ok(isAllowed('', 'us', '/x'))
})
