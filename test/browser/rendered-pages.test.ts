// Pages that are empty without scripts, read by the crawler in a real browser without direct network access.
import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, test } from 'node:test'
import type { Database } from '@veritrace/platform/db/open'
import { openLog } from '@veritrace/platform/log'
import { testDatabase } from '@veritrace/platform/testing/db'
import { openRenderer, type Renderer } from '../../products/provenance/crawl/browser/renderer.ts'
import { crawlSource } from '../../products/provenance/crawl/crawl-source.ts'
import { crawlVendor } from '../../products/provenance/crawl/crawl-vendor.ts'
import { readBytes } from '../../products/provenance/crawl/snapshots.ts'
import { findSource } from '../../products/provenance/crawl/store.ts'
import { type Answer, openCrawler, openWeb, type Site, type Web } from '../../products/provenance/crawl/testing.ts'
import { EXPECTED } from '../../products/provenance/demo-web/expected.ts'
import { openDemoWeb } from '../../products/provenance/demo-web/open.ts'
import { readDocument } from '../../products/provenance/extract/read/read.ts'
import { provenanceMigrations } from '../../products/provenance/index.ts'
import { addVendor } from '../../products/provenance/vendors/testing.ts'
import { browserPath, hasBrowser, NO_BROWSER } from './chromium.ts'

const skip = hasBrowser() ? false : NO_BROWSER
const log = openLog('silent')
let web: Web
let database: Database
let crawler: Awaited<ReturnType<typeof openCrawler>>
/** A machine inside our own network, which must never be reached. */
let inside: Server
let insideAddress = ''
const reached: string[] = []

const open = async (limits = {}): Promise<Renderer> =>
  openRenderer({ path: await browserPath(), sandbox: process.getuid?.() !== 0, log, limits })

before(async () => {
  if (skip) return
  database = await testDatabase([provenanceMigrations])
  web = await openWeb()
  inside = createServer((request, response) => {
    reached.push(request.url ?? '')
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('secret')
  })
  inside.on('connection', () => reached.push('connection'))
  await new Promise<void>((done) => inside.listen(0, '127.0.0.2', done))
  insideAddress = `127.0.0.2:${(inside.address() as AddressInfo).port}`
  crawler = await openCrawler(database, web, { browser: await open({ ms: 8_000, patienceMs: 2_000 }) })
})
after(async () => {
  if (skip) return
  await crawler.close()
  await web.close()
  inside.closeAllConnections()
  await new Promise((done) => inside.close(done))
})

const SHELL = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Acme Trust Center</title></head>
<body><noscript>You need to enable JavaScript to run this app.</noscript><div id="root"></div><script src="/app.js"></script></body></html>`
const FILLER = 'This page tells customers of Acme about security at length, as customers like to read it. '.repeat(4)
const SAYS = `<h1>Security</h1><p>Acme is SOC 2 Type II certified.</p><p>All data is encrypted at rest with AES-256.</p><p>${FILLER}</p>`
const script = (text: string): Answer => ({ headers: { 'content-type': 'text/javascript' }, body: text })
const fill = (html = SAYS): string => `document.getElementById('root').innerHTML = ${JSON.stringify(html)};`
const json = (body: unknown): Answer => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

async function sourceAt(site: Site) {
  const vendor = await addVendor(crawler.deps, {
    ...{ display_name: 'Acme', primary_domain: site.host, website_url: `${site.origin}/` },
  })
  const id = `src_${vendor.id.slice(4)}`
  const row = { id, vendor_id: vendor.id, kind: 'security', url: `${site.origin}/security` }
  const source = { ...row, created_at: crawler.clock.now() }
  await crawler.deps.db.insertInto('provenance.sources').values(source).execute()
  return { id, vendor: vendor.id }
}
const shell = (app: string, more: Record<string, Answer> = {}): Site =>
  web.site({ '/security': { headers: { etag: '"shell"' }, body: SHELL }, '/app.js': script(app), ...more })
const crawl = (id: string, deps = crawler.deps) => crawlSource(deps, id, { trigger: 'operator' })
const snapshotOf = (id: string) =>
  crawler.deps.db
    .selectFrom('provenance.snapshots')
    .select(['sha256', 'rendered', 'warnings', 'content_type'])
    .where('source_id', '=', id)
    .executeTakeFirst()
const rendered = async (id: string): Promise<string> => {
  const { sha256 } = (await snapshotOf(id))!
  return Buffer.from((await readBytes(crawler.deps, sha256))!).toString()
}

test('a page that only its scripts fill is read as rendered, and reports that', { skip }, async () => {
  const app = `fetch('/api/security').then((answer) => answer.json()).then(({ html }) => {
    const add = () => { document.getElementById('root').innerHTML = html }
    setTimeout(add, 300)
  })`
  const site = shell(app, { '/api/security': json({ html: SAYS }) })
  const { id } = await sourceAt(site)
  const outcome = await crawl(id)
  assert.deepEqual([outcome.status, outcome.detail], ['succeeded', ''])
  assert.ok(outcome.claims >= 2, String(outcome.claims))
  const snapshot = (await snapshotOf(id))!
  assert.deepEqual([snapshot.rendered, snapshot.warnings], ['whole', ['rendered']])
  assert.equal((await findSource(crawler.deps.db, id))!.status_reason, 'rendered')
  // Every quote is verbatim in the text of the stored document.
  const { text } = await readDocument(Buffer.from(await rendered(id)), snapshot.content_type)
  const claims = await crawler.deps.db
    .selectFrom('provenance.evidence_claims')
    .select(['snippet', 'snippet_start as from', 'snippet_end as to'])
    .where('source_id', '=', id)
    .execute()
  for (const { snippet, from, to } of claims) assert.equal(text.slice(from, to), snippet)
  assert.deepEqual(
    site.hits.filter((path) => path !== '/robots.txt' && !path.includes('no-such-page')),
    ['/security', '/app.js', '/api/security'],
  )
  assert.match(site.headers['user-agent'] ?? '', /^VeritraceBot/)
  // The shell may stay the same for years, so the content of its scripts is always fetched again.
  assert.equal((await crawl(id)).status, 'unchanged')
  assert.equal(site.headers['if-none-match'], undefined)
})

test('content in the shadow DOM of components can be read', { skip }, async () => {
  const app = `customElements.define('trust-center', class extends HTMLElement {
    connectedCallback() { this.attachShadow({ mode: 'closed' }).innerHTML = '<main><slot></slot>' + ${JSON.stringify(SAYS)} + '</main>' }
  }); document.getElementById('root').innerHTML = '<trust-center><p>Slotted words.</p></trust-center>'`
  const { id } = await sourceAt(shell(app))
  assert.equal((await crawl(id)).status, 'succeeded')
  assert.match(await rendered(id), /Slotted words\..*SOC 2 Type II/s)
})

test('a page cannot reach our own network in any way', { skip }, async () => {
  const target = `http://${insideAddress}`
  const site = shell(
    `const quiet = (work) => Promise.resolve().then(work).catch(() => {})
    const all = [
      () => fetch('${target}/fetch'), () => fetch('http://169.254.169.254/latest/meta-data/'),
      () => fetch('http://metadata.google.internal/'), () => fetch('file:///etc/passwd'),
      () => fetch('/hop'), () => fetch('//named.' + location.host + '/named'),
      () => { new Image().src = '${target}/image' }, () => navigator.sendBeacon('${target}/beacon', 'x'),
      () => new WebSocket('ws://${insideAddress}/socket'), () => new EventSource('${target}/events'),
      () => { document.head.append(Object.assign(document.createElement('link'), { rel: 'prefetch', href: '${target}/prefetch' })) },
      () => { document.head.append(Object.assign(document.createElement('link'), { rel: 'preconnect', href: '${target}' })) },
      () => { document.body.append(Object.assign(document.createElement('iframe'), { src: '${target}/frame' })) },
      () => { const form = Object.assign(document.createElement('form'), { action: '${target}/form', method: 'post', target: 'x' }); document.body.append(form); form.submit() },
      () => window.open('${target}/window'),
      () => new Worker(URL.createObjectURL(new Blob(['fetch("${target}/worker"); importScripts("${target}/imported"); new WebSocket("ws://${insideAddress}/w")']))),
      () => navigator.serviceWorker.register('/app.js'),
      () => { location.href = '${target}/gone' },
    ]
    Promise.all(all.map(quiet)).then(() => { ${fill()} })`,
    { '/hop': { status: 302, headers: { location: `${target}/hopped` } } },
  )
  web.names.set(`named.${site.host}`, ['127.0.0.2'])
  const { id } = await sourceAt(site)
  const outcome = await crawl(id)
  assert.equal(outcome.status, 'succeeded', outcome.detail)
  assert.deepEqual(reached, [])
  // The page may have had content from there.
  assert.deepEqual((await snapshotOf(id))!.warnings.slice(0, 2), ['rendered', 'rendered_in_part'])
})

test('scripts must not fetch what robots.txt forbids, and the page counts as partially read', {
  skip,
}, async () => {
  const site = shell(
    `${fill()} fetch('/private/list').then((answer) => answer.text()).then((text) => { document.body.append(text) })`,
    {
      '/robots.txt': 'User-agent: *\nDisallow: /private/\n',
      '/private/list': 'Stripe',
    },
  )
  const { id } = await sourceAt(site)
  assert.equal((await crawl(id)).status, 'succeeded')
  assert.equal(site.hits.includes('/private/list'), false)
  assert.deepEqual((await snapshotOf(id))!.rendered, 'part')
  assert.doesNotMatch(await rendered(id), /Stripe/)
})

test('images, fonts, trackers and other sites are blocked; missing ones do not make a page partial', {
  skip,
}, async () => {
  const other = web.site({ '/lib.js': script('document.title = "other"') })
  const site = shell(
    `${fill(`${SAYS}<img src="/logo.png"><video src="/film.mp4"></video>`)}
    navigator.sendBeacon('/count'); const tag = document.createElement('script'); tag.src = 'https://www.googletagmanager.com/gtag/js'; document.head.append(tag)`,
  )
  const { id } = await sourceAt(site)
  assert.equal((await crawl(id)).status, 'succeeded')
  assert.deepEqual((await snapshotOf(id))!.rendered, 'whole')
  assert.deepEqual(
    site.hits.filter((path) => /logo|film|count/.test(path)),
    [],
  )
  site.pages['/app.js'] = script(
    `${fill()} const tag = document.createElement('script'); tag.src = '${other.origin}/lib.js'; document.head.append(tag)`,
  )
  const again = await sourceAt(site)
  assert.equal((await crawl(again.id)).status, 'succeeded')
  assert.deepEqual([other.hits, (await snapshotOf(again.id))!.rendered], [[], 'part'])
})

const ENDLESS: readonly [what: string, app: string, errorClass: string, reason: string][] = [
  [
    'never comes to rest',
    `setInterval(() => document.getElementById('root').append('more words '), 50)`,
    'timeout',
    'timeout',
  ],
  ['holds its thread for ever', 'for (;;) {}', 'timeout', 'timeout'],
  ['waits for an answer that does not come', `fetch('/slow')`, 'timeout', 'timeout'],
  ['stays empty', 'document.title = "Acme"', 'empty', 'empty'],
  [
    'loads without end',
    `let n = 0; const next = () => fetch('/app.js?' + n++).finally(next); for (let i = 0; i < 20; i++) next()`,
    'too_large',
    'too_large',
  ],
]
for (const [what, app, errorClass, reason] of ENDLESS)
  test(`a page that ${what} is given up, and the next one is read`, { skip }, async () => {
    const site = shell(app, { '/slow': () => {} })
    for (let n = 0; n < 200; n++) site.pages[`/app.js?${n}`] = script('')
    const { id } = await sourceAt(site)
    // It may make more requests than usual for a whole crawl.
    const deps = { ...crawler.deps, crawl: { ...crawler.deps.crawl, maxPages: 1_000 } }
    const outcome = await crawl(id, deps)
    assert.deepEqual([outcome.status, outcome.errorClass], ['failed', errorClass], outcome.detail)
    assert.equal((await findSource(deps.db, id))!.status_reason, reason)
    assert.equal(await snapshotOf(id), undefined)
    const next = await sourceAt(shell(fill()))
    assert.equal((await crawl(next.id)).status, 'succeeded')
  })

test('a rendered page is one turn at its host: its requests need no pause between them, but one afterward', {
  skip,
}, async () => {
  const polite = await openCrawler(database, web, {
    ...{ env: { CRAWL_DELAY_MS: '2000' }, browser: { ...crawler.deps.browser!, close: async () => {} } },
  })
  const parts = Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`/part-${n}`, json({})]))
  const site = shell(`${fill()} for (let n = 0; n < 8; n++) fetch('/part-' + n)`, parts)
  const { id } = await sourceAt(site)
  assert.equal((await crawl(id, polite.deps)).status, 'succeeded')
  assert.equal(site.hits.filter((path) => path.startsWith('/part-')).length, 8)
  // Before the page, before its rendering, and before the request for a nonexistent path.
  assert.deepEqual(polite.waits, [2_000, 2_000, 2_000])
  const { next_allowed_at, busy_until } = await polite.deps.db
    .selectFrom('provenance.crawl_hosts')
    .select(['next_allowed_at', 'busy_until'])
    .where('origin', '=', site.origin)
    .executeTakeFirstOrThrow()
  assert.deepEqual([next_allowed_at > polite.clock.now(), busy_until <= polite.clock.now()], [true, true])
  await polite.close()
})

test('a temporarily failed request leaves an incomplete page, which is not stored', { skip }, async () => {
  const site = shell(`${fill()} fetch('/api/list')`, { '/api/list': { status: 503 } })
  const { id } = await sourceAt(site)
  const outcome = await crawl(id)
  assert.deepEqual([outcome.errorClass, outcome.retryable], ['http_5xx', true])
})

test('without a browser, or with one that does not start, the source says what is missing', { skip }, async () => {
  const broken = openRenderer({ path: '/no/such/program', sandbox: true, log })
  for (const browser of [undefined, broken]) {
    const { id } = await sourceAt(shell(fill()))
    const outcome = await crawl(id, { ...crawler.deps, browser })
    assert.deepEqual([outcome.status, outcome.errorClass], ['failed', 'empty'])
    assert.equal((await findSource(crawler.deps.db, id))!.status_reason, 'needs_browser')
  }
})

test('links of a home page are found if only its scripts write them', { skip }, async () => {
  const home = `<h1>Acme</h1><p>${FILLER}</p><footer><a href="/security">Security</a></footer>`
  const site = web.site({
    ...{ '/': SHELL, '/security': SHELL, '/robots.txt': 'User-agent: *\nAllow: /\n' },
    '/app.js': script(
      `document.getElementById('root').innerHTML = location.pathname === '/' ? ${JSON.stringify(home)} : ${JSON.stringify(SAYS)}`,
    ),
  })
  const vendor = await addVendor(crawler.deps, {
    ...{ display_name: 'Acme', primary_domain: site.host, website_url: `${site.origin}/` },
  })
  const { outcomes } = await crawlVendor(crawler.deps, vendor.id, { trigger: 'operator' })
  const read = outcomes.filter(({ status }) => status === 'succeeded').map(({ url }) => new URL(url).pathname)
  assert.deepEqual(read.toSorted(), ['/', '/security'])
  // Files shared by both pages are fetched once.
  assert.equal(site.hits.filter((path) => path === '/app.js').length, 1)
})

test('the demo vendor with a single-page app has the claims of its golden profile', { skip }, async () => {
  const demo = await openDemoWeb({ port: 0, day: 0 })
  const host = 'duskpantry.localhost'
  const vendor = await addVendor(crawler.deps, {
    ...{ display_name: 'Duskpantry', primary_domain: host, website_url: `http://${host}:${demo.port}/` },
  })
  await crawlVendor(crawler.deps, vendor.id, { trigger: 'operator' }).finally(() => demo.close())
  const claims = await crawler.deps.db
    .selectFrom('provenance.evidence_claims')
    .select(['category', 'predicate', 'value'])
    .where('vendor_id', '=', vendor.id)
    .execute()
  const values = (fits: (claim: (typeof claims)[number]) => boolean): string[] =>
    [...new Set(claims.filter(fits).map(({ value }) => value))].toSorted()
  assert.deepEqual(
    {
      certifications: values(({ category }) => category === 'certification'),
      subprocessors: values(({ predicate }) => predicate === 'uses_subprocessor'),
    },
    EXPECTED.duskpantry!.rendered,
  )
})
