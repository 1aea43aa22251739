import assert from 'node:assert/strict'
import { test } from 'node:test'
import { candidates, type Discovered, PER_KIND, PER_VENDOR } from './candidates.ts'
import { isHostedFor } from './hosted.ts'
import type { SourceKind } from './kinds.ts'

const HOME = 'https://acme.example/'
const site = (fields: Partial<Discovered> = {}): Discovered => ({
  domain: 'acme.example',
  website: HOME,
  allowed: () => true,
  ...fields,
})
const link = (url: string, text: string, footer = true) => ({ url: new URL(url, HOME).href, text, footer })
const page = (url: string, ...links: ReturnType<typeof link>[]) => ({ url: new URL(url, HOME).href, links })
const certain = (fields: Partial<Discovered>): string[] =>
  candidates(site(fields))
    .filter(({ probe, method }) => !probe && method !== 'website')
    .map(({ method, kind, url }) => `${method} ${kind} ${url}`)

test('each candidate has the method and page of its discovery, in a fixed order', () => {
  const manifest = { sources: [{ kind: 'compliance', url: '/certificates', title: 'Certificates' }] }
  const found = candidates(
    site({
      manifest: { url: `${HOME}.well-known/trust.json`, bytes: Buffer.from(JSON.stringify(manifest)) },
      sitemap: [{ url: `${HOME}security`, from: `${HOME}sitemap.xml` }],
      pages: [
        page('/', link('/legal/subprocessors', 'Subprocessors'), link('/privacy', 'Privacy', false)),
        page('/dpa', link('https://acme.hosted.example/trust', 'Trust center', false)),
      ],
      securityTxt: { url: `${HOME}.well-known/security.txt`, text: 'Contact: x\nPolicy: /disclosure' },
    }),
  ).filter(({ probe }) => !probe)
  assert.deepEqual(
    found.map(({ method, kind, url, from }) => [method, kind, url.replace(HOME, '/'), from.replace(HOME, '/')]),
    [
      ['website', 'homepage', '/', ''],
      ['manifest', 'compliance', '/certificates', '/.well-known/trust.json'],
      ['sitemap', 'security', '/security', '/sitemap.xml'],
      ['footer_link', 'subprocessors', '/legal/subprocessors', '/'],
      ['page_link', 'privacy', '/privacy', '/'],
      ['hosted_link', 'trust_center', 'https://acme.hosted.example/trust', '/dpa'],
      ['security_txt', 'security_txt', '/.well-known/security.txt', '/.well-known/security.txt'],
      ['security_txt', 'vulnerability_disclosure', '/disclosure', '/.well-known/security.txt'],
    ],
  )
  assert.equal(found.find(({ method }) => method === 'footer_link')?.title, 'Subprocessors')
})

test('a page on another host counts only if the own domain links to it and it plausibly belongs to the vendor', () => {
  const hosted = [
    link('https://acme.statushost.example/', 'Status'),
    link('https://trust-pages.example/acme', 'Trust center'),
    link('https://acme-tools.example/security', 'Security'),
    link('https://cloud.example/privacy', 'Privacy policy of our host'),
    link('https://acme.reviews.example/privacy', 'Privacy'),
    link('https://auditor.example/soc2', 'SOC 2'),
  ]
  assert.deepEqual(certain({ pages: [page('/', ...hosted)] }), [
    'hosted_link status https://acme.statushost.example/',
    'hosted_link trust_center https://trust-pages.example/acme',
  ])
  assert.deepEqual(certain({ pages: [{ url: 'https://other.example/', links: hosted }] }), [])
  assert.deepEqual(certain({ sitemap: hosted.map(({ url }) => ({ url, from: `${HOME}sitemap.xml` })) }), [])
  const manifest = (url: string) => ({
    url,
    bytes: Buffer.from(JSON.stringify({ sources: [{ kind: 'security', url: '/s' }] })),
  })
  assert.deepEqual(certain({ manifest: manifest('https://other.example/.well-known/trust.json') }), [])
})

const HOSTED: readonly [url: string, kind: SourceKind, ours: boolean][] = [
  ['https://app.vanta.com/c/0a1b2c', 'trust_center', true],
  ['https://www.vanta.com/products/soc-2', 'compliance', false],
  ['https://vanta.com/', 'trust_center', false],
  ['https://x7q.statuspage.io/', 'status', true],
  ['https://www.notion.so/Subprocessors-0a1b2c', 'subprocessors', true],
  ['https://www.notion.so/Security-0a1b2c', 'security', false],
  ['https://github.com/acme/legal/blob/main/subprocessors.md', 'subprocessors', true],
  ['https://github.com/another/legal/blob/main/subprocessors.md', 'subprocessors', false],
  ['https://acme.example.net/security', 'security', true],
  ['https://acmetrust.example.net/security', 'security', false],
]
test('hosting services are recognized and not mistaken for their customers', () => {
  for (const [url, kind, ours] of HOSTED) assert.equal(isHostedFor(url, kind, 'acme.example'), ours, url)
})

test('a bound host counts as the vendor’s own, but cannot bind other hosts', () => {
  const hosts = ['acme.hosted.example']
  const there = 'https://acme.hosted.example/subprocessors'
  assert.deepEqual(certain({ hosts, pages: [page('/', link(there, 'List', false))] }), [
    `page_link subprocessors ${there}`,
  ])
  const links = [link('https://acme.elsewhere.example/status', 'Status')]
  assert.deepEqual(certain({ hosts, pages: [{ url: 'https://acme.hosted.example/', links }] }), [])
})

test('addresses that robots.txt disallows are not guessed, but a linked page stays as the last candidate', () => {
  const closed = (url: string): boolean =>
    !new URL(url).pathname.startsWith('/legal') && new URL(url).hostname === 'acme.example'
  const all = candidates(
    site({
      allowed: closed,
      sitemap: [
        { url: `${HOME}legal/dpa`, from: HOME },
        { url: `${HOME}dpa`, from: HOME },
      ],
    }),
  )
  const guesses = all.filter(({ probe }) => probe)
  assert.ok(guesses.length > 0 && guesses.every(({ url }) => closed(url)))
  const named = all.filter(({ probe }) => !probe).map(({ url }) => url)
  assert.deepEqual(
    named.filter((url) => !closed(url)),
    [`${HOME}legal/dpa`],
  )
  assert.equal(named.at(-1), `${HOME}legal/dpa`)
})

test('common paths are guessed only for kinds without another candidate', () => {
  const guessed = candidates(site({ sitemap: [{ url: `${HOME}legal/subs/subprocessors`, from: HOME }] })).filter(
    ({ probe }) => probe,
  )
  assert.ok(guessed.length > 0 && guessed.every(({ method }) => method === 'known_path'))
  assert.ok(!guessed.some(({ kind }) => kind === 'subprocessors'))
  assert.deepEqual(
    guessed.slice(0, 2).map(({ url }) => url),
    ['https://trust.acme.example/', 'https://status.acme.example/'],
  )
  const local = candidates(site({ domain: 'acme.localhost', website: 'http://acme.localhost:8123/' }))
  assert.ok(local.some(({ url }) => url === 'http://status.acme.localhost:8123/'))
})

test('from many pages, the shortest paths of each kind in one language are taken, up to a limit', () => {
  const paths = [
    '/de/security',
    '/a/b/c/security',
    '/security',
    '/company/security',
    '/a/security',
    '/security/',
    '/blog/security',
  ]
  const sitemap = paths.map((path) => ({ url: new URL(path, HOME).href, from: HOME }))
  assert.deepEqual(
    certain({ sitemap }).map((text) => text.split(' ')[2]),
    ['https://acme.example/security', 'https://acme.example/a/security', 'https://acme.example/company/security'],
  )
  const flood = Array.from({ length: 20_000 }, (_, at) => ({ url: `${HOME}${at}/subprocessors`, from: HOME }))
  const began = performance.now()
  const found = candidates(site({ sitemap: flood }))
  assert.ok(performance.now() - began < 3_000)
  assert.equal(found.filter(({ kind }) => kind === 'subprocessors').length, PER_KIND)
  assert.ok(found.length <= PER_VENDOR)
})
