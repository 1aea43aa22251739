import assert from 'node:assert/strict'
import { test } from 'node:test'
import { domainOf } from '../sources/address.ts'
import { isHostedFor } from '../sources/hosted.ts'
import { builtInVendors } from './built-in.ts'
import { checkListing, slugOf } from './listing.ts'

test('the built-in list has at least 200 vendors with unique slugs, domains and names', () => {
  const vendors = builtInVendors()
  assert.ok(vendors.length >= 200, `${vendors.length}`)
  for (const key of ['slug', 'domain', 'name'] as const) {
    const values = vendors.map((vendor) => vendor[key].toLowerCase())
    assert.deepEqual(
      values.filter((value, at) => values.indexOf(value) !== at),
      [],
      key,
    )
  }
})

test('no alias in the built-in list is the name of another vendor', () => {
  const vendors = builtInVendors()
  const names = new Map(vendors.map(({ name, slug }) => [name.toLowerCase(), slug]))
  for (const { slug, aliases } of vendors)
    for (const alias of aliases) assert.ok([undefined, slug].includes(names.get(alias.toLowerCase())), alias)
})

test('every address of the built-in list is https, on the vendor’s domain or a host known to serve it', () => {
  for (const { domain, hosts, sources, slug } of builtInVendors()) {
    for (const { url, kind } of sources) {
      const { hostname, protocol } = new URL(url)
      assert.equal(protocol, 'https:', url)
      const own = domainOf(hostname) === domainOf(domain) || hosts.includes(hostname)
      assert.ok(own || isHostedFor(url, kind, domain), `${slug} ${url}`)
    }
    for (const host of hosts)
      assert.ok(
        sources.some(({ url }) => new URL(url).hostname === host),
        `${slug} ${host} is used`,
      )
  }
})

test('a domain is accepted in the forms that people write', () => {
  const domain = (raw: string) => {
    const checked = checkListing({ name: 'Acme', domain: raw })
    return 'listing' in checked ? checked.listing.domain : checked.problem
  }
  assert.equal(domain('https://www.Acme.example/about?x=1'), 'acme.example')
  assert.equal(domain(' cloud.acme.example '), 'cloud.acme.example')
  assert.equal(domain('münchen.example'), 'xn--mnchen-3ya.example')
  for (const wrong of ['10.0.0.1', '[::1]', 'localhost', 'acme', 'ac me.example', 'com', 'http://', '-'])
    assert.match(domain(wrong), /is not a domain$/, wrong)
  assert.equal(domain(''), 'the domain is missing')
})

test('a slug is derived from the name, and an explicit slug must be valid', () => {
  assert.equal(slugOf('Ærlig & Söhne GmbH.'), 'rlig-sohne-gmbh')
  assert.equal(slugOf('monday.com'), 'monday-com')
  assert.deepEqual(checkListing({ name: '株式会社', domain: 'acme.example' }), {
    problem: '"" cannot be a slug: use a-z, 0-9 and single hyphens',
  })
  assert.ok('problem' in checkListing({ name: 'Acme', domain: 'acme.example', slug: '../acme' }))
})

test('a source without a kind gets it from its address, or is refused with a reason', () => {
  const sources = (kind: string, url: string) =>
    checkListing({ name: 'A', domain: 'a.example', sources: [{ kind, url }] })
  const found = sources('', 'https://a.example/legal/subprocessors?utm_source=x#top')
  assert.deepEqual('listing' in found && found.listing.sources, [
    { kind: 'subprocessors', url: 'https://a.example/legal/subprocessors' },
  ])
  assert.match(JSON.stringify(sources('', 'https://a.example/xyz')), /kind of .* is not clear/)
  assert.match(JSON.stringify(sources('secrets', 'https://a.example/x')), /is not a kind of source/)
  for (const url of ['ftp://a.example/', 'javascript:alert(1)', '/security', 'file:///etc/passwd'])
    assert.match(JSON.stringify(sources('security', url)), /is not an http or https address/, url)
})
