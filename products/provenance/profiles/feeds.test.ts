// Feeds and badges through HTTP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract } from '@veritrace/contract'
import { fakeClock } from '@veritrace/platform/clock'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { XMLParser, XMLValidator } from 'fast-xml-parser'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addEvent, addVendor } from '../vendors/testing.ts'

const clock = fakeClock(new Date('2026-11-15T12:00:00Z'))
let app: TestApp
let deps: ProvenanceParts
let base: string

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async () => [] }
    return provenance(deps)
  })
  base = app.url + contract.provenance.base
})
after(() => app.close())

interface Entry {
  id: string
  title: string
  category: { term: string }
}
async function readAtom(path: string) {
  const response = await fetch(base + path)
  const text = await response.text()
  assert.equal(XMLValidator.validate(text), true)
  const parser = new XMLParser({
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name) => name === 'entry',
  })
  const { feed } = parser.parse(text) as { feed: { id: string; updated: string; entry?: Entry[] } }
  return { response, text, id: feed.id, updated: feed.updated, entries: feed.entry ?? [] }
}

test('an Atom feed lists visible events with stable ids, and escapes text of vendors', async () => {
  const vendor = await addVendor(deps, { display_name: 'A <b>&"Co"' })
  const id = await addEvent(deps, vendor.id, 'subprocessor.added', {
    payload: JSON.stringify({ after: { name: ']]><script>\u0001' } }),
    source_url: 'https://a.test/?x=1&y="2"',
  })
  await addEvent(deps, vendor.id, 'extractor.upgraded', { hidden: true })
  const feed = await readAtom(`/vendors/${vendor.slug}/events.atom`)
  assert.equal(feed.response.headers.get('content-type'), 'application/atom+xml; charset=utf-8')
  assert.deepEqual([feed.updated, feed.entries.length], [clock.now().toISOString(), 1])
  assert.equal(feed.entries[0]!.id, `tag:127.0.0.1,2026:event:${id}`)
  assert.match(feed.entries[0]!.title, /^A <b>&"Co": a subprocessor was added$/)
  assert.ok(!feed.text.includes('<script>'))
  const again = await fetch(feed.response.url, { headers: { 'if-none-match': feed.response.headers.get('etag')! } })
  assert.equal(again.status, 304)
})

test('an empty feed is dated 1970', async () => {
  const { slug } = await addVendor(deps)
  const feed = await readAtom(`/vendors/${slug}/events.atom`)
  assert.deepEqual([feed.updated, feed.entries], ['1970-01-01T00:00:00.000Z', []])
  assert.match(feed.id, /^tag:127\.0\.0\.1,2026:api\/provenance\/v1\/vendors\/.+\/events$/)
})

test('a feed filtered by type has only events of that type, for one vendor or for all', async () => {
  const [one, two] = [await addVendor(deps), await addVendor(deps)]
  const ids = [await addEvent(deps, one.id, 'claim.contradicted'), await addEvent(deps, two.id, 'claim.contradicted')]
  await addEvent(deps, one.id, 'source.moved')
  const all = await readAtom('/events.atom?type=claim.contradicted')
  assert.ok(all.entries.every(({ category }) => category.term === 'claim.contradicted'))
  for (const id of ids) assert.ok(all.entries.some((entry) => entry.id.endsWith(id)))
  const own = await readAtom(`/vendors/${one.slug}/events.atom?type=claim.contradicted`)
  assert.deepEqual(
    own.entries.map(({ id }) => id.split(':').at(-1)),
    [ids[0]],
  )
  assert.equal((await fetch(`${base}/events.atom?type=${newId('x')}`)).status, 400)
})

test('the JSON feed has the same events with the same ids', async () => {
  const { id, slug } = await addVendor(deps)
  await addEvent(deps, id, 'source.moved', { source_url: 'javascript:alert(1)' })
  const response = await fetch(`${base}/vendors/${slug}/events.json`)
  const feed = (await response.json()) as { version: string; items: { id: string; external_url?: string }[] }
  const { entries } = await readAtom(`/vendors/${slug}/events.atom`)
  assert.equal(response.headers.get('content-type'), 'application/feed+json; charset=utf-8')
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1')
  assert.deepEqual(
    feed.items.map((item) => item.id),
    entries.map((entry) => entry.id),
  )
  assert.equal(feed.items[0]!.external_url, undefined)
})

test('a badge is a small, well-formed image that other sites may embed', async () => {
  const { slug } = await addVendor(deps, {
    display_name: '"><script>alert(1)</script>',
    readiness: 'fresh',
    risk_band: 'low',
  })
  const response = await fetch(`${base}/vendors/${slug}/badge.svg`)
  const text = await response.text()
  assert.equal(XMLValidator.validate(text), true)
  assert.ok(!text.includes('<script') && text.includes('fresh · low risk') && text.length < 1500)
  assert.equal(response.headers.get('content-type'), 'image/svg+xml; charset=utf-8')
  assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin')
  assert.equal(response.headers.get('cache-control'), 'public, max-age=60')
})
