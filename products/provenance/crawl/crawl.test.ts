// Crawls of sources and vendors: pages are fetched, judged and recorded. After a failure, existing evidence stays.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '@veritrace/platform/db/open'
import { testDatabase } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'
import type { Provenance } from '../deps.ts'
import { provenanceMigrations } from '../index.ts'
import { listSources } from '../vendors/facts-store.ts'
import { addVendor } from '../vendors/testing.ts'
import { crawlByName } from './crawl-by-name.ts'
import { crawlSource } from './crawl-source.ts'
import { crawlVendor } from './crawl-vendor.ts'
import { findJob, insertJob, listEndedSince } from './job-store.ts'
import { readBytes } from './snapshots.ts'
import { findSource } from './store.ts'
import { type Answer, openCrawler, openWeb, type Site, type Web } from './testing.ts'
import { openExtractors } from './threads/pool.ts'

const DAY = 24 * 3_600_000
const SECURITY = page('Security', 'Acme is SOC 2 Type II certified. All data is encrypted at rest with AES-256.')
let web: Web
let database: Database
let crawler: Awaited<ReturnType<typeof openCrawler>>
let deps: Provenance
before(async () => {
  database = await testDatabase([provenanceMigrations])
  web = await openWeb()
  crawler = await openCrawler(database, web)
  deps = crawler.deps
})
after(async () => {
  await crawler.close()
  await web.close()
})

function page(title: string, ...paragraphs: string[]): string {
  const filler = `This page tells customers of Acme about ${title.toLowerCase()} at length. `.repeat(8)
  return `<!doctype html><title>${title} | Acme</title><h1>${title}</h1><p>${[...paragraphs, filler].join('</p><p>')}</p>`
}

async function vendorOf(site: Site) {
  return addVendor(deps, { display_name: 'Acme', primary_domain: site.host, website_url: `${site.origin}/` })
}

async function sourceAt(site: Site, path = '/security', kind = 'security', fields = {}) {
  const vendor = await vendorOf(site)
  const id = `src_${vendor.id.slice(4)}`
  const row = { id, vendor_id: vendor.id, kind, url: site.origin + path, created_at: deps.clock.now(), ...fields }
  await deps.db.insertInto('provenance.sources').values(row).execute()
  return { id, vendor: vendor.id }
}

const crawl = (id: string) => crawlSource(deps, id, { trigger: 'operator' })
const stateOf = async (id: string) => (await findSource(deps.db, id))!
const count = async (table: 'snapshots' | 'evidence_claims' | 'crawl_jobs', source: string): Promise<number> => {
  const rows = await deps.db.selectFrom(`provenance.${table}`).select('id').where('source_id', '=', source).execute()
  return rows.length
}
const eventsOf = async (vendor: string): Promise<string[]> => {
  const rows = deps.db.selectFrom('provenance.change_events').select('event_type').where('vendor_id', '=', vendor)
  return (await rows.orderBy('id').execute()).map(({ event_type }) => event_type)
}

test('a source that is read has a snapshot, claims and a job, and its bytes are stored under their hash', async () => {
  const site = web.site({ '/security': { headers: { etag: '"v1"', 'last-modified': 'x' }, body: SECURITY } })
  const { id, vendor } = await sourceAt(site)
  const outcome = await crawl(id)
  assert.deepEqual([outcome.status, outcome.errorClass, outcome.httpStatus], ['succeeded', '', 200])
  assert.ok(outcome.claims >= 2, String(outcome.claims))
  const source = await stateOf(id)
  assert.deepEqual(
    [source.status, source.failures, source.etag, source.title, source.last_snapshot_id],
    ['ok', 0, '"v1"', 'Security | Acme', outcome.snapshotId],
  )
  const job = await findJob(deps.db, outcome.jobId)
  assert.deepEqual([job?.robots_allowed, job?.attempts, job?.content_bytes], [true, 1, SECURITY.length])
  assert.match(job!.robots_rule, /^no robots.txt, read 2026/)
  const snapshot = deps.db.selectFrom('provenance.snapshots').select('sha256').where('source_id', '=', id)
  const blob = await deps.blobs.get(`snapshots/${(await snapshot.executeTakeFirstOrThrow()).sha256}`)
  assert.equal(blob?.size, SECURITY.length)
  blob?.stream.destroy()
  const derived = deps.db.selectFrom('provenance.vendors').select('claim_count').where('id', '=', vendor)
  assert.ok((await derived.executeTakeFirstOrThrow()).claim_count >= 2)
})

test('an unchanged page is requested conditionally and stored once', async () => {
  const asked: unknown[] = []
  const site = web.site({
    '/security': (request, response) => {
      asked.push(request.headers['if-none-match'])
      if (request.headers['if-none-match'] === '"v1"') return void response.writeHead(304).end()
      response.writeHead(200, { 'content-type': 'text/html', etag: '"v1"' }).end(SECURITY)
    },
  })
  const { id } = await sourceAt(site)
  await crawl(id)
  crawler.clock.advance(DAY)
  const again = await crawl(id)
  assert.deepEqual([again.status, again.httpStatus, asked], ['unchanged', 304, [undefined, '"v1"']])
  assert.deepEqual((await stateOf(id)).last_success_at, deps.clock.now())
  site.pages['/security'] = SECURITY
  assert.equal((await crawl(id)).status, 'unchanged', 'also if the host ignores conditional requests')
  assert.equal(await count('snapshots', id), 1)
})

const CHALLENGE =
  '<title>Just a moment...</title><h1>Checking your browser</h1><p>Verify you are human by completing the action below.</p>'
const SHELL = '<title>Acme</title><div id="root"></div><script src="/app.js"></script>'
const FAILURES: [string, Answer, string, string][] = [
  ['a refusal', { status: 403 }, 'http_403', 'http_403'],
  ['a missing page', { status: 404 }, 'http_404', 'http_404'],
  ['a soft 404', '<title>404 Page not found</title><h1>Page not found</h1>', 'soft_404', 'soft_404'],
  ['a challenge', CHALLENGE, 'challenge_page', 'challenge_page'],
  ['a challenge with status 403', { status: 403, body: CHALLENGE }, 'challenge_page', 'challenge_page'],
  ['an empty shell', SHELL, 'empty', 'needs_browser'],
  ['an empty response', '', 'empty', 'empty'],
  ['a broken PDF', { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 nonsense' }, 'parse', 'parse'],
  ['a failing host', { status: 502 }, 'http_5xx', 'http_5xx'],
]
for (const [what, answer, errorClass, reason] of FAILURES)
  test(`${what} is ${errorClass}, and existing evidence stays`, async () => {
    const site = web.site({ '/security': SECURITY })
    const { id } = await sourceAt(site)
    const good = await crawl(id)
    const [snapshots, claims] = [await count('snapshots', id), await count('evidence_claims', id)]
    site.pages['/security'] = answer
    crawler.clock.advance(DAY)
    const failed = await crawl(id)
    assert.deepEqual([failed.status, failed.errorClass], ['failed', errorClass])
    const source = await stateOf(id)
    assert.deepEqual(
      [source.status, source.status_reason, source.failures, source.last_snapshot_id],
      ['degraded', reason, 1, good.snapshotId],
    )
    const kept = what === 'a broken PDF' ? snapshots + 1 : snapshots
    assert.deepEqual([await count('snapshots', id), await count('evidence_claims', id)], [kept, claims])
    assert.ok(source.next_crawl_at! > deps.clock.now())
  })

test('an unreadable document leaves one failed snapshot and does not count as read', async () => {
  const broken = { headers: { 'content-type': 'application/pdf' }, body: '%PDF-1.4 nonsense' }
  const site = web.site({ '/security': broken })
  const { id, vendor } = await sourceAt(site)
  await crawl(id)
  crawler.clock.advance(DAY)
  await crawl(id)
  const rows = await deps.db
    .selectFrom('provenance.snapshots')
    .select(['extract_status', 'extract_error', 'sha256', 'content_type', 'fetched_at', 'seen_at'])
    .where('source_id', '=', id)
    .execute()
  assert.equal(rows.length, 1)
  const { extract_status, extract_error, sha256, content_type, fetched_at, seen_at } = rows[0]!
  assert.deepEqual([extract_status, content_type], ['failed', 'application/pdf'])
  assert.match(extract_error, /pdf/i)
  assert.equal(seen_at.getTime() - fetched_at.getTime(), DAY)
  assert.equal(String(await readBytes(deps, sha256)), broken.body)
  const [source] = await listSources(deps.db, [vendor])
  assert.equal(source?.observations, 0)

  site.pages['/security'] = SECURITY
  crawler.clock.advance(DAY)
  assert.equal((await crawl(id)).status, 'succeeded')
})

test('a crawl waits for the extractors, however many documents wait already', async (t) => {
  const extractors = openExtractors({ log: deps.log, maxWaiting: 0 })
  t.after(() => extractors.close())
  const long = page('Security', 'Acme is SOC 2 Type II certified.', 'Words and words. '.repeat(6_000))
  const sources = await Promise.all([1, 2, 3].map(() => sourceAt(web.site({ '/security': long }))))
  const read = sources.map(({ id }) => crawlSource({ ...deps, extractors }, id, { trigger: 'operator' }))
  assert.deepEqual(
    (await Promise.all(read)).map(({ status }) => status),
    ['succeeded', 'succeeded', 'succeeded'],
  )
})

test('a host that answers everything with one page is recognized as soft 404, with a single probe', async () => {
  const site = web.site({})
  const { id } = await sourceAt(site, '/legal/security')
  const home = page('Welcome', 'We build things.')
  site.pages = new Proxy({} as Record<string, Answer>, {
    get: (_, path) => (path === '/robots.txt' ? { status: 404 } : home),
  })
  assert.deepEqual((await crawl(id)).errorClass, 'soft_404')
  const probes = () => site.hits.filter((path) => path.includes('no-such-page')).length
  assert.equal(probes(), 1)
  await crawl(id)
  assert.equal(probes(), 1)
})

test('a page closed by robots.txt keeps its evidence and does not count as failing', async () => {
  const site = web.site({ '/security': SECURITY })
  const { id, vendor } = await sourceAt(site)
  await crawl(id)
  site.pages['/robots.txt'] = 'User-agent: VeritraceBot\nDisallow: /'
  for (let i = 0; i < 4; i++) {
    crawler.clock.advance(2 * DAY)
    const { errorClass } = await crawl(id)
    assert.equal(errorClass, 'robots_disallowed')
  }
  const source = await stateOf(id)
  assert.deepEqual([source.status, source.inactive_reason, source.failures], ['inactive', 'robots', 0])
  assert.equal(site.hits.filter((path) => path === '/security').length, 1)
  const derived = deps.db.selectFrom('provenance.vendors').select(['ai_act', 'source_status', 'claim_count'])
  const { ai_act, source_status, claim_count } = await derived.where('id', '=', vendor).executeTakeFirstOrThrow()
  assert.ok(ai_act !== 'red' && source_status === 'unavailable' && claim_count > 0)
  assert.equal((await eventsOf(vendor)).filter((type) => type === 'source.robots_blocked').length, 1)
  site.pages['/robots.txt'] = 'User-agent: *\nDisallow:'
  crawler.clock.advance(2 * DAY)
  await crawl(id)
  assert.equal((await stateOf(id)).status, 'ok')
})

test('a page that is 410 twice is retired', async () => {
  const site = web.site({ '/security': { status: 410 } })
  const { id, vendor } = await sourceAt(site)
  await crawl(id)
  assert.equal((await stateOf(id)).status, 'degraded')
  await crawl(id)
  const source = await stateOf(id)
  assert.deepEqual([source.status, source.inactive_reason], ['inactive', 'gone_410'])
  assert.ok((await eventsOf(vendor)).includes('source.retired'))
  assert.equal((await crawl(id)).status, 'skipped')
})

test('a status page is read as JSON if it has a JSON summary, otherwise as HTML', async () => {
  const summary = JSON.stringify({
    page: { name: 'Acme' },
    status: { indicator: 'none', description: 'All good' },
    incidents: [],
  })
  const spoken = web.site({ '/api/v2/summary.json': summary, '/': page('Status', 'All systems are operational.') })
  await crawl((await sourceAt(spoken, '/', 'status')).id)
  assert.deepEqual(spoken.hits, ['/robots.txt', '/api/v2/summary.json'])
  const silent = web.site({ '/': page('Status', 'All systems are operational.') })
  const { id } = await sourceAt(silent, '/', 'status')
  assert.equal((await crawl(id)).status, 'succeeded')
  await crawl(id)
  assert.deepEqual(
    silent.hits,
    ['/robots.txt', '/api/v2/summary.json', '/', '/'],
    'a missing summary is requested once',
  )
})

test('a crawl that was interrupted by a crash resumes with its own row', async () => {
  const site = web.site({ '/security': SECURITY })
  const { id, vendor } = await sourceAt(site)
  const created_at = deps.clock.now()
  const row = {
    vendor_id: vendor,
    source_id: id,
    source_url: 'x',
    source_kind: 'security',
    trigger: 'operator' as const,
  }
  const job = await insertJob(deps.db, {
    id: `crj_${id}`,
    ...row,
    status: 'running',
    attempts: 1,
    created_at,
    started_at: created_at,
  })
  const outcome = await crawlSource(deps, id, { trigger: 'operator', jobId: job.id })
  const again = await crawlSource(deps, id, { trigger: 'operator', jobId: job.id })
  assert.deepEqual(again, outcome)
  assert.equal((await findJob(deps.db, job.id))?.attempts, 2)
  assert.deepEqual([await count('crawl_jobs', id), await count('snapshots', id)], [1, 1])
  assert.equal(site.hits.filter((path) => path === '/security').length, 1)
})

const SITE = {
  '/robots.txt': 'User-agent: *\nDisallow: /internal\nSitemap: /nowhere',
  '/': `<!doctype html><title>Acme</title><h1>Acme</h1><p>We make things for people who like things.</p>
    <footer><a href="/security">Security</a> <a href="/legal/dpa">Data Processing Agreement</a>
    <a href="/internal/security-policy">Security policy</a></footer>`,
  '/security': SECURITY,
  '/legal/dpa': page('Data Processing Agreement', 'See our <a href="/legal/subprocessors">list of subprocessors</a>.'),
  '/legal/subprocessors': page(
    'Subprocessors',
    '</p><table><tr><th>Name</th><th>Purpose</th><th>Location</th></tr><tr><td>Fabrikam</td><td>Email</td><td>Germany</td></tr></table><p>',
  ),
  '/privacy': page('Privacy Policy', 'We process personal data with care.'),
  '/.well-known/security.txt': 'Contact: mailto:security@acme.example\nExpires: 2027-01-01T00:00:00Z',
}

test('a crawl of a vendor finds its pages and reads each once; a second crawl finds nothing new', async () => {
  const site = web.site({ ...SITE })
  const vendor = await vendorOf(site)
  const steps: string[] = []
  const first = await crawlVendor(deps, vendor.id, { trigger: 'cli', onProgress: ({ step }) => void steps.push(step) })
  assert.equal(first.status, 'succeeded')
  const kinds = first.outcomes.filter(({ status }) => status === 'succeeded').map(({ kind }) => kind)
  for (const kind of ['security', 'dpa', 'subprocessors', 'security_txt', 'privacy'])
    assert.ok(kinds.includes(kind), `${kind} is missing in ${kinds}`)
  assert.ok(!site.hits.some((path) => path.startsWith('/internal')))
  for (const path of ['/', '/security', '/legal/dpa', '/legal/subprocessors', '/privacy'])
    assert.equal(site.hits.filter((hit) => hit === path).length, 1, path)
  assert.deepEqual([steps[0], steps.at(-1)], ['discovering', 'read'])
  crawler.clock.advance(DAY)
  const second = await crawlVendor(deps, vendor.id, { trigger: 'cli' })
  assert.equal(second.added, 0)
  assert.ok(
    second.outcomes.every(({ status, errorClass }) => status === 'unchanged' || errorClass === 'robots_disallowed'),
    JSON.stringify(second.outcomes),
  )
  const closed = await deps.db
    .selectFrom('provenance.sources')
    .select(['url', 'inactive_reason', 'last_success_at'])
    .where('vendor_id', '=', vendor.id)
    .where('status', '=', 'inactive')
    .execute()
  assert.deepEqual(
    closed.map(({ url, ...rest }) => [new URL(url).pathname, rest]),
    [['/internal/security-policy', { inactive_reason: 'robots', last_success_at: null }]],
    'a page that the vendor links and robots.txt disallows is a closed source',
  )
  assert.ok(!(await eventsOf(vendor.id)).includes('score.band_changed'), 'a first crawl creates no score event')
  assert.ok(!site.hits.some((path) => path.startsWith('/internal')))
})

test('a page that has moved is found again, and the new address replaces it only with proof', async () => {
  const site = web.site({ ...SITE })
  const vendor = await vendorOf(site)
  await crawlVendor(deps, vendor.id, { trigger: 'cli' })
  delete (site.pages as Record<string, Answer>)['/security']
  site.pages['/trust/security'] = SECURITY
  site.pages['/'] = SITE['/'].replace('/security"', '/trust/security"')
  crawler.clock.advance(DAY)
  await crawlVendor(deps, vendor.id, { trigger: 'cli' })
  const rows = await deps.db
    .selectFrom('provenance.sources')
    .select(['url', 'status', 'inactive_reason', 'repair_method', 'replacement_for_source_id'])
    .where('vendor_id', '=', vendor.id)
    .where('kind', '=', 'security')
    .where('inactive_reason', '<>', 'robots')
    .orderBy('id')
    .execute()
  assert.deepEqual(
    rows.map(({ url, status, inactive_reason }) => [new URL(url).pathname, status, inactive_reason]),
    [
      ['/security', 'inactive', 'replaced'],
      ['/trust/security', 'ok', ''],
    ],
  )
  assert.ok((await eventsOf(vendor.id)).includes('source.repaired'))
})

test('a permanent redirect that is seen twice replaces the source', async () => {
  const site = web.site({ ...SITE })
  const vendor = await vendorOf(site)
  await crawlVendor(deps, vendor.id, { trigger: 'cli' })
  site.pages['/security'] = { status: 301, headers: { location: '/trust/security' } }
  site.pages['/trust/security'] = SECURITY
  for (let i = 0; i < 2; i++) {
    crawler.clock.advance(DAY)
    await crawlVendor(deps, vendor.id, { trigger: 'cli' })
  }
  const events = await eventsOf(vendor.id)
  assert.equal(events.filter((type) => type === 'source.moved').length, 1)
  assert.ok(events.includes('source.repaired'))
})

test('a vendor whose robots.txt closes everything has this as the failure of its job', async () => {
  const site = web.site({ ...SITE, '/robots.txt': 'User-agent: *\nDisallow: /' })
  const vendor = await vendorOf(site)
  const { jobId, detail } = await crawlVendor(deps, vendor.id, { trigger: 'operator' })
  const job = await findJob(deps.db, jobId)
  assert.deepEqual([job?.status, job?.error_class, job?.robots_allowed], ['failed', 'robots_disallowed', false])
  assert.match(detail, /^robots\.txt disallows this page/)
  assert.deepEqual(site.hits, ['/robots.txt'])
})

test('a vendor crawl that was interrupted by a crash resumes with the unread pages', async () => {
  const site = web.site({ ...SITE })
  const vendor = await vendorOf(site)
  const stop = new AbortController()
  const created_at = deps.clock.now()
  const row = { vendor_id: vendor.id, source_id: null, source_url: 'x', source_kind: '', trigger: 'operator' as const }
  const { id: jobId } = await insertJob(deps.db, { id: `crj_${vendor.id}`, ...row, created_at })
  const crawling = crawlVendor(
    deps,
    vendor.id,
    {
      trigger: 'operator',
      jobId,
      onProgress: (progress) => progress.step === 'reading' && progress.at === 3 && stop.abort(new Error('crash')),
    },
    stop.signal,
  )
  await assert.rejects(crawling, /crash/)
  assert.equal((await findJob(deps.db, jobId))?.status, 'running')
  const read = await listEndedSince(deps.db, vendor.id, created_at)
  assert.equal(read.length, 2, 'pages that were read are recorded')
  const { status, outcomes } = await crawlVendor(deps, vendor.id, { trigger: 'operator', jobId })
  assert.equal(status, 'succeeded')
  assert.deepEqual(
    outcomes
      .slice(0, 2)
      .map(({ jobId }) => jobId)
      .toSorted(),
    read.map(({ id }) => id).toSorted(),
  )
  const rows = deps.db.selectFrom('provenance.crawl_jobs').select(['source_id', 'attempts', 'status'])
  const jobs = await rows.where('vendor_id', '=', vendor.id).execute()
  assert.equal(jobs.length, outcomes.length + 1, 'one row for each source, and one for the vendor')
  assert.equal(new Set(jobs.map(({ source_id }) => source_id)).size, jobs.length)
  assert.equal(jobs.find(({ source_id }) => source_id === null)?.attempts, 2)
})

test('a page that cannot be recorded does not affect the others', async () => {
  const site = web.site({ '/security': SECURITY, '/poison': SECURITY, '/privacy': page('Privacy', 'We take care.') })
  const { vendor, id } = await sourceAt(site)
  const other = (name: string) => ({
    id: `${id}_${name}`,
    vendor_id: vendor,
    kind: name,
    url: `${site.origin}/${name}`,
  })
  const rows = [other('poison'), other('privacy')].map((row) => ({ ...row, created_at: deps.clock.now() }))
  await deps.db.insertInto('provenance.sources').values(rows).execute()
  const table = deps.db.schema.alterTable('provenance.snapshots')
  await table.addCheckConstraint('no_poison', sql`url not like '%/poison'`).execute()
  try {
    const { outcomes } = await crawlVendor(deps, vendor, { trigger: 'operator' })
    const ends = new Map(outcomes.map(({ kind, status, errorClass }) => [kind, `${status} ${errorClass}`.trim()]))
    assert.deepEqual(
      ['security', 'poison', 'privacy'].map((kind) => ends.get(kind)),
      ['succeeded', 'failed extractor', 'succeeded'],
    )
    assert.deepEqual([await count('snapshots', `${id}_poison`), await count('evidence_claims', `${id}_poison`)], [0, 0])
    assert.equal(await count('snapshots', `${id}_privacy`), 1)
  } finally {
    await table.dropConstraint('no_poison').execute()
  }
})

test('bytes that PostgreSQL text cannot store are read, with any content type', async () => {
  const body = SECURITY.replaceAll('Acme', 'Ac\0me')
  const site = web.site({ '/security': { headers: { 'content-type': 'text/html; charset=; x' }, body } })
  const { id } = await sourceAt(site)
  assert.equal((await crawl(id)).status, 'succeeded')
})

test('an unknown domain is added to the directory, but an invalid or forbidden one is not', async () => {
  const site = web.site({ ...SITE })
  const found = await crawlByName(deps, `${site.origin}/about`, () => {})
  assert.deepEqual([found.status, found.vendor.isNew, found.vendor.primary_domain], ['succeeded', true, site.host])
  assert.ok(found.claims.some(({ snippet }) => snippet === 'Acme is SOC 2 Type II certified.'))
  const again = await crawlByName(deps, site.host.toUpperCase(), () => {})
  assert.deepEqual([again.vendor.isNew, again.added], [false, 0])
  for (const name of ['nobody', '', 'http://10.0.0.1/', 'http://user:pw@nobody-knows.example/', 'a b.example'])
    await assert.rejects(
      crawlByName(deps, name, () => {}),
      { name: 'UnknownVendor' },
      name,
    )
})

test('a vendor that has opted out gets no requests', async () => {
  const site = web.site({ ...SITE })
  const { id } = await addVendor(deps, { primary_domain: site.host, website_url: site.origin, opted_out: true })
  assert.equal((await crawlVendor(deps, id, { trigger: 'operator' })).status, 'skipped')
  assert.deepEqual(site.hits, [])
})
