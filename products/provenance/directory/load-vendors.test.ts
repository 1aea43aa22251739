import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import { testDatabase } from '@veritrace/platform/testing/db'
import { provenanceMigrations } from '../index.ts'
import type { Tables } from '../tables.ts'
import { addSource, addVendor } from '../vendors/testing.ts'
import { builtInVendors } from './built-in.ts'
import { importVendors } from './import-vendors.ts'
import { checkListing, type Listing, type RawListing } from './listing.ts'
import { loadVendors } from './load-vendors.ts'

const clock = fakeClock(new Date('2026-10-01T00:00:00Z'))
let db: Db<Tables>
before(async () => {
  db = (await testDatabase([provenanceMigrations])).db
})

const newName = (): string =>
  `l${newId('x')
    .slice(-10)
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '0')}`

function listingOf(name: string, more: Partial<RawListing> = {}): Listing {
  const checked = checkListing({ name, domain: `${name}.example`, ...more })
  assert.ok('listing' in checked, JSON.stringify(checked))
  return checked.listing
}

const vendorOf = (slug: string) =>
  db
    .selectFrom('provenance.vendors')
    .select([
      'id',
      'slug',
      'display_name',
      'primary_domain',
      'website_url',
      'aliases',
      'hosts',
      'origin',
      'source_count',
    ])
    .select(['derived_at', 'updated_at'])
    .where('slug', '=', slug)
    .executeTakeFirst()

const sourcesOf = (vendorId: string) =>
  db
    .selectFrom('provenance.sources')
    .select(['kind', 'url', 'status', 'discovery_method', 'next_crawl_at'])
    .where('vendor_id', '=', vendorId)
    .orderBy('url')
    .execute()

test('a new vendor is added with pending sources, and loading it again changes nothing', async () => {
  const name = newName()
  const sources = [
    { kind: 'security', url: `https://${name}.example/security` },
    { kind: 'dpa', url: `https://${name}.example/dpa` },
  ]
  const listing = listingOf(name, { aliases: ['Other Name'], sources })
  assert.deepEqual(await loadVendors({ db, clock }, [listing]), { added: 1, known: 0, sources: 2, refused: [] })
  const vendor = await vendorOf(name)
  assert.ok(vendor?.derived_at, 'derived columns are computed')
  assert.deepEqual([vendor.origin, vendor.aliases, vendor.source_count], ['seed', ['Other Name'], 2])
  assert.deepEqual(
    (await sourcesOf(vendor.id)).map(({ kind, status, discovery_method, next_crawl_at }) => [
      kind,
      status,
      discovery_method,
      next_crawl_at?.getTime(),
    ]),
    [
      ['dpa', 'pending', 'seed', clock.now().getTime()],
      ['security', 'pending', 'seed', clock.now().getTime()],
    ],
  )
  assert.deepEqual(await loadVendors({ db, clock }, [listing]), { added: 0, known: 1, sources: 0, refused: [] })
  assert.deepEqual(await vendorOf(name), vendor)
})

test('values set by an operator or a crawl stay; only empty fields are filled', async () => {
  const name = newName()
  const { id, slug } = await addVendor(
    { db, clock },
    {
      slug: `${name}-inc`,
      primary_domain: `${name}.example`,
      display_name: 'As the operator calls it',
      website_url: 'https://chosen.example/',
      origin: 'operator',
    },
  )
  const url = `https://${name}.example/security`
  await addSource({ db, clock }, id, 'security', { url, status: 'inactive', inactive_reason: 'operator' })
  const listing = listingOf(name, {
    aliases: ['Alias'],
    sources: [
      { kind: 'security', url: `http://www.${name}.example/security/` },
      { kind: 'status', url: `https://status.${name}.example/` },
    ],
  })
  const loaded = await loadVendors({ db, clock }, [listing])
  assert.deepEqual([loaded.added, loaded.known, loaded.sources], [0, 1, 1])
  const vendor = await vendorOf(slug)
  assert.deepEqual(
    [vendor?.display_name, vendor?.website_url, vendor?.origin, vendor?.aliases],
    ['As the operator calls it', 'https://chosen.example/', 'operator', ['Alias']],
  )
  assert.deepEqual(
    (await sourcesOf(id)).map((source) => [source.url, source.status]),
    [
      [url, 'inactive'],
      [`https://status.${name}.example/`, 'pending'],
    ],
  )
})

test('a slug of another domain is refused, and a vendor that has opted out gets no sources', async () => {
  const [taken, out] = [newName(), newName()]
  await addVendor({ db, clock }, { slug: taken, primary_domain: 'first.example' })
  const gone = await addVendor({ db, clock }, { slug: out, primary_domain: `${out}.example`, opted_out: true })
  const { added, known, sources, refused } = await loadVendors({ db, clock }, [
    listingOf(taken),
    listingOf(out, { sources: [{ kind: 'security', url: `https://${out}.example/security` }] }),
  ])
  assert.deepEqual([added, known, sources], [0, 1, 0])
  assert.deepEqual(
    refused.map(({ reason }) => reason),
    [`the slug ${taken} already belongs to first.example`],
  )
  assert.deepEqual(await sourcesOf(gone.id), [])
})

test('two concurrent loads of the same list create each row once', async () => {
  const rows = Array.from({ length: 3 }, newName).map((name) =>
    listingOf(name, { sources: [{ kind: 'security', url: `https://${name}.example/security` }] }),
  )
  const [one, other] = await Promise.all([loadVendors({ db, clock }, rows), loadVendors({ db, clock }, rows)])
  assert.equal(one.added + other.added, 3)
  for (const { slug } of rows) {
    const vendor = await vendorOf(slug)
    assert.equal((await sourcesOf(vendor!.id)).length, 1)
  }
})

test('a dry run accepts the whole built-in list and writes nothing', async () => {
  const vendors = builtInVendors()
  const { added, known, refused } = await loadVendors({ db, clock }, vendors, { dryRun: true })
  assert.deepEqual([added + known, refused], [vendors.length, []])
  const again = await loadVendors({ db, clock }, vendors, { dryRun: true })
  assert.equal(again.added, added)
})

test('an import adds the good rows and reports each bad row with its line', async () => {
  const [one, two] = [newName(), newName()]
  const text = `name,domain,security\n${one},${one}.example,https://${one}.example/security\n,x.example,\n"${two}",${two}.example,\n`
  const bytes = async function* () {
    yield Buffer.from(text)
  }
  const problems: [number, string][] = []
  const onProblem = (line: number, problem: string) => void problems.push([line, problem])
  const trial = await importVendors({ db, clock }, bytes(), { dryRun: true, onProblem })
  assert.deepEqual(trial, { rows: 3, added: 2, known: 0, sources: 1, problems: 1 })
  assert.equal(await vendorOf(one), undefined)
  assert.deepEqual(await importVendors({ db, clock }, bytes(), { onProblem }), trial)
  assert.deepEqual(problems, [
    [3, 'the name is missing'],
    [3, 'the name is missing'],
  ])
  assert.equal((await vendorOf(two))?.origin, 'import')
})
