// The demo as a visitor sees it: invented sites, crawled week after week by the real crawler, compared with profiles
// that were written by reading the sites.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { cases } from '@veritrace/contract/casework/cases'
import { plan } from '@veritrace/contract/casework/plan'
import { recommendations } from '@veritrace/contract/casework/recommendations'
import { runs } from '@veritrace/contract/casework/runs'
import { client } from '@veritrace/contract/client'
import type { EventType } from '@veritrace/contract/provenance/change-events'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { testDatabaseUrl } from '@veritrace/platform/testing/db'
import { sql } from 'kysely'
import type { Server } from '../../apps/server/start.ts'
import { type Extractor, reextract } from '../../products/provenance/reextract/reextract.ts'
import { EXPECTED, type ExpectedEvent } from '../../products/provenance/demo-web/expected.ts'
import { LAST_DAY } from '../../products/provenance/demo-web/vendors.ts'
import { extract } from '../../products/provenance/extract/extract.ts'
import { readDocument } from '../../products/provenance/extract/read/read.ts'
import { EXTRACTOR_VERSION } from '../../products/provenance/extract/version.ts'
import { demoApi } from '../browser/demo-api.ts'
import { openServer } from '../own-server.ts'

const skip = testDatabaseUrl() ? false : 'the story is read once, on PostgreSQL'
const WEEK = 7 * 24 * 3_600_000
let server: Server

before(async () => {
  if (skip) return
  const products = 'provenance,casework'
  server = await openServer({ APP_AUTH_MODE: 'demo', DEMO_SITES: '1', ROLES: 'web,worker', PRODUCTS: products })
  while ((await lastReadings()).some((week) => week < LAST_DAY)) await sleep(500)
})
after(() => server?.close())

/** How far the story of each vendor was read. */
async function lastReadings(): Promise<number[]> {
  const { rows } = await sql<{ week: number }>`
    select coalesce(floor(extract(epoch from max(job.created_at) - vendor.created_at) / ${WEEK / 1000}), -1) as week
    from provenance.vendors vendor left join provenance.crawl_jobs job
      on job.vendor_id = vendor.id and job.source_id is null and job.completed_at is not null
    where vendor.origin = 'demo' group by vendor.id, vendor.created_at`.execute(server.platform.db)
  return rows.map(({ week }) => Number(week))
}

test('casework starts with an estate, a plan for it and an investigated case', { skip }, async () => {
  const findCase = async () => (await demoApi(server.url, cases).list({ query: {} })).items[0]
  let found = await findCase()
  while (!found) {
    await sleep(200)
    found = await findCase()
  }
  const { id } = found
  const isEnded = async () => (await demoApi(server.url, runs).list({ params: { id } })).items[0]?.finished_at
  while (!(await isEnded())) await sleep(200)
  const { items } = await demoApi(server.url, recommendations).list({ params: { id }, query: {} })
  const versions = await demoApi(server.url, plan).versions({ query: {} })
  assert.deepEqual([items.length > 0, 'items' in versions && versions.items.length], [true, 1])
})

/** Laws and frameworks are not certificates, so the golden profiles omit them. */
const NO_CERTIFICATE = /^(?:gdpr|ccpa|ai_act|nist_csf)(?::|$)/
const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted()

test('the directory says about each vendor what a careful reader of its sites would say', { skip }, async () => {
  const api = client(vendors, `${server.url}/api/provenance/v1`)
  for (const [slug, expected] of Object.entries(EXPECTED)) {
    const { vendor, certifications, subprocessors } = await api.profile({ params: { slug } })
    const held = certifications.map(({ value }) => value).filter((value) => !NO_CERTIFICATE.test(value))
    assert.deepEqual(sorted(held), sorted(expected.certifications), slug)
    const used = subprocessors.filter(
      ({ predicate, relation }) => predicate === 'uses_subprocessor' && relation === 'supports',
    )
    assert.deepEqual(sorted(used.map(({ value }) => value)), sorted(expected.subprocessors), slug)
    if (expected.ai) assert.equal(vendor.ai_act_article50_ready, expected.ai, slug)
  }
})

test('changes are reported in their week, and nothing else is', { skip }, async () => {
  const api = client(vendors, `${server.url}/api/provenance/v1`)
  const missing: string[] = []
  for (const [slug, { events, never = [] }] of Object.entries(EXPECTED)) {
    const told = (await api.events({ params: { slug }, query: { limit: 200 } })).items
    const begun = Math.min(...told.map(({ observed_at }) => Date.parse(observed_at)))
    const isTold = ({ day, type, about }: ExpectedEvent): boolean =>
      told.some(
        (event) =>
          event.event_type === (type as EventType) &&
          Math.round((Date.parse(event.observed_at) - begun) / WEEK) === day &&
          (about === '*' || JSON.stringify(event).includes(about)),
      )
    for (const event of events) if (!isTold(event)) missing.push(`${slug}: ${Object.values(event).join(' ')}`)
    for (const event of never) if (isTold(event)) missing.push(`${slug}: not ${Object.values(event).join(' ')}`)
  }
  assert.deepEqual(missing, [])
})

const readings = new Map<string, ReturnType<typeof extract>>()

/** Each page is extracted once for both versions. */
const readOnce: typeof extract = (bytes, type, context) => {
  const key = createHash('sha256')
    .update(bytes)
    .update(JSON.stringify([type, context]))
    .digest('hex')
  const reading = readings.get(key) ?? extract(bytes, type, context)
  readings.set(key, reading)
  return reading
}

/** The current extractor, or a simulated later version that finds less with lower confidence. */
const extractorOf = (version: string): Extractor => ({
  version,
  extract: async (...document) => {
    const read = await readOnce(...document)
    if (version === EXTRACTOR_VERSION) return read
    const claims = read.claims
      .filter(({ category }) => category !== 'encryption')
      .map((claim) => ({ ...claim, confidence: claim.confidence / 2, rule_version: version }))
    return { ...read, claims }
  },
})

async function allClaims(): Promise<unknown[]> {
  const { rows } = await sql`
    select id, source_id, snapshot_id, claim_key, category, predicate, value, state, relation, claim_text,
      snippet, snippet_start, snippet_end, confidence, factors, details, rule_id, rule_version, valid_from, valid_to
    from provenance.evidence_claims order by id`.execute(server.platform.db)
  return rows
}

async function publicEvents(): Promise<unknown[]> {
  const { rows } = await sql`
    select id from provenance.change_events where not hidden order by id`.execute(server.platform.db)
  return rows
}

test('every claim is in its snapshot at its position, with the rule that found it', { skip }, async () => {
  const { rows } = await sql<{
    sha256: string
    content_type: string
    snippet: string
    from: number
    to: number
    rule: string
  }>`
    select snapshot.sha256, snapshot.content_type, claim.snippet, claim.snippet_start as from, claim.snippet_end as to,
      claim.rule_id || claim.rule_version as rule
    from provenance.evidence_claims claim join provenance.snapshots snapshot on snapshot.id = claim.snapshot_id`.execute(
    server.platform.db,
  )
  assert.ok(rows.length > 300)
  for (const [sha256, claims] of Map.groupBy(rows, (row) => row.sha256)) {
    const bytes = await buffer((await server.platform.blobs.get(`snapshots/${sha256}`))!.stream)
    const { text } = await readDocument(bytes, claims[0]!.content_type)
    for (const { from, to, snippet, rule } of claims)
      assert.deepEqual([text.slice(from, to), rule !== ''], [snippet, true])
  }
})

test('re-extracted pages yield identical claims, and a newer extractor reports no changes', {
  skip,
}, async () => {
  const { rows } = await sql<{ id: string }>`select id from provenance.snapshots order by id`.execute(
    server.platform.db,
  )
  // Half of them suffice.
  const [claims, events] = [await allClaims(), await publicEvents()]
  const some = rows.filter((_, at) => at % 2 === 0)
  for (const { id } of some) await reextract(server.platform, extractorOf(EXTRACTOR_VERSION), id)
  assert.deepEqual(await allClaims(), claims)
  for (const { id } of some) await reextract(server.platform, extractorOf('99.0.0'), id)
  assert.notDeepEqual(await allClaims(), claims)
  assert.deepEqual(await publicEvents(), events)
})
