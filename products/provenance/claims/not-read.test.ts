// Pages that could not be read are reported as not read with the reason, and never as missing evidence.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { fakeClock } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { extract } from '../extract/extract.ts'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { reextract } from '../reextract/reextract.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'
import { addSource } from '../vendors/testing.ts'
import { aPage, aVendor, eventsOf, fetched, listPage, type TestVendor } from './testing.ts'

const DAY = 24 * 3_600_000
const clock = fakeClock(new Date('2026-11-02T12:00:00Z'))
let app: TestApp
let deps: ProvenanceParts
before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async () => [] }
    return provenance(deps)
  })
})
after(() => app.close())
const ask = () => app.visitor(vendors)

const ENGLISH =
  '<title>Security</title><h1>Security</h1><p>Acme is SOC 2 Type 2 certified. We take security seriously.</p>'
const FINNISH = `<html lang="fi"><title>Tietoturva</title><h1>Tietoturva</h1>
<p>Kaikki asiakkaiden tiedot salataan levossa ja siirrossa, ja avaimet vaihdetaan säännöllisesti vuosittain uusiin.</p>
<p>Riippumaton yritys testaa palvelumme murtautumalla siihen joka vuosi, ja korjaamme löydetyt haavoittuvuudet heti.</p>
<p>Tietoturvaongelmista voi ilmoittaa meille sähköpostitse, ja vastaamme jokaiseen ilmoitukseen kahden päivän kuluessa.</p>
<p>Asiakkaiden tiedot säilytetään konesaleissa, jotka sijaitsevat Suomessa, eikä niitä siirretä maan rajojen ulkopuolelle.</p></html>`

const profileOf = ({ slug }: TestVendor, query = {}) => ask().profile({ params: { slug }, query })
const outcomes = async ({ slug }: TestVendor, query = {}) =>
  Object.fromEntries(
    (await ask().score({ params: { slug }, query })).items.map(({ rule_id, outcome }) => [rule_id, outcome]),
  )
const gapsOf = async (vendor: TestVendor, query = {}) => (await profileOf(vendor, query)).gaps.map(({ id }) => id)
const pageText = async ({ slug }: TestVendor) => (await fetch(`${app.url}/vendors/${slug}`)).text()
const refresh = ({ id }: TestVendor) => transact(deps.db, (tx) => refreshVendor(deps, tx, id))

async function readEnglishAnd(body: string): Promise<{ vendor: TestVendor; page: string; snapshotId: string }> {
  const vendor = await aVendor(deps)
  await fetched(deps, vendor, await aPage(deps, vendor, 'security'), ENGLISH)
  const page = await aPage(deps, vendor, 'trust_center')
  const { snapshotId } = await fetched(deps, vendor, page, body)
  return { vendor, page, snapshotId }
}

test('a topic is missing if the page was read, but not if the page is in an unsupported language', async () => {
  const silent = await readEnglishAnd('<h1>Trust</h1><p>You can trust us.</p>')
  assert.equal((await outcomes(silent.vendor)).encryption, 'not_met')
  assert.ok((await gapsOf(silent.vendor)).includes('no_encryption'))

  const { vendor } = await readEnglishAnd(FINNISH)
  const { audited, encryption, penetration_test, vulnerability_disclosure } = await outcomes(vendor)
  assert.deepEqual(
    [audited, encryption, penetration_test, vulnerability_disclosure],
    ['met', 'not_read', 'not_read', 'not_read'],
  )
  const { gaps, sources, vendor: seen } = await profileOf(vendor)
  const ids = gaps.map(({ id }) => id)
  for (const about of ['no_encryption', 'no_penetration_test', 'no_vulnerability_disclosure', 'no_data_residency'])
    assert.ok(!ids.includes(about), about)
  assert.match(gaps.find(({ id }) => id === 'not_read')!.message, /encryption.*Finnish/)
  assert.ok(seen.data_quality_warnings.includes('language_not_read'))
  assert.deepEqual(sources.map(({ status_reason }) => status_reason).toSorted(), ['', 'language_not_read:fi'])
})

test('points for pages that were not read are left out of the sum', async () => {
  const { vendor } = await readEnglishAnd(FINNISH)
  const DPA =
    '<title>Acme Data Processing Addendum</title><h1>Data Processing Addendum</h1><p>Acme will notify Customer of a personal data breach within 48 hours.</p>'
  await fetched(deps, vendor, await aPage(deps, vendor, 'dpa'), DPA)
  await fetched(deps, vendor, await aPage(deps, vendor, 'subprocessors'), listPage([['Cumulo', 'Hosting', 'Spain']]))
  const { items, total } = await ask().score({ params: { slug: vendor.slug } })
  const judged = items.filter(({ outcome }) => outcome !== 'not_read' && outcome !== 'inconclusive')
  const sum = (name: 'points' | 'max') => judged.reduce((all, item) => all + item[name], 0)
  assert.equal(total, Math.round((10_000 * sum('points')) / sum('max')) / 100)
})

test('a page stays in its language after an unchanged crawl, and for earlier days', async () => {
  const { vendor, page } = await readEnglishAnd(FINNISH)
  await deps.db.updateTable('provenance.sources').set({ status_reason: '' }).where('id', '=', page).execute()
  await refresh(vendor)
  assert.equal((await outcomes(vendor)).encryption, 'not_read')
  const then = clock.now().toISOString()
  clock.advance(DAY)
  await fetched(deps, vendor, page, '<h1>Trust</h1><p>You can trust us.</p>')
  await fetched(deps, vendor, page, '<h1>Trust</h1><p>You can trust us.</p>')
  assert.equal((await outcomes(vendor)).encryption, 'not_met')
  assert.equal((await outcomes(vendor, { as_of: then })).encryption, 'not_read')
  assert.ok(!(await gapsOf(vendor, { as_of: then })).includes('no_encryption'))
})

test('a page disallowed by robots.txt counts as not read, and readers see the reason', async () => {
  const vendor = await aVendor(deps)
  await fetched(deps, vendor, await aPage(deps, vendor, 'security'), ENGLISH)
  await addSource(deps, vendor.id, 'trust_center', {
    status: 'inactive',
    inactive_reason: 'robots',
    status_reason: 'robots_disallowed',
    last_success_at: null,
  })
  await refresh(vendor)
  assert.equal((await outcomes(vendor)).encryption, 'not_read')
  const { gaps } = await profileOf(vendor)
  assert.ok(!gaps.some(({ id }) => id === 'no_encryption'))
  assert.match(gaps.find(({ id }) => id === 'robots_blocked')!.message, /robots\.txt/)
  const page = await pageText(vendor)
  assert.match(page, /badge plain">Not read<[\s\S]*?robots\.txt disallows it/)
  assert.match(page, /<h2[^>]*>Not read<\/h2>/)
  assert.match(page, /names none on the pages that were read; [^<]*robots\.txt/)
  assert.doesNotMatch(page, /badge bad">Not met<\/span><\/td><td>0 of 7\.5<\/td><td>Pages that would state encryption/)
})

test('failed, truncated, template and pending pages count as not read; a page that does not exist counts as silent', async () => {
  const unread: [string, Parameters<typeof addSource>[3]][] = [
    ['http_403', { status: 'degraded', failures: 1, last_success_at: null, status_reason: 'http_403' }],
    ['timeout', { status: 'failing', failures: 5, last_success_at: null, status_reason: 'timeout' }],
    ['pending', { status: 'pending', last_success_at: null, last_crawl_at: null }],
  ]
  for (const [name, fields] of unread) {
    const vendor = await aVendor(deps)
    await fetched(deps, vendor, await aPage(deps, vendor, 'security'), ENGLISH)
    await addSource(deps, vendor.id, 'trust_center', fields)
    await refresh(vendor)
    assert.equal((await outcomes(vendor)).encryption, 'not_read', name)
    assert.ok(!(await gapsOf(vendor)).includes('no_encryption'), name)
  }
  const gone = await aVendor(deps)
  await fetched(deps, gone, await aPage(deps, gone, 'security'), ENGLISH)
  const missing = { status: 'degraded', failures: 1, last_success_at: null, status_reason: 'http_404' } as const
  await addSource(deps, gone.id, 'trust_center', missing)
  await refresh(gone)
  assert.equal((await outcomes(gone)).encryption, 'not_met')

  for (const warning of ['truncated', 'too_deep', 'template_placeholder']) {
    const vendor = await aVendor(deps)
    await fetched(deps, vendor, await aPage(deps, vendor, 'security'), ENGLISH, {
      change: (read) => ({ ...read, warnings: [warning] }),
    })
    assert.equal((await outcomes(vendor)).encryption, 'not_read', warning)
  }
})

test('a vendor without any read page has no missing evidence, only unread pages', async () => {
  const vendor = await aVendor(deps)
  const ids = await gapsOf(vendor)
  assert.deepEqual(
    ids.filter((id) => !['no_website', 'no_sources', 'no_current_source', 'not_read', 'not_verified'].includes(id)),
    [],
  )
  assert.ok(ids.includes('not_read'))
})

test('duties of the AI Act are not missing if a page could not be read', async () => {
  const vendor = await aVendor(deps)
  const AI = `<title>AI at Acme</title><h1>How Acme uses AI</h1><p>Our AI assistant answers questions of your customers.</p>
    <p>Our AI features generate summaries of your documents.</p>`
  await fetched(deps, vendor, await aPage(deps, vendor, 'ai_policy'), AI)
  const statuses = async () => {
    const { ai_act } = await ask().score({ params: { slug: vendor.slug } })
    return new Set(ai_act.duties.map(({ status }) => status))
  }
  assert.ok((await statuses()).has('missing'))
  await fetched(deps, vendor, await aPage(deps, vendor, 'ai_transparency'), FINNISH)
  assert.ok((await statuses()).has('not_read') && !(await statuses()).has('missing'))
  assert.ok(!(await gapsOf(vendor)).some((id) => id.startsWith('ai_act_')))
  assert.match(await pageText(vendor), /badge plain">Not read</)
})

test('a newer extractor that supports the language fills in unread topics without visible events', async () => {
  const { vendor, snapshotId } = await readEnglishAnd(FINNISH)
  const visible = (await eventsOf(deps, vendor.id)).filter(({ hidden }) => !hidden).length
  const blobs = { ...deps.blobs, get: async () => ({ stream: streamOf(FINNISH) }) } as never
  const polyglot = {
    version: `${EXTRACTOR_VERSION}-next`,
    extract: async (...page: Parameters<typeof extract>) => ({ ...(await extract(...page)), warnings: [] }),
  }
  await reextract({ ...deps, blobs }, polyglot, snapshotId)
  assert.equal((await outcomes(vendor)).encryption, 'not_met')
  assert.equal((await eventsOf(deps, vendor.id)).filter(({ hidden }) => !hidden).length, visible)
})

async function* streamOf(text: string) {
  yield Buffer.from(text)
}

test('a vendor whose only page cannot be read has every topic as not read and none as missing', async () => {
  const vendor = await aVendor(deps)
  const shell = { status: 'failing', failures: 4, last_success_at: null, status_reason: 'needs_browser' } as const
  await addSource(deps, vendor.id, 'homepage', shell)
  await refresh(vendor)
  const { audited, dpa, encryption, status_page } = await outcomes(vendor)
  assert.deepEqual([audited, dpa, encryption, status_page], ['not_read', 'not_read', 'not_read', 'not_read'])
  const { gaps } = await profileOf(vendor)
  assert.match(gaps.find(({ id }) => id === 'not_read')!.message, /data processing agreement.*empty without scripts/)
})
