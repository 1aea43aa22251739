// A new extractor version reprocesses old snapshots: claims change, history and visible events do not.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { before, test } from 'node:test'
import type { Blobs } from '@veritrace/platform/blobs/blobs'
import { fakeClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { testDatabase } from '@veritrace/platform/testing/db'
import { aPage, aVendor, claimsOf, eventsOf, fetched, listPage, type TestVendor } from '../claims/testing.ts'
import { DocumentTooHard, ReadersBusy } from '../crawl/threads/pool.ts'
import { extract } from '../extract/extract.ts'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import { provenanceMigrations } from '../index.ts'
import type { Tables } from '../tables.ts'
import { type Extractor, REEXTRACT_SNAPSHOTS, reextract, reextractPage } from './reextract.ts'

const DAY = 24 * 3_600_000
const clock = fakeClock(new Date('2026-11-02T12:00:00Z'))
let db: Db<Tables>
before(async () => {
  db = (await testDatabase([provenanceMigrations])).db
})

const kept = new Map<string, string>()
const blobs = {
  get: async (key: string) => {
    const body = kept.get(key)
    return body === undefined ? undefined : { stream: Readable.from([Buffer.from(body)]) }
  },
} as unknown as Blobs
const added: object[] = []
const jobs = { add: async (_: Db, name: string, data: object) => void added.push({ name, data }) } as never
const deps = () => ({ db, clock, blobs, jobs })

const same: Extractor = { version: EXTRACTOR_VERSION, extract }
/** Drops claims with the value Brief, and raises the confidence of the others. */
const upgraded: Extractor = {
  version: '99.0.0',
  extract: async (...page) => {
    const read = await extract(...page)
    const claims = read.claims.filter(({ value }) => value !== 'Brief')
    return { ...read, claims: claims.map((claim) => ({ ...claim, rule_version: '99.0.0', confidence: 0.97 })) }
  },
}

async function read(vendor: TestVendor, page: string, body: string): Promise<string> {
  const { snapshotId } = await fetched(deps(), vendor, page, body)
  const { sha256 } = await db
    .selectFrom('provenance.snapshots')
    .select('sha256')
    .where('id', '=', snapshotId)
    .executeTakeFirstOrThrow()
  kept.set(`snapshots/${sha256}`, body)
  return snapshotId
}

async function twoVersions() {
  const vendor = await aVendor(deps())
  const page = await aPage(deps(), vendor, 'subprocessors')
  const CUMULO = ['Cumulo', 'Hosting', 'Germany'] as const
  const old = await read(vendor, page, listPage([CUMULO, ['Past', 'Letters', 'Spain']]))
  clock.advance(DAY)
  const newest = await read(
    vendor,
    page,
    listPage([CUMULO, ['Brief', 'E-mail', 'Ireland'], ['Past', 'Letters', 'Italy']]),
  )
  clock.advance(DAY)
  return { vendor, page, snapshots: [old, newest] }
}

test('reprocessing with the same extractor does not change any claim', async () => {
  const { vendor, snapshots } = await twoVersions()
  const [claims, events] = [await claimsOf(deps(), vendor.id), await eventsOf(deps(), vendor.id)]
  for (const id of snapshots) await reextract(deps(), same, id)
  assert.equal(JSON.stringify(await claimsOf(deps(), vendor.id)), JSON.stringify(claims))
  assert.deepEqual(await eventsOf(deps(), vendor.id), events)
})

test('an upgrade replaces claims without visible events, and the past stays as it was shown', async () => {
  const { vendor, page, snapshots } = await twoVersions()
  const [before, events] = [await claimsOf(deps(), vendor.id), await eventsOf(deps(), vendor.id)]
  for (const id of snapshots) await reextract(deps(), upgraded, id)
  const fresh = (await eventsOf(deps(), vendor.id)).filter(({ id }) => !events.some((known) => known.id === id))
  assert.ok(fresh.every(({ hidden, cause }) => hidden && cause === 'extractor'))
  const [upgrade] = fresh.filter(({ event_type }) => event_type === 'extractor.upgraded')
  assert.deepEqual(upgrade!.payload.after, {
    version: '99.0.0',
    claims_added: 0,
    claims_ended: 1,
    claims_changed: 0,
    claims_same: 2,
  })
  const after = await claimsOf(deps(), vendor.id)
  const brief = after.find(({ value }) => value === 'Brief')
  assert.deepEqual(
    [brief!.valid_to, brief!.valid_from],
    [clock.now(), before.find(({ value }) => value === 'Brief')!.valid_from],
  )
  assert.deepEqual(
    after.filter(({ valid_to }) => valid_to === null).map(({ value, rule_version }) => [value, rule_version]),
    [
      ['Cumulo', '99.0.0'],
      ['Past', '99.0.0'],
    ],
  )
  const past = (rows: typeof after) => rows.filter(({ valid_to }) => valid_to !== null && valid_to < clock.now())
  assert.deepEqual(past(after), past(before))
  assert.ok(past(after).length > 0)

  clock.advance(DAY)
  const seen = await fetched(deps(), vendor, page, [...kept.values()].at(-1)!, {
    change: (reading) => ({
      ...reading,
      version: '99.0.0',
      claims: reading.claims.filter(({ value }) => value !== 'Brief'),
    }),
  })
  assert.deepEqual([seen.changed, seen.events], [false, 0])
})

test('a fetch that is the first to use a newer extractor creates only hidden events', async () => {
  const { vendor, page } = await twoVersions()
  const known = (await eventsOf(deps(), vendor.id)).length
  const { events } = await fetched(deps(), vendor, page, [...kept.values()].at(-1)!, {
    change: (reading) => ({
      ...reading,
      version: '98.0.0',
      claims: reading.claims.filter(({ value }) => value !== 'Brief'),
    }),
  })
  assert.equal(events, 0)
  assert.ok((await eventsOf(deps(), vendor.id)).slice(known).every(({ hidden }) => hidden))
})

test('a snapshot whose bytes were deleted keeps its claims', async () => {
  const { vendor, snapshots } = await twoVersions()
  const claims = await claimsOf(deps(), vendor.id)
  await reextract({ ...deps(), blobs: { get: async () => undefined } as unknown as Blobs }, upgraded, snapshots[1]!)
  assert.deepEqual(await claimsOf(deps(), vendor.id), claims)
})

test('a busy or stopping extractor leaves the snapshot for later', async () => {
  const { snapshots } = await twoVersions()
  const row = () =>
    db.selectFrom('provenance.snapshots').selectAll().where('id', '=', snapshots[1]!).executeTakeFirstOrThrow()
  const before = await row()
  const refusing = (error: Error): Extractor => ({ ...upgraded, extract: () => Promise.reject(error) })
  for (const error of [new ReadersBusy(), new Error('The server is stopping.')])
    await assert.rejects(reextract(deps(), refusing(error), snapshots[1]!), error)
  assert.deepEqual(await row(), before)
  await reextract(deps(), refusing(new DocumentTooHard('It is nested too deeply.')), snapshots[1]!)
  assert.deepEqual(
    await row(),
    { ...before, extract_error: 'It is nested too deeply.', extractor_version: '99.0.0' },
    'the previous result stays',
  )
})

test('snapshots of other extractor versions are reprocessed page by page', async () => {
  const { vendor, snapshots } = await twoVersions()
  await reextractPage(deps(), upgraded, { after: snapshots[0]!.slice(0, -1) })
  const versions = await db
    .selectFrom('provenance.snapshots')
    .select('extractor_version')
    .where('vendor_id', '=', vendor.id)
    .execute()
  assert.deepEqual(versions, [{ extractor_version: '99.0.0' }, { extractor_version: '99.0.0' }])
  assert.ok(!added.some((job) => (job as { name: string }).name !== REEXTRACT_SNAPSHOTS))
})
