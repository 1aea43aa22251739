// Crawl operations through HTTP, as an operator and as other callers.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { client } from '@veritrace/contract/client'
import { type CrawlSummary, crawls, SUMMARY_DAYS } from '@veritrace/contract/provenance/crawls'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { insertOperator } from '@veritrace/platform/identity/tenancy/installation-store'
import { insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addSnapshot, addSource, addVendor } from '../vendors/testing.ts'

const clock = fakeClock(new Date())
let app: TestApp
let deps: ProvenanceParts
let tenant: Tenant
let operator: ReturnType<typeof client<typeof crawls>>

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = platform
    return provenance(platform)
  })
  tenant = await app.tenant()
  const key = await operatorKey(tenant)
  operator = client(crawls, `${app.url}/api/provenance/v1`, (url, init) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` } }),
  )
})
after(() => app.close())

async function operatorKey({ id, customer_id }: Tenant): Promise<string> {
  const { db, identity } = app.platform
  const user_id = newId('usr')
  const who = { email: 'op@example.com', display_name: 'Op' }
  await insertMember(db, { tenant_id: id, user_id, role: 'viewer', ...who, joined_at: clock.now() })
  await insertOperator(db, user_id)
  const caller = { ...systemCaller(id, customer_id), actor: { type: 'user' as const, id: user_id, label: 'Op' } }
  return (await identity.keys.create(caller, { name: 'op', kind: 'pat' })).secret
}

const refused = (code: string) => (error: { code: string }) => {
  assert.equal(error.code, code)
  return true
}

async function addJob(vendor_id: string, fields: object = {}) {
  clock.advance(1_000)
  const id = newId('crj')
  const row = { id, vendor_id, source_url: 'https://cloudy.test/', source_kind: 'security', created_at: clock.now() }
  await deps.db
    .insertInto('provenance.crawl_jobs')
    .values({ ...row, trigger: 'schedule', ...fields })
    .execute()
  return id
}

async function addOutbox(
  vendor_id: string,
  status: 'pending' | 'retry' | 'delivered' | 'dead' | 'auth_dead',
  count = 1,
) {
  const now = clock.now()
  const delivered_at = status === 'delivered' ? now : null
  const row = { vendor_id, status, next_attempt_at: now, created_at: now, delivered_at }
  const rows = Array.from({ length: count }, () => ({ id: newId('gob'), ...row }))
  await deps.db.insertInto('provenance.graph_outbox').values(rows).execute()
}

/** Marks rows of other tests as delivered. */
const settleOutbox = () =>
  deps.db
    .updateTable('provenance.graph_outbox')
    .set({ status: 'delivered', delivered_at: clock.now() })
    .where('status', '<>', 'delivered')
    .execute()

const countJobs = async (): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from provenance.crawl_jobs) + (select count(*) from provenance.sources) as count`.execute(
    deps.db,
  )
  return rows[0]!.count
}

test('only operators may use crawl operations, whatever role others have', async () => {
  const owner = app.client(crawls, await app.tenant({ plan: 'pro' }), 'owner')
  const calls = (who: typeof owner) => [
    () => who.summary(),
    () => who.jobs(),
    () => who.run({ body: {} }),
    () => who.requeue({ body: {} }),
  ]
  const before = await countJobs()
  for (const call of calls(owner)) await assert.rejects(call(), refused('role_too_low'))
  for (const call of calls(app.visitor(crawls))) await assert.rejects(call(), refused('unauthenticated'))
  assert.equal(await countJobs(), before)
})

test('the summary has the correct counts', async () => {
  const start = await operator.summary()
  const domain = `shared-${newId('x').slice(-8)}.test`
  const read = await addVendor(deps, { source_count: 1, observation_count: 1, primary_domain: domain })
  const unread = await addVendor(deps, { source_count: 99, primary_domain: domain })
  const source = await addSource(deps, read.id, 'security')
  await addSource(deps, read.id, 'dpa', { status: 'degraded', discovery_method: 'sitemap' })
  await addSource(deps, read.id, 'dpa', { status: 'pending', last_success_at: null, last_crawl_at: null })
  await addSource(deps, read.id, 'blog', { status: 'inactive' })
  const at = { vendor_id: read.id, source_id: source.id, fetched_at: clock.now(), seen_at: clock.now() }
  await addSnapshot(deps, { id: newId('snp'), ...at, text_chars: 0, extract_status: 'pending' })

  const timed = { started_at: clock.now(), completed_at: new Date(clock.now().getTime() + 4_000) }
  await addJob(read.id, { status: 'succeeded', attempts: 2, ...timed })
  await addJob(read.id, { status: 'unchanged', attempts: 1, ...timed })
  await addJob(read.id, { status: 'failed', attempts: 3, error_class: 'timeout', ...timed })
  await addJob(read.id, { status: 'failed', attempts: 1, error_class: 'parse', ...timed })
  await addJob(read.id, { status: 'queued', attempts: 0 })
  await addJob(read.id, { status: 'running', attempts: 1, started_at: clock.now() })
  await addJob(unread.id, {
    status: 'skipped',
    attempts: 1,
    error_class: 'robots_disallowed',
    http_status: 200,
    ...timed,
  })
  await addJob(read.id, { status: 'failed', attempts: 50, created_at: new Date('2020-01-01') })
  await addOutbox(read.id, 'delivered')
  await addOutbox(read.id, 'retry')
  await addOutbox(read.id, 'dead')
  await addOutbox(read.id, 'auth_dead')

  const end = await operator.summary()
  const grown = Object.fromEntries(
    Object.entries(end)
      .filter(([name, value]) => typeof value === 'number' && value !== start[name as keyof CrawlSummary])
      .map(([name, value]) => [name, (value as number) - (start[name as keyof CrawlSummary] as number)]),
  )
  const { average_duration_seconds: _, success_rate, source_coverage, ...counts } = grown
  const { document_coverage, source_quality_score, ...counted } = counts
  assert.deepEqual(counted, {
    active_crawls: 2,
    failed_jobs: 2,
    attempt_count: 9,
    successful_attempts: 2,
    failed_attempts: 5,
    robots_blocked: 1,
    fetch_failed: 1,
    // One snapshot for each of the three read sources, and an empty one.
    documents: 4,
    empty_documents: 1,
    extracted_documents: 3,
    pending_documents: 1,
    graph_delivered: 1,
    graph_retry: 1,
    graph_dead_letter: 2,
    graph_auth_dead_letter: 1,
    source_count: 3,
    seed_source_count: 2,
    real_source_count: 2,
    vendors_with_sources: 2,
    vendors_with_crawled_docs: 1,
    vendors_without_crawled_docs: 1,
  })
  assert.ok(end.success_rate > 0 && end.success_rate <= 1 && end.source_coverage > 0 && end.document_coverage > 0)
  assert.ok(end.source_quality_score > 0 && end.source_quality_score <= 100)
  assert.deepEqual(
    end.missing_doc_vendors.find(({ vendor_id }) => vendor_id === unread.id),
    {
      vendor_id: unread.id,
      vendor_slug: unread.slug,
      vendor_name: 'Cloudy',
      primary_domain: domain,
      source_count: 99,
      last_error_class: 'robots_disallowed',
      last_http_status: 200,
      last_crawl_at: timed.completed_at.toISOString(),
    },
  )
  const group = end.duplicate_domain_groups.find(({ primary_domain }) => primary_domain === domain)
  assert.deepEqual(
    [group!.vendor_count, group!.vendors.map(({ slug }) => slug)],
    [2, [read.slug, unread.slug].toSorted()],
  )
  assert.ok(end.source_kind_counts.every(({ count }, i, all) => i === 0 || count <= all[i - 1]!.count))
  assert.ok(end.recommendations.some((sentence) => /no graph is configured/i.test(sentence)))
})

test('the summary and the public statistics agree', async () => {
  const { id } = await addVendor(deps)
  await addSource(deps, id, 'security')
  for (const status of ['pending', 'retry', 'delivered', 'dead', 'auth_dead'] as const) await addOutbox(id, status)
  // The cached statistics expire.
  clock.advance(60_000)
  const [summary, stats] = [await operator.summary(), await app.visitor(vendors).stats()]
  for (const name of [
    ...(['graph_delivered', 'graph_retry', 'graph_dead_letter', 'vendors_with_sources', 'last_crawl_at'] as const),
    ...(['vendors_with_crawled_docs', 'vendors_without_crawled_docs'] as const),
  ])
    assert.equal(summary[name], stats[name], name)
  assert.equal(summary.extracted_documents, stats.extractor_completed_docs)
  assert.deepEqual(
    Object.fromEntries(summary.source_kind_counts.map(({ kind, count }) => [kind, count])),
    stats.source_kind_counts,
  )
})

test('jobs are listed newest first, paged, and filtered', async () => {
  const { id, slug } = await addVendor(deps, { display_name: 'Paged' })
  const made: string[] = []
  for (let i = 0; i < 5; i++) made.unshift(await addJob(id, { status: i % 2 ? 'failed' : 'succeeded' }))
  await addJob(id, { status: 'failed', error_class: 'dns', error_detail: 'No such host', retryable: true })
  const first = await operator.jobs({ query: { vendor_id: id, limit: 4 } })
  const second = await operator.jobs({ query: { vendor_id: id, limit: 4, cursor: first.next } })
  assert.deepEqual(
    [...first.jobs, ...second.jobs].slice(1).map((job) => job.id),
    made,
  )
  assert.equal(second.next, '')
  const [newest] = first.jobs
  assert.deepEqual(
    [newest!.vendor_slug, newest!.vendor_name, newest!.error_class, newest!.error_detail, newest!.retryable],
    [slug, 'Paged', 'dns', 'No such host', true],
  )
  const dns = await operator.jobs({ query: { vendor_id: id, status: 'failed', error_class: 'dns' } })
  assert.deepEqual(dns.jobs, [newest])
  await assert.rejects(operator.jobs({ query: { vendor_id: id, limit: 201 } }), refused('invalid_query'))
  await assert.rejects(operator.jobs({ query: { status: 'failed', cursor: first.next } }), refused('invalid_cursor'))
})

test('a crawl of a vendor is queued once, returned again while it waits, metered and audited', async () => {
  const { id, slug } = await addVendor(deps)
  const headers = { 'idempotency-key': newId('key') }
  const job = await operator.run({ body: { vendor_id: id }, headers })
  assert.deepEqual([job.vendor_slug, job.status, job.source_kind, job.started_at], [slug, 'queued', '', null])
  assert.deepEqual(await operator.run({ body: { vendor_id: id }, headers }), job)
  const twice = await Promise.all([
    operator.run({ body: { vendor_id: id } }),
    operator.run({ body: { vendor_id: id } }),
  ])
  assert.deepEqual(
    twice.map((again) => again.id),
    [job.id, job.id],
  )
  const audited = (await app.audit(tenant)).filter((entry) => entry.resource.id === job.id)
  assert.deepEqual(
    audited.map(({ action, actor }) => [action, actor.type]),
    [['crawl.run', 'user']],
  )
  await app.platform.meter.flush()
  const { rows } = await sql<{ units: number }>`
    select sum(units)::int as units from platform.usage_minutes where tenant_id = ${tenant.id} and operation = 'crawl_runs'`.execute(
    deps.db,
  )
  assert.ok(rows[0]!.units >= 1)

  await deps.db.updateTable('provenance.crawl_jobs').set({ status: 'running' }).where('id', '=', job.id).execute()
  assert.notEqual((await operator.run({ body: { vendor_id: id } })).id, job.id)
})

test('a crawl can be limited to a kind of source or to one page, known or new', async () => {
  const { id, slug } = await addVendor(deps)
  const source = await addSource(deps, id, 'security', { url: `https://${slug}.test/security` })
  const byKind = await operator.run({ body: { vendor_id: id, source_kind: 'security' } })
  assert.deepEqual([byKind.source_kind, byKind.vendor_id], ['security', id])
  const known = await operator.run({ body: { source_url: source.url } })
  assert.deepEqual([known.vendor_id, known.source_url, known.source_kind], [id, source.url, 'security'])
  const page = `https://trust.${slug}.test/soc2.pdf`
  const fresh = await operator.run({ body: { vendor_id: id, source_url: page, source_kind: 'trust_center' } })
  assert.deepEqual([fresh.source_url, fresh.source_kind], [page, 'trust_center'])
  assert.equal((await operator.run({ body: { source_url: `${page}#top` } })).id, fresh.id)
})

test('without a body, the next due source is crawled', async () => {
  const { id } = await addVendor(deps)
  const source = await addSource(deps, id, 'security', { next_crawl_at: new Date('2000-01-01') })
  const answer = await fetch(`${app.url}/api/provenance/v1/app/crawls/run`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await operatorKey(tenant)}` },
  })
  const job = (await answer.json()) as { source_url: string; vendor_id: string }
  assert.deepEqual([answer.status, job.vendor_id, job.source_url], [202, id, source.url])
})

test('unknown vendors and kinds, and vendors that have opted out, are refused', async () => {
  await assert.rejects(operator.run({ body: { vendor_id: 'ven_none' } }), refused('vendor_not_found'))
  const shy = await addVendor(deps, { opted_out: true })
  await assert.rejects(operator.run({ body: { vendor_id: shy.id } }), refused('unacceptable'))
  await assert.rejects(operator.run({ body: { source_kind: 'no_such_kind' } }), refused('source_not_found'))
})

const NEVER: [code: string, address: string][] = [
  ...(
    [
      ...['http://127.0.0.1/', 'http://10.0.0.1/a', 'https://192.168.1.1/', 'http://169.254.169.254/latest/meta-data/'],
      ...['http://[::1]/', 'http://[::ffff:127.0.0.1]/', 'http://[fd00::1]/', 'http://100.100.100.200/'],
      ...['http://2130706433/', 'http://0x7f.1/', 'http://0177.0.0.1/', 'http://127.1/', 'http://0/'],
      ...['http://localhost/', 'http://localhost./', 'http://admin.localhost/', 'http://metadata.google.internal/'],
      ...['http://printer.local/', 'http://intranet/', 'https://user:secret@cloudy.test/', 'https://cloudy.test:22/'],
    ] as const
  ).map((address): [string, string] => ['ssrf_blocked', address]),
  ['unacceptable', 'https://other.example/security'],
  ['unacceptable', 'https://notcloudy.test/'],
  ['invalid_body', 'ftp://cloudy.test/'],
  ['invalid_body', 'file:///etc/passwd'],
  ['invalid_body', 'cloudy.test'],
]
test('internal addresses in any spelling and hosts of others are refused, and nothing is queued', async () => {
  const domain = `${newId('x').slice(-8)}.test`
  const { id } = await addVendor(deps, { primary_domain: domain, website_url: `https://${domain}` })
  const before = await countJobs()
  for (const [code, address] of NEVER) {
    const source_url = address.replace('//cloudy.test', `//${domain}`)
    await assert.rejects(operator.run({ body: { vendor_id: id, source_url } }), (error: { code: string }) => {
      assert.equal(error.code, code, address)
      return true
    })
    await assert.rejects(operator.run({ body: { source_url } }), refused(code))
  }
  assert.equal(await countJobs(), before)
})

test('dead letters are requeued oldest first, and those with missing permissions only on request', async () => {
  await settleOutbox()
  const { id } = await addVendor(deps)
  await addOutbox(id, 'dead', 5)
  await addOutbox(id, 'auth_dead', 2)
  const headers = { 'idempotency-key': newId('key') }
  const first = await operator.requeue({ body: { limit: 3 }, headers })
  assert.deepEqual(first, { requeued: 3, skipped_auth_dead: 2, remaining_dead_letter: 4 })
  assert.deepEqual(await operator.requeue({ body: { limit: 3 }, headers }), first)
  assert.deepEqual(await operator.requeue({ body: {} }), {
    requeued: 2,
    skipped_auth_dead: 2,
    remaining_dead_letter: 2,
  })
  assert.deepEqual(await operator.requeue({ body: { include_auth: true } }), {
    requeued: 2,
    skipped_auth_dead: 0,
    remaining_dead_letter: 0,
  })
  const { graph_retry } = await operator.summary()
  assert.equal(graph_retry, 7)
  const actions = (await app.audit(tenant)).map(({ action }) => action)
  assert.equal(actions.filter((action) => action === 'graph_sync.requeue').length, 3)
  for (const limit of [0, 501]) await assert.rejects(operator.requeue({ body: { limit } }), refused('invalid_body'))
  await settleOutbox()
})

test('concurrent requeues share the dead letters, and each returns the correct number of remaining ones', async () => {
  await settleOutbox()
  const { id } = await addVendor(deps)
  await addOutbox(id, 'dead', 10)
  const answers = await Promise.all(Array.from({ length: 4 }, () => operator.requeue({ body: { limit: 3 } })))
  const results = answers.map(({ requeued, remaining_dead_letter }) => `${requeued} ${remaining_dead_letter}`)
  assert.deepEqual(results.toSorted(), ['1 0', '3 1', '3 4', '3 7'])
  await settleOutbox()
})

test('the average duration counts only ended crawls of recent days', async () => {
  const { rows } = await sql<{ newest: Date }>`
    select max(created_at) as newest from provenance.crawl_jobs`.execute(deps.db)
  const window = SUMMARY_DAYS * 86_400_000
  // Move past the jobs of other tests.
  clock.advance(Math.max(0, rows[0]!.newest.getTime() - clock.now().getTime()) + window + 1_000)
  const { id } = await addVendor(deps)
  const lasting = (seconds: number) => ({
    started_at: clock.now(),
    completed_at: new Date(clock.now().getTime() + seconds * 1000),
  })
  await addJob(id, { status: 'succeeded', attempts: 1, ...lasting(4) })
  await addJob(id, { status: 'succeeded', attempts: 1, ...lasting(2) })
  await addJob(id, { status: 'succeeded', attempts: 1, ...lasting(6) })
  await addJob(id, { status: 'failed', attempts: 1, ...lasting(20) })
  await addJob(id, { status: 'running', attempts: 1, started_at: clock.now() })
  const numbers = async () => {
    const { average_duration_seconds, success_rate, attempt_count } = await operator.summary()
    return { average_duration_seconds, success_rate, attempt_count }
  }
  assert.deepEqual(await numbers(), { average_duration_seconds: 8, success_rate: 0.75, attempt_count: 5 })
  clock.advance(window + 1_000)
  assert.deepEqual(await numbers(), { average_duration_seconds: 0, success_rate: 0, attempt_count: 0 })
})
