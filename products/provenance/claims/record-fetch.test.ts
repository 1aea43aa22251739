// Records fetches one after another and checks claims, snapshots and events.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { testDatabase } from '@veritrace/platform/testing/db'
import type { KyselyPlugin } from 'kysely'
import { readDocument } from '../extract/read/read.ts'
import { provenanceMigrations } from '../index.ts'
import type { Tables } from '../tables.ts'
import type { RecordedFetch } from './fetch.ts'
import { aPage, aVendor, claimsOf, type Deps, eventsOf, fetched, fetchedTogether, listPage } from './testing.ts'

const DAY = 24 * 3_600_000
const clock = fakeClock(new Date('2026-11-02T12:00:00Z'))
let db: Db<Tables>
let deps: Deps
before(async () => {
  db = (await testDatabase([provenanceMigrations])).db
  deps = { db, clock }
})

const visibleEvents = async (id: string) =>
  (await eventsOf(deps, id))
    .filter(({ hidden, event_type }) => !hidden && !/^(score|ai_act)\./.test(event_type))
    .map(({ event_type }) => event_type)
const current = async (id: string) => (await claimsOf(deps, id)).filter(({ valid_to }) => valid_to === null)
const values = async (id: string) => (await current(id)).map(({ value }) => value).toSorted()
const snapshotsOf = (source: string) =>
  db.selectFrom('provenance.snapshots').selectAll().where('source_id', '=', source).orderBy('id').execute()

const CUMULO = ['Cumulo', 'Hosting', 'Germany'] as const
const BRIEF = ['Brief', 'E-mail', 'Ireland'] as const
const firms = (count: number) =>
  Array.from({ length: count }, (_, i) => [`Firm Number${i} Ltd`, 'Support', 'France'] as const)

test('a first fetch creates claims without events, and an identical fetch only updates the last-seen time', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'subprocessors')
  const first = await fetched(deps, vendor, page, listPage([CUMULO, BRIEF]))
  assert.deepEqual([first.changed, first.claims, first.events, first.heldBack], [true, 2, 0, ''])
  const before = await claimsOf(deps, vendor.id)
  clock.advance(DAY)
  const again = await fetched(deps, vendor, page, `<!-- ${DAY} -->${listPage([CUMULO, BRIEF])}`)
  assert.deepEqual([again.changed, again.events, again.snapshotId], [false, 0, first.snapshotId])
  const [snapshot, ...more] = await snapshotsOf(page)
  assert.deepEqual([snapshot!.seen_at, more.length], [clock.now(), 0])
  assert.deepEqual(
    await claimsOf(deps, vendor.id),
    before.map((claim) => ({ ...claim, last_seen_at: clock.now() })),
  )
  const source = await db
    .selectFrom('provenance.sources')
    .select(['last_success_at', 'last_snapshot_id'])
    .where('id', '=', page)
    .executeTakeFirstOrThrow()
  assert.deepEqual(source, { last_success_at: clock.now(), last_snapshot_id: first.snapshotId })
  assert.deepEqual(await visibleEvents(vendor.id), [])
})

test('claims are added, changed and ended with their time, quote and snapshot', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'subprocessors')
  const texts = new Map<string, string>()
  const day = async (html: string) => {
    clock.advance(DAY)
    const { snapshotId } = await fetched(deps, vendor, page, html)
    texts.set(snapshotId, (await readDocument(Buffer.from(html), 'text/html')).text)
    return snapshotId
  }
  const HELPER = ['Helper', 'Support', 'France'] as const
  await day(listPage([CUMULO, BRIEF, HELPER]))
  const newest = await day(
    listPage(
      [['Cumulo', 'Hosting', 'United States'], HELPER, ['Fresh 🌱', 'Surveys', 'Spain']],
      'A longer introduction.',
    ),
  )
  const claims = await claimsOf(deps, vendor.id)
  for (const claim of claims)
    assert.equal(texts.get(claim.snapshot_id)?.slice(claim.snippet_start, claim.snippet_end), claim.snippet)
  assert.deepEqual(await values(vendor.id), ['Cumulo', 'Fresh 🌱', 'Helper'])
  const [old, revised] = claims.filter(({ value }) => value === 'Cumulo')
  assert.deepEqual([old!.valid_to, revised!.valid_from], [clock.now(), clock.now()])
  assert.deepEqual(
    [old!.claim_key, old!.details.location, revised!.details.location],
    [revised!.claim_key, 'Germany', 'United States'],
  )
  const helper = claims.filter(({ value }) => value === 'Helper')
  assert.deepEqual([helper.length, helper[0]!.snapshot_id], [1, newest])
  assert.deepEqual(await visibleEvents(vendor.id), [
    'subprocessor.added',
    'subprocessor.changed',
    'subprocessor.removed',
  ])
  const [added] = await eventsOf(deps, vendor.id)
  assert.deepEqual(
    [added!.severity, added!.cause, added!.payload.snapshot_after, (added!.payload.after as { value: string }).value],
    ['major', 'content', newest, 'Fresh 🌱'],
  )
})

test('long texts are truncated between characters, and the result is stable', async () => {
  const item = (name: string, words: string) => `<li><b>${name}</b> – hosting ${words}</li>`
  const page = (items: readonly string[]) => `<h1>Subprocessors</h1><ul>${items.join('')}</ul>`
  const short = firms(40).map(([name]) => item(name, 'of the data that customers enter, in Germany'))
  for (const before of ['', 'x']) {
    const vendor = await aVendor(deps)
    const source = await aPage(deps, vendor, 'subprocessors')
    await fetched(deps, vendor, source, page(short))
    clock.advance(DAY)
    const long = item('Kranich', `${before}${'😀'.repeat(400)}`)
    await fetched(deps, vendor, source, page([...short, long]))
    assert.deepEqual(await visibleEvents(vendor.id), ['subprocessor.added'])
    clock.advance(DAY)
    await fetched(deps, vendor, source, page([long, ...short]))
    assert.deepEqual(await visibleEvents(vendor.id), ['subprocessor.added'])
    const claim = (await current(vendor.id)).find(({ value }) => value === 'Kranich')!
    assert.match(claim.snippet, /😀$/u)
    assert.doesNotMatch(JSON.stringify([claim, await eventsOf(deps, vendor.id)]), /\ufffd|\\ud83d/)
  }
})

test('a page that loses most of its claims is accepted when the next fetch agrees', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'subprocessors')
  await fetched(deps, vendor, page, listPage([CUMULO, BRIEF, ...firms(4)]))
  clock.advance(DAY)
  const doubted = await fetched(deps, vendor, page, listPage([CUMULO]))
  assert.deepEqual([doubted.heldBack, doubted.changed, doubted.events], ['mass_removal', false, 0])
  assert.equal((await values(vendor.id)).length, 6)
  clock.advance(DAY)
  const agreed = await fetched(deps, vendor, page, listPage([CUMULO], `It is ${clock.now().toISOString()} now.`))
  assert.deepEqual([agreed.heldBack, agreed.changed, agreed.events], ['', true, 5])
  assert.deepEqual(await values(vendor.id), ['Cumulo'])
})

test('a page that is broken for a day changes nothing', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'subprocessors')
  const whole = listPage([CUMULO, BRIEF, ...firms(4)])
  const { snapshotId } = await fetched(deps, vendor, page, whole)
  clock.advance(DAY)
  await fetched(deps, vendor, page, '<h1>Subprocessors</h1><p>Loading</p>')
  clock.advance(DAY)
  const healed = await fetched(deps, vendor, page, whole)
  assert.deepEqual([healed.changed, healed.snapshotId], [false, snapshotId])
  clock.advance(DAY)
  const broken = await fetched(deps, vendor, page, '<h1>Subprocessors</h1><p>Loading</p>')
  assert.equal(broken.heldBack, 'mass_removal', 'two broken fetches do not agree if a good one is between them')
  assert.deepEqual([(await values(vendor.id)).length, await visibleEvents(vendor.id)], [6, []])
})

test('a statement that moves to another page is neither removed nor added, whichever page is read first', async () => {
  const HELD = '<h1>Security</h1><p>Acme is SOC 2 Type 2 certified.</p><p>Data is encrypted at rest.</p>'
  const NONE = '<h1>Security</h1><p>Data is encrypted at rest.</p>'
  const vendor = await aVendor(deps)
  const [security, trust] = [await aPage(deps, vendor, 'security'), await aPage(deps, vendor, 'trust_center')]
  await fetched(deps, vendor, security, HELD)
  await fetched(deps, vendor, trust, '<h1>Trust</h1><p>Welcome.</p>')
  clock.advance(DAY)
  await fetched(deps, vendor, security, NONE)
  assert.deepEqual(await visibleEvents(vendor.id), ['certification.removed'])
  await fetched(deps, vendor, trust, '<h1>Trust</h1><p>Acme is SOC 2 Type 2 certified.</p>')
  assert.deepEqual(await visibleEvents(vendor.id), [])
  clock.advance(DAY)
  await fetched(deps, vendor, security, HELD)
  await fetched(deps, vendor, trust, '<h1>Trust</h1><p>Welcome.</p>')
  assert.deepEqual(await visibleEvents(vendor.id), [])
})

test('a replacement page continues the claims of the page that it replaces', async () => {
  const vendor = await aVendor(deps)
  const old = await aPage(deps, vendor, 'subprocessors')
  await fetched(deps, vendor, old, listPage([CUMULO, BRIEF]))
  clock.advance(DAY)
  const page = await aPage(deps, vendor, 'subprocessors', { replacement_for_source_id: old })
  await fetched(deps, vendor, page, listPage([CUMULO, BRIEF, ['Fresh', 'Surveys', 'Spain']]))
  assert.deepEqual(await visibleEvents(vendor.id), ['subprocessor.added'])
  assert.deepEqual([...new Set((await current(vendor.id)).map(({ source_id }) => source_id))], [page])
})

test('a contradiction is reported once, with both sentences', async () => {
  const vendor = await aVendor(deps)
  const [security, trust] = [await aPage(deps, vendor, 'security'), await aPage(deps, vendor, 'trust_center')]
  await fetched(deps, vendor, security, '<h1>Security</h1><p>Acme is SOC 2 Type 2 certified.</p>')
  await fetched(deps, vendor, trust, '<h1>Trust</h1><p>We are working towards SOC 2 Type 2.</p>')
  clock.advance(DAY)
  await fetched(deps, vendor, trust, '<h1>Trust</h1><p>Hello.</p><p>We are working towards SOC 2 Type 2.</p>')
  const events = (await eventsOf(deps, vendor.id)).filter(({ event_type }) => event_type === 'claim.contradicted')
  assert.equal(events.length, 1)
  assert.match(String(events[0]!.payload.snippet_before), /certified/)
  assert.match(String(events[0]!.payload.snippet_after), /working towards/)
})

test('recording pages together or one by one gives the same result', async () => {
  const held = '<p>Acme is SOC 2 Type 2 certified.</p>'
  const days = [
    [held, '<p>We are working towards SOC 2 Type 2.</p>', listPage([CUMULO, BRIEF])],
    ['<p>Data is encrypted at rest.</p>', `<p>Welcome.</p>${held}`, listPage([CUMULO, ['Fresh', 'Surveys', 'Spain']])],
    [`${held}<p>Data is encrypted at rest.</p>`, '<p>Welcome.</p>', listPage([])],
  ] as const
  const left = async (record: typeof fetchedTogether): Promise<unknown[]> => {
    const vendor = await aVendor(deps)
    const kinds = ['security', 'trust_center', 'subprocessors']
    const pages = await Promise.all(kinds.map((kind) => aPage(deps, vendor, kind)))
    const began = clock.now().getTime()
    for (const day of days) {
      clock.advance(DAY)
      await record(
        deps,
        vendor,
        day.map((body, place) => [pages[place]!, `<h1>${kinds[place]}</h1>${body}`]),
      )
    }
    const since = (at: Date | null) => at && at.getTime() - began
    const claims = (await claimsOf(deps, vendor.id)).map((claim) => [
      kinds[pages.indexOf(claim.source_id)],
      claim.value,
      claim.snippet,
      since(claim.valid_from),
      since(claim.valid_to),
      since(claim.last_seen_at),
    ])
    const events = (await eventsOf(deps, vendor.id))
      .filter(({ event_type }) => !/^(score|ai_act)\./.test(event_type))
      .map(({ event_type, hidden, payload }) => [event_type, hidden, payload.snippet_before, payload.snippet_after])
    return [...claims, ...events].map((row) => JSON.stringify(row)).toSorted()
  }
  const together = await left(fetchedTogether)
  const apart = await left(async (at, vendor, pages) => {
    const recorded: RecordedFetch[] = []
    for (const [page, body] of pages) recorded.push(await fetched(at, vendor, page, body))
    return recorded
  })
  assert.deepEqual(together, apart)
  assert.ok(together.some((row) => String(row).includes('claim.contradicted')))
  assert.ok(together.some((row) => String(row).includes('certification.removed",true')))
})

test('a subprocessor is linked by domain, then by its full name, never by a part of it', async () => {
  const tag = `q${clock.now().getTime()}`
  const cumulo = await aVendor(deps, { display_name: `Cumulo ${tag}`, aliases: [`Nimbus ${tag}`] })
  const brief = await aVendor(deps, { display_name: `Brief ${tag} GmbH` })
  for (const _ of [1, 2]) await aVendor(deps, { display_name: `Twin ${tag}` })
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'subprocessors')
  await fetched(
    deps,
    vendor,
    page,
    listPage([
      [`<a href="https://www.${cumulo.primary_domain}/">Something Else</a>`, 'Hosting', 'Spain'],
      [`Nimbus ${tag}, Inc.`, 'Hosting', 'Spain'],
      [`Brief ${tag}`, 'E-mail', 'Spain'],
      [`Brief ${tag} Services`, 'Letters', 'Spain'],
      [`Twin ${tag}`, 'Copies', 'Spain'],
    ]),
  )
  const links = Object.fromEntries((await current(vendor.id)).map(({ value, details }) => [value, details.vendor_id]))
  assert.deepEqual(links, {
    'Something Else': cumulo.id,
    [`Nimbus ${tag}, Inc.`]: cumulo.id,
    [`Brief ${tag}`]: brief.id,
    [`Brief ${tag} Services`]: undefined,
    [`Twin ${tag}`]: undefined,
  })
})

test('1,200 claims need as many statements as two', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'subprocessors')
  const counting = (queries: string[]): Deps => ({ clock, db: db.withPlugin(counter(queries)) })
  const few: string[] = []
  const many: string[] = []
  const small = await aPage(deps, vendor, 'subprocessors')
  await fetched(deps, vendor, small, listPage([CUMULO, BRIEF]))
  await fetched(deps, vendor, page, listPage(firms(1200)))
  clock.advance(DAY)
  await fetched(
    counting(few),
    vendor,
    small,
    listPage([CUMULO, ['Brief', 'E-mail', 'Spain'], ['Fresh', 'Surveys', 'Spain']]),
  )
  const rows = firms(1200).map(([name, purpose], i) => [name, purpose, i % 2 ? 'Spain' : 'France'] as const)
  const { events } = await fetched(counting(many), vendor, page, listPage([...rows, ['Newest', 'Surveys', 'Spain']]))
  assert.equal(events, 601)
  // Events are inserted in batches of 500.
  assert.ok(many.length <= few.length + 3, `${many.length} and ${few.length}`)
})

const counter = (queries: string[]): KyselyPlugin => ({
  transformQuery: ({ node }) => {
    queries.push(node.kind)
    return node
  },
  transformResult: async ({ result }) => result,
})
