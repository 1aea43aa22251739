// Two workers share one host and take turns.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import type { Database } from '@veritrace/platform/db/open'
import { testDatabase } from '@veritrace/platform/testing/db'
import { provenanceMigrations } from '../index.ts'
import { findHost } from './host-store.ts'
import { getPage, newRun } from './request-page.ts'
import { openCrawler, openWeb, type Web } from './testing.ts'

let web: Web
let database: Database
before(async () => {
  database = await testDatabase([provenanceMigrations])
  web = await openWeb()
})
after(() => web.close())

async function polite(env: Record<string, string> = {}) {
  const crawler = await openCrawler(database, web, { env: { CRAWL_DELAY_MS: '2000', ...env } })
  const moments: number[] = []
  let speaking = 0
  let most = 0
  /** A page that records when it is requested and how many requests are concurrent. */
  const page = (_: unknown, response: { end(text: string): void }): void => {
    moments.push(crawler.clock.now().getTime())
    most = Math.max(most, ++speaking)
    setImmediate(() => {
      speaking -= 1
      response.end('page')
    })
  }
  const pauses = (): number[] => moments.slice(1).map((moment, i) => moment - moments[i]!)
  return { ...crawler, page, pauses, most: () => most, moments }
}

test('requests to a host have a pause between them, also across crawls', async () => {
  const { deps, page, pauses, close } = await polite()
  const site = web.site({ '/a': page, '/b': page, '/c': page })
  for (const path of ['/a', '/b', '/c']) await getPage(deps, newRun(), site.origin + path)
  assert.ok(
    pauses().every((ms) => ms >= 2_000),
    String(pauses()),
  )
  await close()
})

test('two workers never send concurrent requests to one host, nor without the pause', async () => {
  const { deps, page, pauses, most, moments, close } = await polite()
  const paths = Array.from({ length: 8 }, (_, i) => `/${i}`)
  const site = web.site(Object.fromEntries(paths.map((path) => [path, page])))
  const read = async (mine: string[]) => {
    for (const path of mine) await getPage(deps, newRun(), site.origin + path)
  }
  await Promise.all([read(paths.slice(0, 4)), read(paths.slice(4))])
  assert.deepEqual([moments.length, most()], [8, 1])
  assert.ok(
    pauses().every((ms) => ms >= 2_000),
    String(pauses()),
  )
  assert.equal(site.hits.filter((path) => path === '/robots.txt').length, 1)
  await close()
})

test('Crawl-delay is obeyed', async () => {
  const { deps, page, pauses, close } = await polite()
  const site = web.site({ '/robots.txt': 'User-agent: *\nCrawl-delay: 7', '/a': page, '/b': page })
  await getPage(deps, newRun(), `${site.origin}/a`)
  await getPage(deps, newRun(), `${site.origin}/b`)
  assert.ok(pauses()[0]! >= 7_000, String(pauses()))
  await close()
})

test('a host that sends Retry-After gets no request until then', async () => {
  const { deps, clock, close } = await polite()
  const site = web.site({ '/a': { status: 503, headers: { 'retry-after': '3600' } }, '/b': 'b' })
  await assert.rejects(getPage(deps, newRun(), `${site.origin}/a`), { errorClass: 'http_5xx' })
  await assert.rejects(getPage(deps, newRun(), `${site.origin}/b`), { name: 'Deferred' })
  assert.ok(!site.hits.includes('/b'))
  clock.advance(3_600_000)
  await getPage(deps, newRun(), `${site.origin}/b`)
  assert.equal((await findHost(deps.db, site.origin))?.strikes, 0)
  await close()
})

test('a worker that crashed while it held a host does not block it forever', async () => {
  const { deps, clock, waits, close } = await polite()
  const site = web.site({ '/a': 'a' })
  await getPage(deps, newRun(), `${site.origin}/a`)
  const lost = { busy_by: 'gone', busy_until: new Date(clock.now().getTime() + 60_000) }
  await deps.db.updateTable('provenance.crawl_hosts').set(lost).where('origin', '=', site.origin).execute()
  await getPage(deps, newRun(), `${site.origin}/a`)
  assert.ok(waits.reduce((sum, ms) => sum + ms, 0) >= 60_000)
  await close()
})

test('without a configured pause, requests do not wait', async () => {
  const { deps, waits, close } = await polite({ CRAWL_DELAY_MS: '0' })
  const site = web.site({ '/a': 'a' })
  await Promise.all([1, 2, 3].map(() => getPage(deps, newRun(), `${site.origin}/a`)))
  assert.deepEqual(waits, [])
  await close()
})
