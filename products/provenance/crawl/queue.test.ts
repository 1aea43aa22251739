// Crawls are queued, scheduled and processed by workers, each once.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '@veritrace/platform/clock'
import type { Database } from '@veritrace/platform/db/open'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Jobs } from '@veritrace/platform/jobs/job'
import { lateJobs } from '@veritrace/platform/jobs/late'
import { openJobs } from '@veritrace/platform/jobs/open'
import { testDatabase } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'
import type { Provenance } from '../deps.ts'
import { provenanceMigrations } from '../index.ts'
import { addVendor } from '../vendors/testing.ts'
import { findJob } from './job-store.ts'
import { crawlJobs } from './jobs.ts'
import { CRAWL_SOURCE, CRAWL_VENDOR, type CrawlOrder, queueCrawl } from './queue-crawl.ts'
import { scheduleCrawls } from './schedule-crawls.ts'
import { openCrawler, openWeb, type Site, type Web } from './testing.ts'

const DAY = 24 * 3_600_000
let web: Web
let database: Database
let crawler: Awaited<ReturnType<typeof openCrawler>>
let deps: Provenance
let jobs: Jobs
before(async () => {
  database = await testDatabase([provenanceMigrations])
  web = await openWeb()
  const late = lateJobs()
  crawler = await openCrawler(database, web, { jobs: late })
  deps = crawler.deps
  jobs = await openJobs({ database, jobs: crawlJobs(deps), clock: systemClock, log: deps.log })
  late.arrive(jobs)
})
after(async () => {
  await jobs.stop()
  await crawler.close()
  await web.close()
})

const PAGE = `<title>Security</title><h1>Security</h1><p>${'Acme keeps data safe and tells its customers how it does so. '.repeat(10)}</p>`
const vendorAt = (site: Site, fields = {}) =>
  addVendor(deps, { primary_domain: site.host, website_url: `${site.origin}/`, ...fields })
const queue = (order: Omit<CrawlOrder, 'trigger'>) =>
  transact(deps.db, (tx) => queueCrawl(deps, tx, { ...order, trigger: 'operator' }))
async function ended(id: string) {
  for (let i = 0; i < 500; i++) {
    const job = await findJob(deps.db, id)
    if (job?.completed_at) return job
    await sleep(20)
  }
  assert.fail('the crawl did not end')
}
const addDue = async (vendor_id: string, url: string, fields = {}) => {
  const id = newId('src')
  const now = deps.clock.now()
  const row = { id, vendor_id, url, kind: 'security', created_at: now, next_crawl_at: now, ...fields }
  await deps.db.insertInto('provenance.sources').values(row).execute()
  return id
}
const jobsOf = (vendor: string) =>
  deps.db.selectFrom('provenance.crawl_jobs').select(['source_id', 'status']).where('vendor_id', '=', vendor).execute()

test('only public addresses on hosts of the vendor are crawled', async () => {
  const site = web.site({})
  const { id: vendorId } = await vendorAt(site, { hosts: ['acme.trust.example'] })
  const refused: [string, string][] = [
    ['http://169.254.169.254/latest/meta-data/', 'ssrf_blocked'],
    ['http://0x7f000002/', 'ssrf_blocked'],
    ['http://2130706434/', 'ssrf_blocked'],
    ['http://[::ffff:10.0.0.1]/', 'ssrf_blocked'],
    ['http://10.0.0.1/', 'ssrf_blocked'],
    ['file:///etc/passwd', 'ssrf_blocked'],
    [`http://user:pw@${site.host}/`, 'ssrf_blocked'],
    ['https://other.example/security', 'unacceptable'],
    [`https://not${site.host}/`, 'unacceptable'],
    [`https://${site.host}.other.example/`, 'unacceptable'],
  ]
  for (const [sourceUrl, code] of refused) await assert.rejects(queue({ vendorId, sourceUrl }), { code }, sourceUrl)
  assert.deepEqual([await jobsOf(vendorId), site.hits], [[], []])
  await queue({ vendorId, sourceUrl: 'https://acme.trust.example/#top' })
  await queue({ vendorId, sourceUrl: `https://trust.${site.host}/` })
  await assert.rejects(queue({ vendorId: 'ven_none' }), { code: 'vendor_not_found' })
  const { id: silent } = await vendorAt(site, { opted_out: true })
  await assert.rejects(queue({ vendorId: silent }), { code: 'unacceptable' })
})

test('due sources are queued once; inactive ones and vendors that have opted out are not', async () => {
  // Move the clock to a time when no source of other tests is due.
  crawler.clock.advance(-9_000 * DAY)
  const site = web.site({})
  const known = { next_discovery_at: new Date('2099-01-01') }
  const { id: vendor } = await vendorAt(site, known)
  const { id: silent } = await vendorAt(site, { ...known, opted_out: true })
  const due = await addDue(vendor, `${site.origin}/a`)
  const closed = await addDue(vendor, `${site.origin}/b`, { status: 'inactive', inactive_reason: 'robots' })
  await addDue(vendor, `${site.origin}/c`, { status: 'inactive', inactive_reason: 'replaced' })
  await addDue(vendor, `${site.origin}/d`, { next_crawl_at: new Date(deps.clock.now().getTime() + DAY) })
  await addDue(silent, `${site.origin}/e`)
  await Promise.all([scheduleCrawls(deps), scheduleCrawls(deps)])
  await scheduleCrawls(deps)
  const found = (await jobsOf(vendor)).map(({ source_id }) => source_id)
  assert.deepEqual(found.toSorted(), [due, closed].toSorted())
  assert.deepEqual(await jobsOf(silent), [])
  crawler.clock.advance(9_000 * DAY)
})

test('a new vendor is crawled as a whole', async () => {
  const site = web.site({ '/': PAGE })
  const { id } = await vendorAt(site)
  const others = deps.db.updateTable('provenance.vendors').set({ next_discovery_at: new Date('2099-01-01') })
  await others.where('next_discovery_at', 'is', null).where('id', '<>', id).execute()
  await scheduleCrawls(deps)
  await scheduleCrawls(deps)
  assert.equal((await jobsOf(id)).filter(({ source_id }) => source_id === null).length, 1)
})

test('a page entered by an operator becomes a source and is read by a worker', async (t) => {
  // Jobs that other tests have queued must not run here.
  await sql`delete from jobs.job where name in (${CRAWL_SOURCE}, ${CRAWL_VENDOR})`.execute(deps.db)
  await jobs.start()
  t.after(() => jobs.stop())
  const site = web.site({ '/legal/security': PAGE })
  const { id: vendorId } = await vendorAt(site)
  const order = { vendorId, sourceUrl: `${site.origin}/legal/security#part` }
  const { id, status } = await queue(order)
  assert.equal(status, 'queued')
  const job = await ended(id)
  assert.deepEqual([job.status, job.attempts, job.trigger, job.robots_allowed], ['succeeded', 1, 'operator', true])
  assert.equal((await queue(order)).source_id, job.source_id)
  const whole = await ended((await queue({ vendorId })).id)
  assert.deepEqual([whole.status, whole.source_id], ['succeeded', null])
})
