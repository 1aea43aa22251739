// Requests for pages: allowed by robots.txt, in turn, within limits, and with a reason for every refusal.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Database } from '@veritrace/platform/db/open'
import { openSafeFetch } from '@veritrace/platform/outside/safe-fetch'
import { testDatabase } from '@veritrace/platform/testing/db'
import type { Provenance } from '../deps.ts'
import { provenanceMigrations } from '../index.ts'
import { CrawlFailure } from './failure.ts'
import { getPage, newRun, requestPage } from './request-page.ts'
import { openCrawler, openWeb, type Web } from './testing.ts'

const HOUR = 3_600_000
let web: Web
let database: Database
let deps: Provenance
let crawler: Awaited<ReturnType<typeof openCrawler>>
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

const get = (url: string, request = {}) => getPage(deps, newRun(), url, request)
async function failure(work: Promise<unknown>): Promise<CrawlFailure> {
  try {
    await work
  } catch (error) {
    if (error instanceof CrawlFailure) return error
    throw error
  }
  assert.fail('expected a CrawlFailure')
}

test('the crawler identifies itself and links to its description', async () => {
  const site = web.site({ '/': 'hello' })
  const page = await get(`${site.origin}/#part`)
  assert.equal(site.headers['user-agent'], 'VeritraceBot/1.0 (+https://directory.example/bot)')
  assert.deepEqual([page.status, page.body.toString(), site.hits], [200, 'hello', ['/robots.txt', '/']])
})

test('a page that robots.txt disallows is never requested, also through redirects', async () => {
  const closed = web.site({ '/robots.txt': 'User-agent: *\nDisallow: /private', '/private': 'no', '/open': 'yes' })
  const other = web.site({ '/out': { status: 302, headers: { location: `${closed.origin}/private/x` } } })
  const run = newRun()
  const refused = await failure(getPage(deps, run, `${closed.origin}/private/a`))
  assert.deepEqual([refused.errorClass, refused.retryable], ['robots_disallowed', false])
  assert.equal(run.robots?.allowed, false)
  assert.match(run.robots?.rule ?? '', /^Disallow: \/private, line 2, read 2026-11-15T/)
  assert.equal((await failure(get(`${other.origin}/out`))).errorClass, 'robots_disallowed')
  await get(`${closed.origin}/open`)
  assert.deepEqual(closed.hits, ['/robots.txt', '/open'])
})

test('robots.txt rules for our own name override those for all crawlers', async () => {
  const site = web.site({
    '/robots.txt': 'User-agent: *\nDisallow: /\n\nUser-agent: veritracebot\nAllow: /',
    '/a': 'a',
  })
  assert.equal((await get(`${site.origin}/a`)).status, 200)
})

test('robots.txt is read once a day, and a missing one allows everything', async () => {
  const site = web.site({ '/a': 'a' })
  await get(`${site.origin}/a`)
  await get(`${site.origin}/a`)
  crawler.clock.advance(25 * HOUR)
  await get(`${site.origin}/a`)
  assert.deepEqual(site.hits, ['/robots.txt', '/a', '/a', '/robots.txt', '/a'])
})

test('robots.txt may redirect five times, also to another host', async () => {
  const real = web.site({ '/robots.txt': 'User-agent: *\nDisallow: /no' })
  const pages = Object.fromEntries(
    [1, 2, 3, 4].map((n) => [
      `/r${n}`,
      { status: 301, headers: { location: n === 4 ? `${real.origin}/robots.txt` : `/r${n + 1}` } },
    ]),
  )
  const site = web.site({ '/robots.txt': { status: 302, headers: { location: '/r1' } }, '/no': 'no', ...pages })
  assert.equal((await failure(get(`${site.origin}/no`))).errorClass, 'robots_disallowed')
  const endless = web.site({ '/robots.txt': { status: 302, headers: { location: '/robots.txt' } }, '/a': 'a' })
  assert.equal((await get(`${endless.origin}/a`)).status, 200)
})

test('a failing robots.txt closes the host, an existing copy still counts, and after a month it counts as missing', async () => {
  const site = web.site({ '/robots.txt': { status: 503 }, '/a': 'a' })
  const refused = await failure(get(`${site.origin}/a`))
  assert.deepEqual([refused.errorClass, refused.retryable, refused.httpStatus], ['robots_unreachable', true, 503])
  assert.deepEqual(site.hits, ['/robots.txt'])
  await failure(get(`${site.origin}/a`))
  assert.deepEqual(site.hits, ['/robots.txt'], 'it is not requested again immediately')
  crawler.clock.advance(31 * 24 * HOUR)
  assert.equal((await get(`${site.origin}/a`)).status, 200)

  const known = web.site({ '/robots.txt': 'User-agent: *\nDisallow: /no', '/a': 'a' })
  await get(`${known.origin}/a`)
  known.pages['/robots.txt'] = { status: 500 }
  crawler.clock.advance(25 * HOUR)
  assert.equal((await get(`${known.origin}/a`)).status, 200)
  assert.equal((await failure(get(`${known.origin}/no`))).errorClass, 'robots_disallowed')
  crawler.clock.advance(2 * HOUR)
  known.pages['/robots.txt'] = { status: 429, headers: { 'retry-after': '7200' } }
  assert.equal((await failure(get(`${known.origin}/no`))).errorClass, 'robots_disallowed')
})

test('a very long robots.txt is read up to 512 KiB', async () => {
  const long = `User-agent: *\nDisallow: /no\n${'#'.repeat(2_000_000)}\nDisallow: /late`
  const site = web.site({ '/robots.txt': long, '/late': 'late' })
  assert.equal((await get(`${site.origin}/late`)).status, 200)
  assert.equal((await failure(get(`${site.origin}/no`))).errorClass, 'robots_disallowed')
})

test('redirects are followed and recorded, and a redirect loop fails', async () => {
  const site = web.site({
    '/old': { status: 301, headers: { location: '/older' } },
    '/older': { status: 308, headers: { location: '/new?a=1#part' } },
    '/new?a=1': 'new',
    '/loop': { status: 302, headers: { location: '/loop' } },
  })
  const page = await get(`${site.origin}/old`)
  assert.deepEqual([page.url, page.hops.map(({ status }) => status)], [`${site.origin}/new?a=1`, [301, 308]])
  const loop = await failure(get(`${site.origin}/loop`))
  assert.deepEqual([loop.errorClass, loop.retryable], ['redirect_loop', false])
})

test('an existing copy is revalidated instead of fetched again', async () => {
  const site = web.site({
    '/a': (request, response) =>
      request.headers['if-none-match'] === '"1"'
        ? response.writeHead(304).end()
        : response.writeHead(200, { 'content-type': 'text/html', etag: '"1"' }).end('a'),
  })
  assert.equal((await get(`${site.origin}/a`)).headers.etag, '"1"')
  assert.equal((await get(`${site.origin}/a`, { etag: '"1"' })).status, 304)
})

const big = gzipSync(Buffer.alloc(12_000_000))
const ANSWERS: [string, Parameters<Web['site']>[0], string, boolean][] = [
  ['a refusal', { '/a': { status: 403 } }, 'http_403', false],
  ['a page that needs a sign-in', { '/a': { status: 401 } }, 'http_403', false],
  ['a missing page', {}, 'http_404', false],
  ['a page that is permanently gone', { '/a': { status: 410 } }, 'http_410', false],
  ['a host that limits requests', { '/a': { status: 429 } }, 'http_429', true],
  ['a host that fails', { '/a': { status: 500 } }, 'http_5xx', true],
  ['a server without an implementation', { '/a': { status: 501 } }, 'http_5xx', false],
  ['a video', { '/a': { headers: { 'content-type': 'video/mp4' }, body: 'x' } }, 'unsupported_type', false],
  ['too many bytes', { '/a': { body: Buffer.alloc(10_000_001) } }, 'too_large', false],
  [
    'too many bytes after decompression',
    { '/a': { headers: { 'content-encoding': 'gzip' }, body: big } },
    'too_large',
    false,
  ],
  ['an invalid encoding', { '/a': { headers: { 'content-encoding': 'gzip' }, body: 'x' } }, 'parse', false],
  ['a connection that breaks', { '/a': (request) => request.socket.destroy() }, 'connect', true],
]
for (const [what, pages, errorClass, retryable] of ANSWERS)
  test(`${what}: ${errorClass}, ${retryable ? 'retried' : 'not retried'} soon`, async () => {
    const site = web.site(pages)
    const failed = await failure(get(`${site.origin}/a`))
    assert.deepEqual([failed.errorClass, failed.retryable], [errorClass, retryable])
    assert.ok(site.hits.filter((path) => path === '/a').length === 1)
  })

test('an unreachable host fails with the class of its name, port or certificate', async () => {
  const unnamed = openSafeFetch({ allow: [], lookup: async () => [] })
  const nowhere = await failure(getPage({ ...deps, fetch: unnamed }, newRun(), 'https://unnamed.example/'))
  await unnamed.close()
  assert.deepEqual([nowhere.errorClass, nowhere.retryable], ['dns', true])
  assert.equal((await failure(get(`https://tls.test:${web.port}/`))).errorClass, 'tls_invalid')
  assert.equal((await failure(get('http://127.0.0.1:1/'))).errorClass, 'connect')
})

test('no address leads into the internal network', async () => {
  const inside = [
    'http://10.0.0.1/',
    'http://169.254.169.254/latest/',
    'http://0x7f000002/',
    'http://[::1]/',
    'http://2130706434/',
  ]
  for (const url of [...inside, 'file:///etc/passwd', 'http://user:pw@example.com/'])
    assert.equal((await failure(get(url))).errorClass, 'ssrf_blocked', url)
  web.names.set('metadata.test', ['169.254.169.254'])
  assert.equal((await failure(get('http://metadata.test/'))).errorClass, 'ssrf_blocked')
  const site = web.site({ '/in': { status: 302, headers: { location: `http://127.0.0.2:${web.port}/secret` } } })
  assert.equal((await failure(get(`${site.origin}/in`))).errorClass, 'ssrf_blocked')
})

test('a name that is rebound after robots.txt was read gets no request', async () => {
  const site = web.site({
    '/a': { headers: { connection: 'close' }, body: 'a' },
    '/robots.txt': { headers: { connection: 'close' } },
  })
  await get(`${site.origin}/a`)
  web.names.set(site.host, ['127.0.0.2'])
  const { hits } = site
  const asked = hits.length
  assert.equal((await failure(get(`${site.origin}/a`))).errorClass, 'ssrf_blocked')
  assert.equal(hits.length, asked)
})

test('the number of requests to a host in one crawl is limited', async () => {
  const site = web.site({ '/a': 'a' })
  const run = newRun()
  const few = { ...deps, crawl: { ...deps.crawl, maxPages: 2 } }
  await requestPage(few, run, `${site.origin}/a`)
  await requestPage(few, run, `${site.origin}/b`)
  await assert.rejects(requestPage(few, run, `${site.origin}/c`), { name: 'Deferred' })
  assert.equal(site.hits.length, 3)
})
