import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hostsAbove, isInside, recommendationsFor, type Situation, shareOf } from './rules.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const calm: Situation = {
  active_crawls: 0,
  average_duration_seconds: 2,
  failed_jobs: 0,
  attempt_count: 10,
  successful_attempts: 10,
  failed_attempts: 0,
  robots_blocked: 0,
  fetch_failed: 0,
  success_rate: 1,
  documents: 10,
  empty_documents: 0,
  extracted_documents: 10,
  pending_documents: 0,
  graph_delivered: 10,
  graph_retry: 0,
  graph_dead_letter: 0,
  graph_auth_dead_letter: 0,
  last_graph_sync_at: '2026-11-15T11:00:00.000Z',
  source_count: 10,
  seed_source_count: 0,
  real_source_count: 10,
  source_kind_counts: [],
  source_quality_score: 100,
  source_coverage: 1,
  document_coverage: 1,
  vendors_with_sources: 5,
  vendors_with_crawled_docs: 5,
  vendors_without_crawled_docs: 0,
  last_crawl_at: '2026-11-15T11:00:00.000Z',
  missing_doc_vendors: [],
  duplicate_domain_groups: [],
  vendor_count: 5,
  graphConfigured: true,
  failuresByClass: [],
}

test('without problems there are no recommendations', () => {
  assert.deepEqual(recommendationsFor(calm, NOW), [])
})

const CASES: [string, Partial<Situation>, RegExp][] = [
  ['no graph', { graphConfigured: false }, /^No graph is configured: set GRAPH_SYNC_URL/],
  [
    'no graph, and waiting changes',
    { graphConfigured: false, graph_retry: 1 },
    /^1 change for the graph is waiting, but no/,
  ],
  [
    'changes refused because of missing permissions',
    { graph_dead_letter: 2, graph_auth_dead_letter: 2 },
    /refused 2 changes .*include_auth/,
  ],
  ['rejected changes', { graph_dead_letter: 3, graph_auth_dead_letter: 2 }, /rejected 1 change:/],
  ['an empty directory', { vendor_count: 0, vendors_with_sources: 0, vendors_with_crawled_docs: 0 }, /is empty/],
  ['nothing read for days', { last_crawl_at: '2026-11-10T00:00:00.000Z' }, /since 2026-11-10: is a worker running/],
  ['nothing read ever', { last_crawl_at: null }, /Nothing has been read yet/],
  ['vendors without sources', { vendor_count: 7 }, /^2 vendors without a source/],
  ['vendors without documents', { vendors_with_crawled_docs: 4 }, /^1 vendor with sources that were never read/],
  [
    'a class of failures',
    { failuresByClass: [{ error_class: 'http_403', count: 9 }] },
    /^9 crawls ended with http_403/,
  ],
  ['waiting documents', { pending_documents: 1 }, /^1 document is waiting for the extractor/],
  ['documents without text', { empty_documents: 4 }, /^4 documents without text/],
  [
    'shared domains',
    { duplicate_domain_groups: [{ primary_domain: 'a.test', vendor_count: 2, vendors: [] }] },
    /^1 domain with more than one vendor/,
  ],
]
for (const [what, change, sentence] of CASES)
  test(`${what}: a recommendation says what to do`, () => {
    const said = recommendationsFor({ ...calm, ...change }, NOW)
    assert.ok(
      said.some((one) => sentence.test(one)),
      said.join('\n'),
    )
  })

test('a few failures of a class are ignored, and of many classes only the three most frequent are reported', () => {
  const failuresByClass = ['dns', 'timeout', 'http_404', 'http_403', 'tls_expired'].map((error_class, i) => ({
    error_class,
    count: i + 2,
  }))
  const classes = recommendationsFor({ ...calm, failuresByClass }, NOW).map((one) => /with (\w+):/.exec(one)?.[1])
  assert.deepEqual(classes, ['tls_expired', 'http_403', 'http_404'])
})

test('the parent hosts of an address include all its suffixes', () => {
  assert.deepEqual(hostsAbove(new URL('https://a.b.test/x')), ['a.b.test', 'b.test', 'test'])
  assert.deepEqual(hostsAbove(new URL('http://b.localhost:81/')), [
    ...['b.localhost', 'b.localhost:81', 'localhost', 'localhost:81'],
  ])
})

test('internal addresses and names are distinguished from public ones', () => {
  for (const inside of [
    'http://intranet/',
    'http://a.internal/',
    'http://[::1]/',
    'http://10.1.2.3/',
    'http://a.localhost',
  ])
    assert.ok(isInside(new URL(inside)), inside)
  for (const outside of ['https://cloudy.test/', 'https://internal.cloudy.test/', 'https://locals.example/'])
    assert.ok(!isInside(new URL(outside)), outside)
})

test('a share of zero is zero', () => {
  assert.deepEqual([shareOf(0, 0), shareOf(1, 3), shareOf(3, 3)], [0, 0.333, 1])
})
