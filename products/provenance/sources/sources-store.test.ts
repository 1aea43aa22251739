// Adding, retiring and replacing sources with their events, in the caller's transaction.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { testDatabase } from '@veritrace/platform/testing/db'
import { provenanceMigrations } from '../index.ts'
import type { Tables } from '../tables.ts'
import { addSource, addVendor } from '../vendors/testing.ts'
import { RETIRE_REASONS } from './event-rules.ts'
import type { NewSource } from './new-sources-rules.ts'
import { addSources, replaceSource, retireSource } from './sources-store.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
let db: Db<Tables>
before(async () => {
  db = (await testDatabase([provenanceMigrations])).db
})

const vendor = (domain = 'acme.example') => addVendor({ db, clock: fakeClock(NOW) }, { primary_domain: domain })
const found = (url: string, kind = 'security', fields: Partial<NewSource> = {}): NewSource => ({
  url: new URL(url, 'https://acme.example').href,
  kind,
  title: 'A page',
  method: 'footer_link',
  from: 'https://acme.example/',
  probe: false,
  ...fields,
})
const add = (id: string, ...candidates: NewSource[]) => transact(db, (tx) => addSources(tx, id, candidates, NOW))
const sourcesOf = (id: string) =>
  db
    .selectFrom('provenance.sources')
    .select([
      'id',
      'url',
      'kind',
      'status',
      'inactive_reason',
      'replacement_for_source_id',
      'repair_method',
      'repair_reason',
    ])
    .select(['next_crawl_at', 'discovery_method', 'discovered_from_url', 'vendor_id'])
    .where('vendor_id', '=', id)
    .orderBy('url')
    .execute()
const eventsOf = (id: string) =>
  db
    .selectFrom('provenance.change_events')
    .select(['event_type', 'severity', 'cause', 'hidden', 'payload', 'source_id', 'source_url', 'observed_at'])
    .where('vendor_id', '=', id)
    .orderBy('id')
    .execute()
const hostsOf = async (id: string) =>
  (await db.selectFrom('provenance.vendors').select('hosts').where('id', '=', id).executeTakeFirstOrThrow()).hosts

test('new sources are stored once, due immediately, with an event that says how they were found', async () => {
  const { id } = await vendor()
  const added = await add(id, found('/security'), found('/dpa', 'dpa', { method: 'sitemap' }))
  assert.deepEqual(added.map(({ url, status, discovery_method }) => [url, status, discovery_method]).sort(), [
    ['https://acme.example/dpa', 'pending', 'sitemap'],
    ['https://acme.example/security', 'pending', 'footer_link'],
  ])
  assert.ok((await sourcesOf(id)).every(({ next_crawl_at }) => next_crawl_at?.getTime() === NOW.getTime()))
  assert.deepEqual(
    await add(id, found('/security'), found('http://www.acme.example/security/'), found('/dpa', 'dpa')),
    [],
  )
  const events = await eventsOf(id)
  assert.deepEqual(
    events.map(({ event_type, severity, cause, hidden }) => [event_type, severity, cause, hidden]),
    Array(2).fill(['source.discovered', 'info', 'content', false]),
  )
  const event = events.find(({ source_url }) => source_url?.endsWith('/security'))
  assert.deepEqual(event?.payload, {
    schema: 'source.discovered/1',
    severity: 'info',
    cause: 'content',
    before: null,
    after: {
      kind: 'security',
      url: 'https://acme.example/security',
      discovery_method: 'footer_link',
      discovered_from_url: 'https://acme.example/',
    },
    rule_version: '1',
  })
  assert.deepEqual(
    [event?.source_id, event?.observed_at],
    [added.find(({ url }) => url.endsWith('/security'))?.id, NOW],
  )
})

test('a failed transaction leaves neither source nor event', async () => {
  const { id } = await vendor()
  const failing = transact(db, async (tx) => {
    await addSources(tx, id, [found('/security')], NOW)
    throw new Error('later')
  })
  await assert.rejects(failing, /later/)
  assert.deepEqual([await sourcesOf(id), await eventsOf(id)], [[], []])
})

test('guesses, invalid addresses and unknown vendors add nothing', async () => {
  const { id } = await vendor()
  assert.deepEqual(await add(id, found('/dpa', 'dpa', { probe: true }), { ...found('/x'), url: 'no address' }), [])
  assert.deepEqual(await add('ven_nobody', found('/security')), [])
})

test('the number of sources per kind and per vendor is limited', async () => {
  const { id } = await vendor()
  const many = (kind: string) => Array.from({ length: 20 }, (_, at) => found(`/${kind}/${at}`, kind))
  assert.equal((await add(id, ...many('dpa'))).length, 5)
  assert.deepEqual(await add(id, ...many('dpa')), [])
  const kinds = Array.from({ length: 20 }, (_, at) => many(`kind${at}`)).flat()
  await add(id, ...kinds)
  assert.equal((await sourcesOf(id)).length, 60)
})

test('concurrent discoveries add a page once', async () => {
  const { id } = await vendor()
  await Promise.all([
    add(id, found('/security')),
    add(id, found('/security')),
    add(id, found('https://acme.example/security/')),
  ])
  assert.deepEqual([(await sourcesOf(id)).length, (await eventsOf(id)).length], [1, 1])
})

test('a host with the vendor’s name is bound to it; a shared host and a subdomain are not', async () => {
  const { id } = await vendor()
  await add(
    id,
    found('https://acme.statushost.example/', 'status'),
    found('https://trusthost.example/acme', 'trust_center'),
    found('https://status.acme.example/', 'status'),
  )
  assert.deepEqual(await hostsOf(id), ['acme.statushost.example'])
  await add(id, found('https://acme.statushost.example/history', 'status'))
  assert.deepEqual(await hostsOf(id), ['acme.statushost.example'])
})

test('a source is retired once, with its reason, and discovery does not add it again', async () => {
  for (const reason of RETIRE_REASONS) {
    const { id } = await vendor()
    const [source] = await add(id, found('/security'))
    const retire = () => transact(db, (tx) => retireSource(tx, source!, reason, NOW))
    assert.deepEqual([await retire(), await retire()], [true, false])
    const [row] = await sourcesOf(id)
    assert.deepEqual([row?.status, row?.inactive_reason, row?.next_crawl_at], ['inactive', reason, null])
    assert.deepEqual(await add(id, found('/security')), [])
    const retired = (await eventsOf(id)).filter(({ event_type }) => event_type === 'source.retired')
    assert.equal(retired.length, 1)
    assert.deepEqual(
      [retired[0]?.cause, retired[0]?.severity, retired[0]?.hidden],
      [
        reason === 'operator' || reason === 'vendor_request' ? 'operator' : 'content',
        reason === 'robots' || reason === 'gone_410' ? 'minor' : 'info',
        reason === 'replaced',
      ],
    )
    assert.deepEqual(retired[0]?.payload.after, { inactive_reason: reason })
  }
})

test('a source closed by robots.txt can still be retired for another reason', async () => {
  const { id } = await vendor()
  const { id: sourceId } = await addSource({ db, clock: fakeClock(NOW) }, id, 'dpa', {
    status: 'inactive',
    inactive_reason: 'robots',
  })
  const retire = (reason: 'robots' | 'vendor_request') =>
    transact(db, (tx) => retireSource(tx, { id: sourceId, vendor_id: id }, reason, NOW))
  assert.deepEqual([await retire('robots'), await retire('vendor_request')], [false, true])
  assert.equal((await sourcesOf(id))[0]?.inactive_reason, 'vendor_request')
})

test('a source of another vendor is not changed', async () => {
  const [one, other] = [await vendor(), await vendor()]
  const [source] = await add(one.id, found('/security'))
  const stolen = { ...source!, vendor_id: other.id }
  const to = { url: 'https://acme.example/new', method: 'link', reason: 'x' }
  assert.equal(await transact(db, (tx) => retireSource(tx, stolen, 'operator', NOW)), false)
  assert.equal(await transact(db, (tx) => replaceSource(tx, stolen, to, NOW)), undefined)
  assert.deepEqual([(await sourcesOf(one.id))[0]?.status, await sourcesOf(other.id)], ['pending', []])
})

const REDIRECT = { url: 'https://acme.example/legal/security', method: 'redirect', reason: 'It redirects for good.' }

test('a replacement creates a new source, retires the old one, and reports both', async () => {
  const { id } = await vendor()
  const [old] = await add(id, found('/security'))
  const replace = () => transact(db, (tx) => replaceSource(tx, old!, REDIRECT, NOW))
  const [first, again] = [await replace(), await replace()]
  assert.equal(first?.id, again?.id)
  const rows = await sourcesOf(id)
  assert.deepEqual(
    rows.map(({ url, kind, status, inactive_reason, replacement_for_source_id, repair_method, repair_reason }) => [
      ...[new URL(url).pathname, kind, status, inactive_reason],
      ...[replacement_for_source_id, repair_method, repair_reason],
    ]),
    [
      ['/legal/security', 'security', 'pending', '', old!.id, 'redirect', 'It redirects for good.'],
      ['/security', 'security', 'inactive', 'replaced', null, '', ''],
    ],
  )
  const events = (await eventsOf(id)).slice(1)
  assert.deepEqual(events.map(({ event_type, hidden }) => [event_type, hidden]).sort(), [
    ['source.repaired', false],
    ['source.retired', true],
  ])
  const repaired = events.find(({ event_type }) => event_type === 'source.repaired')
  assert.deepEqual(
    [repaired?.severity, repaired?.source_id, repaired?.payload.schema],
    ['minor', first?.id, 'source.repaired/1'],
  )
  assert.deepEqual(repaired?.payload.before, { kind: 'security', url: old!.url, source_id: old!.id })
})

test('a page that moves away and back uses its old source again', async () => {
  const { id } = await vendor()
  const [old] = await add(id, found('/security'))
  const moved = await transact(db, (tx) => replaceSource(tx, old!, REDIRECT, NOW))
  const back = await transact(db, (tx) => replaceSource(tx, moved!, { ...REDIRECT, url: old!.url }, NOW))
  assert.deepEqual([back?.id, back?.status, back?.inactive_reason], [old!.id, 'pending', ''])
  assert.equal((await sourcesOf(id)).length, 2)
})

test('a retired source neither replaces another nor is replaced, and no source replaces itself', async () => {
  const { id } = await vendor()
  const [old, unwanted] = await add(id, found('/security'), found('/legal/security'))
  await transact(db, (tx) => retireSource(tx, unwanted!, 'operator', NOW))
  const replace = (source: typeof old, url: string) =>
    transact(db, (tx) => replaceSource(tx, source!, { ...REDIRECT, url }, NOW))
  assert.equal(await replace(old, unwanted!.url), undefined)
  assert.equal(await replace(old, old!.url), undefined)
  assert.equal(await replace(unwanted, 'https://acme.example/third'), undefined)
  assert.deepEqual((await sourcesOf(id)).map(({ status }) => status).sort(), ['inactive', 'pending'])
})

test('concurrent crawls that find the same replacement create one', async () => {
  const { id } = await vendor()
  const [old] = await add(id, found('/security'))
  const replace = () => transact(db, (tx) => replaceSource(tx, old!, REDIRECT, NOW))
  const [one, other] = await Promise.all([replace(), replace()])
  assert.equal(one?.id, other?.id)
  assert.deepEqual((await eventsOf(id)).map(({ event_type }) => event_type).sort(), [
    'source.discovered',
    'source.repaired',
    'source.retired',
  ])
})
