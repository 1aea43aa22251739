// Derived columns follow the facts. Incremental and full refreshes give the same result.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import type { Db } from '@veritrace/platform/db/db'
import { transact } from '@veritrace/platform/db/transact'
import { testDatabase } from '@veritrace/platform/testing/db'
import { provenanceMigrations } from '../index.ts'
import type { Tables } from '../tables.ts'
import { REFRESH_VENDORS, refreshPage, refreshVendor } from './refresh-vendor.ts'
import { addClaim, addSource, addVendor } from './testing.ts'

const DAY = 24 * 3_600_000
let db: Db<Tables>
before(async () => {
  db = (await testDatabase([provenanceMigrations])).db
})

const at = (moment: string) => ({ db, clock: fakeClock(new Date(moment)) })
const refresh = (deps: ReturnType<typeof at>, id: string) => transact(deps.db, (tx) => refreshVendor(deps, tx, id))
const derived = (id: string) =>
  db
    .selectFrom('provenance.vendors')
    .select([
      'ai_act',
      'ai_act_duties',
      'evidence_count',
      'source_count',
      'claim_count',
      'observation_count',
      'completeness',
    ])
    .select([
      'source_freshness',
      'source_status',
      'confidence_band',
      'readiness',
      'warnings',
      'decision_id',
      'score',
      'risk_band',
      'quality',
    ])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const eventsOf = (id: string) =>
  db
    .selectFrom('provenance.change_events')
    .select(['event_type', 'cause', 'severity', 'payload'])
    .where('vendor_id', '=', id)
    .orderBy('id')
    .execute()

test('an incremental and a full refresh of a vendor give the same result', async () => {
  const deps = at('2026-11-15T12:00:00Z')
  const { id } = await addVendor(deps)
  await refresh(deps, id)
  const security = await addSource(deps, id, 'security')
  await refresh(deps, id)
  for (const claim of [
    ['certification', 'holds', 'iso27001'],
    ['encryption', 'at_rest', 'aes256'],
    ['ai_transparency', 'ai_feature', 'assistant'],
  ] as const) {
    await addClaim(deps, id, security, claim)
    await refresh(deps, id)
  }
  await addSource(deps, id, 'dpa', { failures: 1 })
  await refresh(deps, id)
  const stepwise = await derived(id)
  await db
    .updateTable('provenance.vendors')
    .set({
      decision_id: null,
      score: null,
      risk_band: null,
      quality: 0,
      readiness: 'unavailable',
      claim_count: 0,
      derived_at: null,
    })
    .where('id', '=', id)
    .execute()
  await db.deleteFrom('provenance.score_decisions').where('vendor_id', '=', id).execute()
  await refresh(deps, id)
  assert.deepEqual(await derived(id), stepwise)
  assert.deepEqual([stepwise.claim_count, stepwise.source_status, stepwise.readiness], [3, 'degraded', 'fresh'])
})

test('a date of the AI Act changes a verdict, and the event says so', async () => {
  const before = at('2026-12-01T12:00:00Z')
  const { id } = await addVendor(before)
  const source = await addSource(before, id, 'ai_policy')
  await addClaim(before, id, source, ['ai_transparency', 'ai_generates_content', 'images'])
  await refresh(before, id)
  assert.equal((await derived(id)).ai_act, 'amber')
  await refresh(at('2026-12-02T00:05:00Z'), id)
  assert.equal((await derived(id)).ai_act, 'red')
  const [event] = await eventsOf(id)
  assert.deepEqual(
    [event!.event_type, event!.cause, event!.severity],
    ['ai_act.readiness_changed', 'rule_date', 'major'],
  )
})

test('a verdict that changes because a page says more has the cause content', async () => {
  const deps = at('2026-11-15T12:00:00Z')
  const { id } = await addVendor(deps)
  const source = await addSource(deps, id, 'ai_policy')
  await addClaim(deps, id, source, ['ai_transparency', 'ai_generates_content', 'images'])
  await refresh(deps, id)
  await addClaim(deps, id, source, ['ai_transparency', 'ai_output_marking', 'c2pa'])
  await addClaim(deps, id, source, ['ai_transparency', 'ai_disclosure_accessible', 'at first use'])
  await refresh(deps, id)
  const [event] = await eventsOf(id)
  assert.deepEqual([event!.cause, event!.severity, (await derived(id)).ai_act], ['content', 'minor', 'green'])
})

test('time alone makes a vendor stale, and the refresh continues page by page', async () => {
  const deps = at('2026-11-15T12:00:00Z')
  const { id } = await addVendor(deps)
  await addClaim(deps, id, await addSource(deps, id, 'security'), ['encryption', 'at_rest', 'aes256'])
  await refresh(deps, id)
  const added: object[] = []
  const jobs = { add: async (_: Db, name: string, data: object) => void added.push({ name, data }) }
  const later = { db, clock: fakeClock(new Date(deps.clock.now().getTime() + 60 * DAY)), jobs: jobs as never }
  await refreshPage(later, { after: id.slice(0, -1) })
  const vendor = await derived(id)
  assert.deepEqual([vendor.source_freshness, vendor.source_status, vendor.readiness], ['stale', 'failing', 'sourced'])
  assert.deepEqual(vendor.warnings, ['stale_sources', 'failing_sources'])
  const rows = Array.from({ length: 200 }, (_, i) => {
    const name = `zz${String(i).padStart(4, '0')}${id.slice(-6)}`
    return { id: `ven_${name}`, slug: name, display_name: name, primary_domain: `${name}.test` }
  })
  await db.insertInto('provenance.vendors').values(rows).execute()
  await refreshPage(later, { after: 'ven_zz' })
  assert.deepEqual(added, [{ name: REFRESH_VENDORS, data: { after: rows.at(-1)!.id } }])
  await db.deleteFrom('provenance.vendors').where('id', '>', 'ven_zz').execute()
})

test('a score that changes because of new rules is a hidden event', async () => {
  const deps = at('2026-11-15T12:00:00Z')
  const { id } = await addVendor(deps)
  const security = await addSource(deps, id, 'security')
  await addClaim(deps, id, security, ['certification', 'holds', 'iso27001'])
  await refresh(deps, id)
  const { decision_id } = await derived(id)
  await db
    .updateTable('provenance.score_decisions')
    .set({ rules_version: 'trust-score/0' })
    .where('id', '=', decision_id)
    .execute()
  await db.updateTable('provenance.vendors').set({ risk_band: 'low' }).where('id', '=', id).execute()
  await refresh(deps, id)
  const events = await db
    .selectFrom('provenance.change_events')
    .select(['event_type', 'hidden', 'cause'])
    .where('vendor_id', '=', id)
    .execute()
  assert.deepEqual(events, [{ event_type: 'score.band_changed', hidden: true, cause: 'extractor' }])
})

test('a certificate that was renewed on another page is not reported as expired', async () => {
  const day = at('2026-11-15T12:00:00Z')
  const { id } = await addVendor(day)
  const held = ['certification', 'holds', 'iso27001'] as const
  const details = (expires_on: string) => ({
    details: JSON.stringify({ expires_on }),
    valid_from: new Date('2026-01-01'),
  })
  await addClaim(day, id, await addSource(day, id, 'security'), held, details('2026-11-15'))
  await addClaim(day, id, await addSource(day, id, 'compliance'), held, details('2029-11-15'))
  await refresh(day, id)
  await refresh(at('2026-11-17T12:00:00Z'), id)
  assert.ok((await eventsOf(id)).every(({ event_type }) => event_type !== 'certification.expired'))
})
