// From the bytes of pages to the public profile: the extractor and the rules use the same vocabulary.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { fakeClock } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'
import { aPage, aVendor, eventsOf, fetched, listPage } from './testing.ts'

const DAY = 24 * 3_600_000
const clock = fakeClock(new Date('2026-11-02T12:00:00Z'))
let app: TestApp
let deps: ProvenanceParts
before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async () => [] }
    return provenance(deps)
  })
})
after(() => app.close())
const ask = () => app.visitor(vendors)

const SECURITY = `<title>Security at Acme</title><h1>Security</h1>
<p>Acme is SOC 2 Type 2 certified. The report is available on request.</p>
<p>Customer data is encrypted at rest with AES-256. Data in transit is encrypted with TLS 1.2 or higher.</p>
<p>An independent firm performs annual penetration tests.</p>
<p>Please report security issues to security@acme.test.</p>
<p>All customer data is stored in Germany.</p>`
const DPA = `<title>Acme Data Processing Addendum</title><h1>Data Processing Addendum</h1><p>Effective 1 March 2026</p>
<p>Acme will notify Customer of a personal data breach within 48 hours.</p>
<p>Acme will give Customer thirty (30) days prior notice of any new sub-processor.</p>
<p>Customer may object to a new sub-processor within 14 days.</p>`
const AI = `<title>AI at Acme</title><h1>How Acme uses AI</h1>
<p>Our AI assistant answers questions of your customers.</p>
<p>You are told at the start of each chat that you are chatting with an AI, not with a person.</p>
<p>We do not use your data to train AI models.</p>`
const STATUS = JSON.stringify({ status: { indicator: 'none' }, incidents: [] })
const LIST = listPage([
  ['Cumulo, Inc.', 'Hosting', 'Germany'],
  ['Brief & Post', 'E-mail', 'Ireland'],
])

async function readAll() {
  const vendor = await aVendor(deps)
  const pages: Record<string, string> = {}
  for (const [kind, body] of Object.entries({ security: SECURITY, dpa: DPA, ai_policy: AI, subprocessors: LIST })) {
    pages[kind] = await aPage(deps, vendor, kind)
    await fetched(deps, vendor, pages[kind], body)
  }
  pages.status = await aPage(deps, vendor, 'status')
  await fetched(deps, vendor, pages.status, STATUS, { type: 'application/json' })
  return { vendor, pages }
}

test('complete pages give a complete profile with a score, a color and no contradiction', async () => {
  const { vendor } = await readAll()
  const profile = await ask().profile({ params: { slug: vendor.slug } })
  const [soc2] = profile.certifications
  assert.equal(soc2!.relation, 'supports')
  assert.match(soc2!.value, /^soc2_type2:(affirmed|report_available)$/)
  assert.ok(soc2!.snippet.includes('SOC 2 Type 2'))
  assert.deepEqual(profile.subprocessors.map(({ value }) => value).toSorted(), ['Brief & Post', 'Cumulo, Inc.'])
  const has = (category: string, predicate: string) =>
    profile.claims.some((claim) => claim.category === category && claim.predicate === predicate)
  for (const [category, predicate] of [
    ['dpa', 'breach_notice_hours'],
    ['dpa', 'subprocessor_notice_days'],
    ['dpa', 'objection_days'],
    ['encryption', 'encryption_at_rest'],
    ['encryption', 'encryption_in_transit'],
    ['ai_act', 'ai_interaction_disclosure'],
    ['policy', 'effective_date'],
  ] as const)
    assert.ok(has(category, predicate), `${category} ${predicate}`)
  assert.deepEqual(
    profile.gaps.map(({ id }) => id),
    ['not_verified'],
  )
  assert.deepEqual([profile.status_summary?.latest_signal, profile.status_summary?.incident_signal], ['none', false])

  const seen = await ask().get({ params: { slug: vendor.slug } })
  assert.deepEqual(
    [seen.profile_completeness, seen.ai_act_article50_ready, seen.data_quality_warnings, seen.recent_events],
    [100, 'green', [], []],
  )
  assert.equal(seen.trust_score_v1?.risk_band, 'low')
  const score = await ask().score({ params: { slug: vendor.slug } })
  const unmet = score.items.filter(({ outcome }) => outcome !== 'met').map(({ rule_id }) => rule_id)
  assert.deepEqual(unmet, [])
  assert.deepEqual(
    score.ai_act.duties.filter(({ status }) => status !== 'not_triggered').map(({ duty, status }) => [duty, status]),
    [
      ['50(1)', 'supported'],
      ['50(5)', 'supported'],
    ],
  )
})

test('changes of a page are published as events with both sentences', async () => {
  const { vendor, pages } = await readAll()
  clock.advance(DAY)
  await fetched(
    deps,
    vendor,
    pages.dpa!,
    DPA.replace('48 hours', '72 hours').replace('1 March 2026', '1 December 2026'),
  )
  await fetched(deps, vendor, pages.status!, JSON.stringify({ status: { indicator: 'major' } }), {
    type: 'application/json',
  })
  const { items } = await ask().events({ params: { slug: vendor.slug } })
  const clause = items.find(({ event_type }) => event_type === 'policy.clause_changed')
  assert.deepEqual(items.map(({ event_type }) => event_type).toSorted(), [
    'policy.clause_changed',
    'policy.effective_date_changed',
    'status.incident_started',
  ])
  const { payload } = clause!
  assert.deepEqual([payload.schema, payload.severity, payload.cause], ['policy.clause_changed/1', 'major', 'content'])
  assert.match(String(payload.snippet_before), /48 hours/)
  assert.match(String(payload.snippet_after), /72 hours/)
  assert.deepEqual(Object.keys(payload).toSorted(), [
    'after',
    'before',
    'cause',
    'rule_version',
    'schema',
    'severity',
    'snapshot_after',
    'snapshot_before',
    'snippet_after',
    'snippet_before',
  ])
  const summary = (await ask().profile({ params: { slug: vendor.slug } })).status_summary
  assert.deepEqual([summary?.latest_signal, summary?.incident_signal], ['major', true])
})

test('confidence decreases with the age of the page, and a certificate expires on its date', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'security')
  await fetched(
    deps,
    vendor,
    page,
    '<h1>Security</h1><p>Acme is ISO 27001 certified, certificate no. IS 123456, valid until March 31, 2027.</p>',
  )
  const iso = async () => (await ask().profile({ params: { slug: vendor.slug } })).certifications[0]!
  const fresh = await iso()
  assert.deepEqual([fresh.value, fresh.relation], ['iso27001:affirmed', 'supports'])
  clock.advance(10 * DAY)
  assert.equal((await iso()).confidence, Math.round(fresh.confidence * 900) / 1000)
  clock.advance(200 * DAY)
  await transact(deps.db, (tx) => refreshVendor(deps, tx, vendor.id))
  await transact(deps.db, (tx) => refreshVendor(deps, tx, vendor.id))
  const old = await iso()
  assert.deepEqual([old.value, old.relation], ['iso27001:expired', 'refutes'])
  assert.match(old.claim_text, /expired on 2027-03-31; certificate IS 123456$/)
  const events = (await eventsOf(deps, vendor.id)).filter(({ event_type }) => event_type === 'certification.expired')
  assert.deepEqual(
    events.map(({ cause, severity }) => [cause, severity]),
    [['rule_date', 'major']],
  )
  assert.match(String(events[0]!.payload.snippet_before), /valid until March 31, 2027/)
})

test('a profile of an earlier day cites the snapshot of that day', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'subprocessors')
  const first = await fetched(deps, vendor, page, LIST)
  const then = clock.now().toISOString()
  clock.advance(DAY)
  const second = await fetched(deps, vendor, page, `<p>News.</p>${LIST}`)
  const artifact = async (query: { as_of?: string }) =>
    (await ask().profile({ params: { slug: vendor.slug }, query })).subprocessors[0]!.evidence_artifact_id
  assert.deepEqual([await artifact({}), await artifact({ as_of: then })], [second.snapshotId, first.snapshotId])
})
