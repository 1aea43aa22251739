// State changes of a source after fetches, and their events.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { SourceRow } from '../directory-tables.ts'
import { CrawlFailure, type ErrorClass } from './failure.ts'
import { afterFailure, afterSuccess } from './source-state.ts'
import { transitions } from './transitions.ts'

const now = new Date('2026-11-15T12:00:00Z')
const earlier = new Date('2026-11-08T12:00:00Z')

const SOURCE: SourceRow = {
  id: 'src_1',
  vendor_id: 'ven_1',
  kind: 'security',
  url: 'https://a.example/security',
  canonical_url: '',
  title: '',
  status: 'ok',
  status_reason: '',
  http_status: 200,
  last_success_at: earlier,
  last_crawl_at: earlier,
  next_crawl_at: now,
  content_bytes: 10,
  discovery_method: 'seed',
  discovered_from_url: '',
  replacement_for_source_id: null,
  repair_method: '',
  repair_reason: '',
  soft_404: false,
  inactive_reason: '',
  failures: 0,
  moved_to: '',
  etag: '',
  last_modified: '',
  last_snapshot_id: 'snp_1',
  created_at: earlier,
}

/** The source after these fetches, and the events of each: a class of error, `ok`, or the address that it moved to. */
function live(...fetches: (ErrorClass | 'ok' | `https:${string}`)[]): [SourceRow, string[][]] {
  let source = SOURCE
  const events = fetches.map((fetched) => {
    const isGood = fetched === 'ok' || fetched.startsWith('https:')
    const after = isGood
      ? afterSuccess(source, { httpStatus: 200, movedTo: fetched === 'ok' ? '' : fetched }, now)
      : afterFailure(source, new CrawlFailure(fetched as ErrorClass, 'x'), now)
    const happened = transitions(source, after, { isNewContent: false })
    source = { ...source, ...after }
    return happened.map(({ event_type }) => event_type)
  })
  return [source, events]
}

const none: string[] = []
const LIVES: [string, Parameters<typeof live>, string[][]][] = [
  ['a page that is read is not reported', ['ok', 'ok'], [none, none]],
  ['a page that fails once is not reported', ['http_5xx', 'ok'], [none, none]],
  [
    'a page that fails three times is reported as unreachable once, until it recovers',
    ['timeout', 'http_5xx', 'dns', 'dns', 'ok', 'ok'],
    [none, none, ['source.unreachable'], none, ['source.recovered'], none],
  ],
  [
    'a soft 404 is reported once',
    ['soft_404', 'soft_404', 'soft_404', 'ok'],
    [['source.soft_404'], none, none, ['source.recovered']],
  ],
  [
    'a page closed by robots.txt is reported once',
    ['robots_disallowed', 'robots_disallowed', 'ok'],
    [['source.robots_blocked'], none, ['source.recovered']],
  ],
  [
    'a challenge is not reported',
    ['challenge_page', 'challenge_page', 'challenge_page', 'ok'],
    [none, none, none, none],
  ],
  [
    'a permanent redirect is reported the second time',
    ['https://a.example/new', 'https://a.example/new', 'https://a.example/new'],
    [none, ['source.moved'], none],
  ],
  [
    'a permanent redirect that disappears is not reported',
    ['https://a.example/new', 'ok', 'https://a.example/new'],
    [none, none, none],
  ],
]
for (const [what, fetches, events] of LIVES) test(what, () => assert.deepEqual(live(...fetches)[1], events))

test('new content is reported', () => {
  const after = afterSuccess(SOURCE, { httpStatus: 200, movedTo: '' }, now)
  const events = transitions(SOURCE, after, { isNewContent: true })
  assert.deepEqual(
    events.map(({ event_type, severity }) => [event_type, severity]),
    [['source.content_changed', 'info']],
  )
})

test('a failure does not change the data of the last good fetch', () => {
  const [source] = live('http_5xx', 'http_404')
  assert.deepEqual(
    [source.last_success_at, source.last_snapshot_id, source.status, source.failures],
    [earlier, 'snp_1', 'degraded', 2],
  )
})

test('a page closed by robots.txt does not fail: it becomes inactive and its evidence stays', () => {
  const [source] = live('robots_disallowed', 'robots_disallowed', 'robots_disallowed', 'robots_disallowed')
  assert.deepEqual(
    [source.status, source.inactive_reason, source.failures, source.last_success_at],
    ['inactive', 'robots', 0, earlier],
  )
  assert.ok(source.next_crawl_at! > now, 'it is scheduled again')
})

test('a host that sets a retry time is not contacted before it', () => {
  const until = new Date('2026-11-20T00:00:00Z')
  const after = afterFailure(SOURCE, new CrawlFailure('http_429', 'x', { until }), now)
  assert.deepEqual(after.next_crawl_at, until)
})
