import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { sitemapRoots, sitemapUrls, walkSitemaps } from './sitemap.ts'

const SITE = 'https://acme.example'
const urlset = (...paths: string[]): Buffer =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${paths
      .map((path) => `<url><loc>${SITE}${path}</loc><lastmod>2026-01-01</lastmod></url>`)
      .join('')}</urlset>`,
  )
const index = (...paths: string[]): Buffer =>
  Buffer.from(
    `<sitemapindex>${paths.map((path) => `<sitemap><loc>${SITE}${path}</loc></sitemap>`).join('')}</sitemapindex>`,
  )

test('addresses are read from XML, compressed XML, plain text and with any namespace prefix', () => {
  const expected = [`${SITE}/a`, `${SITE}/b?x=1&y=2`]
  const prefixed = `<s:urlset xmlns:s="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
    <s:url><s:loc> ${SITE}/a </s:loc><image:image><image:loc>${SITE}/a.png</image:loc></image:image></s:url>
    <!-- ${SITE}/hidden --><s:url><s:loc><![CDATA[${SITE}/b?x=1&y=2]]></s:loc></s:url></s:urlset>`
  for (const bytes of [
    urlset('/a', '/b?x=1&amp;y=2', '/a'),
    gzipSync(urlset('/a', '/b?x=1&#38;y=2')),
    Buffer.from(`\ufeff${SITE}/a\r\n${SITE}/b?x=1&y=2\nnot an address\n`),
    Buffer.from(prefixed),
  ])
    assert.deepEqual(sitemapUrls(bytes).urls, expected)
})

test('a sitemap with a single address is read', () => {
  assert.deepEqual(sitemapUrls(urlset('/only')).urls, [`${SITE}/only`])
  assert.deepEqual(sitemapUrls(index('/only.xml')), { urls: [], sitemaps: [`${SITE}/only.xml`] })
})

const HOSTILE: readonly [shows: string, bytes: Buffer][] = [
  ['nothing', Buffer.from('')],
  ['a page', Buffer.from('<!doctype html><html><body><p>Not here</p></body></html>')],
  ['broken XML', Buffer.from('<urlset><url><loc>https://acme.example/a')],
  ['a broken archive', Buffer.from([0x1f, 0x8b, 1, 2, 3])],
  ['an archive that expands without limit', gzipSync(Buffer.alloc(12_000_000, 32))],
  [
    'entities that expand without limit',
    Buffer.from(
      `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;">]><urlset><url><loc>&c;&c;</loc></url></urlset>`,
    ),
  ],
  [
    'an entity that reads a file',
    Buffer.from('<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/hostname">]><urlset><url><loc>&f;</loc></url></urlset>'),
  ],
  ['depth', Buffer.from('<urlset>'.repeat(5_000))],
  ['names of prototypes', Buffer.from('<__proto__><urlset><url><loc>x</loc></url></urlset></__proto__>')],
]
for (const [shows, bytes] of HOSTILE)
  test(`a sitemap that is ${shows} gives nothing, quickly`, () => {
    const began = performance.now()
    const { urls, sitemaps } = sitemapUrls(bytes)
    assert.deepEqual([urls.length <= 1, sitemaps], [true, []])
    assert.ok(urls.every((url) => url.startsWith('https://acme.example/')))
    assert.ok(performance.now() - began < 1_500)
  })

test('up to 50,000 addresses are read, and a file that is too long is read in part', () => {
  const many = (count: number, filler: string): Buffer =>
    Buffer.from(
      `<urlset>${Array.from({ length: count }, (_, at) => `<url><loc>${SITE}/${at}</loc>${filler}</url>`).join('')}</urlset>`,
    )
  assert.equal(sitemapUrls(many(50_100, '')).urls.length, 50_000)
  const { urls } = sitemapUrls(many(6_000, `<x>${'y'.repeat(1_000)}</x>`))
  assert.ok(urls.length > 2_000 && urls.length < 4_000, `${urls.length}`)
})

test('the sitemaps of robots.txt are used, otherwise the default address', () => {
  assert.deepEqual(sitemapRoots(SITE, []), [`${SITE}/sitemap.xml`])
  assert.deepEqual(sitemapRoots(SITE, [`${SITE}/map.xml`]), [`${SITE}/map.xml`])
})

test('an index is followed in order of relevance, with limits, without loops and only for the own site', async () => {
  const files: Record<string, Buffer> = {
    '/sitemap.xml': index('/posts.xml', '/legal.xml', '/sitemap.xml', '/deep1.xml', '/missing.xml'),
    '/legal.xml': urlset('/security', '/dpa'),
    '/posts.xml': urlset('/blog/1', '/dpa'),
    '/deep1.xml': index('/deep2.xml'),
    '/deep2.xml': Buffer.concat([
      urlset('/deep').subarray(0, -9),
      Buffer.from('<url><loc>https://other.example/security</loc></url></urlset>'),
    ]),
  }
  const asked: string[] = []
  const read = async (url: string): Promise<Uint8Array | undefined> => {
    asked.push(new URL(url).pathname)
    return files[new URL(url).pathname]
  }
  const found = await walkSitemaps(read, [`${SITE}/sitemap.xml`], 'acme.example')
  assert.deepEqual(
    asked,
    ['/sitemap.xml', '/legal.xml', '/sitemap.xml', '/deep1.xml', '/missing.xml', '/posts.xml', '/deep2.xml'].filter(
      (path, at) => at === 0 || path !== '/sitemap.xml',
    ),
  )
  assert.deepEqual(
    found.find(({ url }) => url.endsWith('/dpa')),
    { url: `${SITE}/dpa`, from: `${SITE}/legal.xml` },
  )
  assert.deepEqual(found.map(({ url }) => new URL(url).pathname).sort(), ['/blog/1', '/deep', '/dpa', '/security'])
  asked.length = 0
  await walkSitemaps(read, [`${SITE}/sitemap.xml`], 'acme.example', { files: 2, depth: 3, urls: 1 })
  assert.deepEqual(asked, ['/sitemap.xml', '/legal.xml'])
})

const REAL = new URL('../../../../shared/data/crawl-fixtures/sitemaps/', import.meta.url)
const skip = existsSync(REAL) ? false : 'the collected sitemaps are missing'
test('real sitemaps are read, complete or truncated', { skip }, () => {
  for (const name of readdirSync(REAL)) {
    const bytes = readFileSync(new URL(name, REAL))
    const { urls, sitemaps } = sitemapUrls(bytes)
    const named = bytes.toString().match(/<loc>/g)?.length ?? 0
    assert.ok(
      urls.length + sitemaps.length >= named * 0.95 - 1,
      `${name}: ${urls.length + sitemaps.length} of ${named}`,
    )
  }
})
