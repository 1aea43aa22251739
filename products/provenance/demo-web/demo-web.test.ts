// The invented sites are served as described, and their golden profiles match their content.
import assert from 'node:assert/strict'
import { request } from 'node:http'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { extract } from '../extract/extract.ts'
import type { Claim, Extraction } from '../extract/types.ts'
import { classify } from '../sources/classify.ts'
import { readManifest } from '../sources/manifest.ts'
import { aiActReadiness } from '../vendors/derive/ai-act.ts'
import { aClaim, aSource } from '../vendors/testing.ts'
import { EXPECTED } from './expected.ts'
import { type DemoWeb, openDemoWeb } from './open.ts'
import { answer, hostsOf, pagesOn } from './render.ts'
import type { Site } from './site.ts'
import { SITES } from './sites.ts'
import { DEMO_VENDORS, homeOf, LAST_DAY, scriptedDays } from './vendors.ts'

const PORT = 8090
let web: DemoWeb
before(async () => {
  web = await openDemoWeb({ port: 0, day: 0 })
})
after(() => web.close())

interface Got {
  status: number
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

/** Reads an address by port and Host header, because not every system resolves names below .localhost. */
function get(host: string, path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((done, fail) => {
    const call = request(
      {
        host: '127.0.0.1',
        port: web.port,
        path,
        method,
        agent: false,
        headers: { host: `${host}:${web.port}`, ...headers },
      },
      (response) => {
        const parts: Buffer[] = []
        response.on('data', (part) => parts.push(part))
        response.on('end', () =>
          done({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        )
      },
    )
    call.on('error', fail)
    call.end()
  })
}

interface Read {
  url: string
  extraction: Extraction
}

/** Every source in its last readable version, except those that robots.txt disallows and those that are gone. */
async function readSite(site: Site): Promise<Read[]> {
  const { unread = [], gone = [] } = EXPECTED[site.name]!
  const reads: Read[] = []
  const seen = new Set<string>(gone.map((path) => `${site.name}${path}`))
  if (unread.includes('*')) return []
  for (let day = LAST_DAY; day >= 0; day--)
    for (const host of hostsOf(site))
      for (const [path, page] of pagesOn(site, host, day)) {
        const blocked = host === site.name && unread.includes(path)
        if (page.kind === '' || blocked || seen.has(host + path)) continue
        seen.add(host + path)
        const { body, headers } = answer(site, host, path, { day, port: PORT })
        const vendor = { name: site.displayName, domain: `${site.name}.localhost`, aliases: site.aliases }
        const context = { url: `http://${host}.localhost:${PORT}${path}`, kind: page.kind, vendor }
        reads.push({ url: context.url, extraction: await extract(body, headers['content-type'] ?? '', context) })
      }
  return reads
}

const claimsOf = (reads: readonly Read[]): Claim[] => reads.flatMap(({ extraction }) => extraction.claims)
const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

test('there are about 25 vendors with unique names, each with its golden profile', () => {
  assert.equal(SITES.length, 25)
  assert.deepEqual(SITES.map(({ name }) => name).toSorted(), Object.keys(EXPECTED).toSorted())
  assert.equal(new Set(DEMO_VENDORS.map(({ display_name }) => display_name)).size, 25)
  assert.equal(homeOf(DEMO_VENDORS[0]!, 8090), `http://${DEMO_VENDORS[0]!.domain}:8090/`)
  assert.deepEqual(scriptedDays().at(0), { day: 0, daysAgo: 35 })
  assert.deepEqual(scriptedDays().at(-1), { day: LAST_DAY, daysAgo: 0 })
})

for (const site of SITES)
  test(`the pages of ${site.name} match its golden profile`, async () => {
    const expected = EXPECTED[site.name]!
    const reads = await readSite(site)
    const claims = claimsOf(reads)
    const certified = claims.filter(
      ({ category, details }) =>
        category === 'certification' && ['certificate', 'assessed_law'].includes(String(details.kind)),
    )
    assert.deepEqual(sorted(certified.map(({ value }) => value)), sorted(expected.certifications))
    const listed = (predicate: string, state: string): string[] =>
      sorted(claims.filter((claim) => claim.predicate === predicate && claim.state === state).map(({ value }) => value))
    assert.deepEqual(listed('uses_subprocessor', 'affirmed'), sorted(expected.subprocessors))
    assert.deepEqual(listed('uses_subprocessor', 'expired'), sorted(expected.former ?? []))
    assert.deepEqual(listed('uses_subprocessor', 'in_progress'), sorted(expected.planned ?? []))
    assert.deepEqual(listed('uses_affiliate', 'affirmed'), sorted(expected.affiliates ?? []))
    assert.deepEqual(sorted(reads.flatMap(({ extraction }) => extraction.warnings)), sorted(expected.warnings ?? []))
    if (expected.ai) assert.equal(aiActOf(reads), expected.ai)
    for (const { url, extraction } of reads)
      for (const claim of extraction.claims)
        assert.equal(extraction.text.slice(claim.start, claim.end), claim.snippet, `${url} ${claim.value}`)
  })

/** Facts for the rules if every source was read today. */
function aiActOf(reads: readonly Read[]): string {
  const now = new Date('2026-11-01T00:00:00Z')
  const sources = reads.map(({ url }) => aSource(now, 'security', { id: url }))
  const claims = reads.flatMap(({ url, extraction }) =>
    extraction.claims.map((claim) =>
      aClaim(claim.category, claim.predicate, {
        source_id: url,
        value: claim.value,
        state: claim.state,
        relation: claim.relation,
        confidence: claim.confidence,
        details: claim.details,
      }),
    ),
  )
  return aiActReadiness({ sources, claims }, now).verdict
}

test('every source is classified correctly by its address and link text', () => {
  for (const { site, host, path, page } of everyPage(LAST_DAY)) {
    if (page.kind === '') continue
    const look = { url: `http://${host}.localhost:${PORT}${path}`, title: page.title, anchor: page.link }
    assert.equal(classify(look), page.kind, `${site.name} ${path}`)
  }
})

function everyPage(day: number) {
  return SITES.flatMap((site) =>
    hostsOf(site).flatMap((host) => [...pagesOn(site, host, day)].map(([path, page]) => ({ site, host, path, page }))),
  )
}

test('every page is served as described on every day, and says that it is invented', async () => {
  for (const { day } of scriptedDays()) {
    web.setDay(day)
    for (const { host, path, page } of everyPage(day)) {
      const { status, body, headers } = await get(`${host}.localhost`, path)
      const { content } = page
      assert.equal(status, 'status' in content ? content.status : 200, `${host}${path} on day ${day}`)
      if (content.as === 'pdf') assert.equal(body.subarray(0, 5).toString(), '%PDF-')
      else if (page.kind !== '') assert.match(body.toString('latin1'), /Invented company for demonstration/)
      if (content.as === 'redirect') assert.ok(headers.location)
    }
  }
})

test('every link on a page leads to a page of the demo', () => {
  for (const { site, host, path, page } of everyPage(LAST_DAY)) {
    if (page.kind === '' || page.content.as === 'pdf') continue
    const url = `http://${host}.localhost:${PORT}${path}`
    const html = Buffer.from(answer(site, host, path, { day: LAST_DAY, port: PORT }).body).toString()
    for (const [, href = ''] of html.matchAll(/<a [^>]*href="([^"]+)"/g)) {
      const target = new URL(href, url)
      if (target.protocol === 'mailto:') continue
      const label = target.hostname.replace('.localhost', '')
      const owner = SITES.find((one) => hostsOf(one).includes(label) && (label !== 'trust-heathdesk' || one === site))
      assert.ok(owner, `${url} links to ${href}`)
      const { status } = answer(owner, label, target.pathname, { day: LAST_DAY, port: PORT })
      assert.ok([200, 301, 302, 308].includes(status), `${url} links to ${href}, which answers ${status}`)
    }
  }
})

test('unknown hosts are not found, and writes are refused', async () => {
  assert.equal((await get('example.com', '/')).status, 404)
  assert.equal((await get('127.0.0.1', '/')).status, 404)
  assert.equal((await get('dovetarn.localhost', '/', {}, 'POST')).status, 405)
  const head = await get('dovetarn.localhost', '/', {}, 'HEAD')
  assert.deepEqual([head.status, head.body.length], [200, 0])
  assert.ok(web.origins.includes(`http://status.dovetarn.localhost:${web.port}`))
})

test('an unchanged page answers 304 to its ETag, and a changed one does not', async () => {
  web.setDay(1)
  const first = await get('dovetarn.localhost', '/legal/subprocessors')
  const tag = { 'if-none-match': String(first.headers.etag) }
  assert.equal((await get('dovetarn.localhost', '/legal/subprocessors', tag)).status, 304)
  web.setDay(2)
  assert.equal((await get('dovetarn.localhost', '/legal/subprocessors', tag)).status, 200)
  assert.equal((await get('sorrelbyte.localhost', '/security')).headers.etag, undefined)
})

test('all variants of robots.txt are served', async () => {
  web.setDay(0)
  const robots = async (name: string) => {
    const { status, body, headers } = await get(`${name}.localhost`, '/robots.txt')
    return { status, text: body.toString(), location: headers.location }
  }
  assert.match((await robots('hobbinlake')).text, /Sitemap: http:\/\/hobbinlake\.localhost:\d+\/sitemap\.xml/)
  assert.match((await robots('cinnawharf')).text, /^Disallow: \/trust$/m)
  assert.match((await robots('lintelroost')).text, /^Disallow: \/$/m)
  assert.match((await robots('ploverstack')).text, /^Crawl-delay: 1$/m)
  assert.equal((await robots('thrumwell')).status, 404)
  assert.equal((await robots('pottlecroft')).status, 503)
  assert.deepEqual(await robots('tollgander'), { status: 301, text: '', location: '/policies/robots.txt' })
  web.setDay(2)
  assert.equal((await robots('pottlecroft')).status, 200)
})

test('sitemaps are plain, split or compressed, and list existing pages', async () => {
  const locations = (xml: string): string[] => [...xml.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc]) => loc ?? '')
  const plain = locations((await get('dovetarn.localhost', '/sitemap.xml')).body.toString())
  assert.ok(plain.includes(`http://dovetarn.localhost:${web.port}/ai-transparency`))
  const parts = locations((await get('hobbinlake.localhost', '/sitemap.xml')).body.toString())
  assert.deepEqual(
    parts.map((part) => new URL(part).pathname),
    ['/sitemap-pages.xml', '/sitemap-legal.xml'],
  )
  const legal = locations((await get('hobbinlake.localhost', '/sitemap-legal.xml')).body.toString())
  assert.ok(legal.includes(`http://hobbinlake.localhost:${web.port}/legal/dpa`))
  const packed = gunzipSync((await get('ploverstack.localhost', '/sitemap.xml.gz')).body).toString()
  assert.ok(locations(packed).includes(`http://ploverstack.localhost:${web.port}/legal/sub-processors`))
})

test('missing pages are answered in four ways', async () => {
  const missing = (name: string) => get(`${name}.localhost`, '/no/such/page')
  assert.equal((await missing('dovetarn')).status, 404)
  const soft = await missing('sorrelbyte')
  assert.equal(soft.status, 200)
  assert.match(soft.body.toString(), /Page not found/)
  assert.deepEqual([(await missing('bexombre')).status, (await missing('bexombre')).headers.location], [302, '/'])
  const shell = await get('duskpantry.localhost', '/')
  assert.deepEqual((await missing('duskpantry')).body, shell.body)
})

test('security.txt, trust.json and the status summary are machine-readable', async () => {
  web.setDay(1)
  const securityTxt = (await get('vidrelark.localhost', '/.well-known/security.txt')).body.toString()
  assert.match(securityTxt, /^Contact: mailto:security@vidrelark\.localhost\nExpires: 20/)
  for (const name of ['dovetarn', 'hobbinlake']) {
    const { body } = await get(`${name}.localhost`, '/.well-known/trust.json')
    const { manifest, problems } = readManifest(body, homeOf({ domain: `${name}.localhost` }, web.port))
    assert.deepEqual(problems, [])
    assert.ok(manifest?.sources.some(({ kind }) => kind === 'subprocessors'))
  }
  const summary = JSON.parse((await get('status.hobbinlake.localhost', '/api/v2/summary.json')).body.toString())
  assert.deepEqual([summary.status.indicator, summary.incidents.length], ['major', 1])
})

test('German pages are sent in ISO-8859-1, declared once in the header and once only in the page', async () => {
  const list = await get('zindelhof.localhost', '/unterauftragsverarbeiter')
  assert.equal(list.headers['content-type'], 'text/html; charset=iso-8859-1')
  assert.ok(list.body.includes(Buffer.from('Prüfwerk Köln', 'latin1')))
  const privacy = await get('zindelhof.localhost', '/datenschutz')
  assert.equal(privacy.headers['content-type'], 'text/html')
  assert.match(privacy.body.toString('latin1'), /charset="iso-8859-1"/)
  assert.match(privacy.body.toString('latin1'), /Göttingen/)
})

test('every change in a golden profile has a changed page on that day', () => {
  const bytesOn = (site: Site, day: number): string =>
    hostsOf(site)
      .flatMap((host) =>
        ['/', '/api/v2/summary.json', ...pagesOn(site, host, day).keys()].map((path) =>
          Buffer.from(answer(site, host, path, { day, port: PORT }).body).toString('base64'),
        ),
      )
      .join()
  // A missing page counts when it is seen twice.
  const dayBefore = (day: number, type: string): number => (type.startsWith('source.') ? day - 2 : day - 1)
  for (const site of SITES)
    for (const { day, type } of EXPECTED[site.name]!.events)
      if (day > 0)
        assert.notEqual(bytesOn(site, day), bytesOn(site, dayBefore(day, type)), `${site.name} ${type} on day ${day}`)
})
