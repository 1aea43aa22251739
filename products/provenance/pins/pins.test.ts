// Pinned vendors, search and risk through HTTP: as a customer and as a stranger.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { client } from '@veritrace/contract/client'
import type { Role } from '@veritrace/contract/endpoint'
import { type AlertRule, pins } from '@veritrace/contract/provenance/pins'
import { risk } from '@veritrace/contract/provenance/risk'
import { workspaceSearch } from '@veritrace/contract/provenance/search'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { removeMember } from '@veritrace/platform/identity/leaving/remove-member'
import { insertOperator } from '@veritrace/platform/identity/tenancy/installation-store'
import { insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addClaim, addEvent, addSource, addVendor } from '../vendors/testing.ts'
import { raiseAlerts } from './raise-alerts.ts'

const DAY = 24 * 3_600_000
let app: TestApp
let deps: ProvenanceParts
const clock = fakeClock(new Date('2026-11-15T12:00:00Z'))

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = platform
    return provenance(platform)
  })
})
after(() => app.close())

const refused = (code: string) => (error: { code: string }) => {
  assert.equal(error.code, code)
  return true
}
const RULE: AlertRule = { name: 'majors', event_types: [], min_severity: 'major', words: [], enabled: true }
const daysAgo = (days: number) => ({ observed_at: new Date(clock.now().getTime() - days * DAY) })

async function customer(plan: 'free' | 'pro' = 'pro') {
  const tenant = await app.tenant({ plan })
  const as = (role: Role) => app.client(pins, tenant, role)
  const pin = (vendor_id: string, body: object = {}) => as('member').pin({ body: { vendor_id, ...body } })
  const risks = () => app.client(risk, tenant, 'viewer').trustCenter()
  const search = (q: string, limit?: number) =>
    app.client(workspaceSearch, tenant, 'viewer').search({ query: { q, ...(limit && { limit }) } })
  return { tenant, as, pin, risks, search }
}

test('a vendor is pinned by its id or slug, once, with the defaults of its tier', async () => {
  const { as, pin, tenant } = await customer()
  const vendor = await addVendor(deps, { risk_band: 'moderate' })
  const pinned = await pin(vendor.slug, { tier: 'critical', alert_rules: [{ name: 'all' }] })
  assert.deepEqual([pinned.vendor_id, pinned.status, pinned.version], [vendor.id, 'evaluating', 1])
  assert.deepEqual([pinned.review_interval_days, pinned.risk_band, pinned.unread_changes], [90, 'moderate', 0])
  assert.deepEqual(pinned.alert_rules, [{ ...RULE, name: 'all', min_severity: 'info' }])
  assert.deepEqual((await as('viewer').list()).items, [pinned])
  assert.deepEqual((await as('viewer').list({ query: { tier: 'low' } })).items, [])
  await assert.rejects(pin(vendor.id), refused('vendor_pinned'))
  await assert.rejects(pin('nobody'), refused('vendor_not_found'))
  assert.deepEqual(
    (await app.audit(tenant)).map(({ action }) => action),
    ['pinned_vendor.pin'],
  )
})

test('the review interval follows the tier until a user chooses another one', async () => {
  const { as, pin } = await customer()
  const { id: vendor_id } = await addVendor(deps)
  await pin(vendor_id, { tier: 'low' })
  const edit = async (body: object) => (await as('member').update({ params: { vendor_id }, body })).review_interval_days
  assert.equal(await edit({ tier: 'critical' }), 90)
  assert.equal(await edit({ tier: 'high', review_interval_days: 30 }), 30)
  assert.equal(await edit({ tier: 'low' }), 30)
})

test('an edit changes only what it names, honors If-Match, and accepts only members as owners', async () => {
  const { tenant, as, pin } = await customer()
  const { id: vendor_id } = await addVendor(deps)
  await pin(vendor_id, { notes: 'Kept.' })
  await addEvent(deps, vendor_id, 'claim.added', { observed_at: new Date(clock.now().getTime() + 1_000) })
  const params = { vendor_id }
  const edit = (body: object, headers = {}) => as('member').update({ params, body, headers })
  const edited = await edit({ status: 'approved', risk_override: 'high' }, { 'if-match': '"1"' })
  const { status, risk_band, notes, unread_changes, version } = edited
  assert.deepEqual([status, risk_band, notes, unread_changes, version], ['approved', 'high', 'Kept.', 1, 2])
  await assert.rejects(edit({ notes: 'x' }, { 'if-match': '"1"' }), refused('stale_version'))
  clock.advance(2_000)
  assert.equal((await edit({ read_until: clock.now().toISOString() })).unread_changes, 0)
  await assert.rejects(edit({ owner_id: 'usr_elsewhere' }), refused('unknown_reference'))
  await assert.rejects(edit({ alert_rules: [RULE, RULE] }), refused('unacceptable'))
  await assert.rejects(edit({ tenant_id: 'x' }), refused('invalid_body'))
  const user_id = newId('usr')
  const who = { email: 'a@example.com', display_name: 'A', role: 'member' as const, joined_at: clock.now() }
  await insertMember(app.platform.db, { tenant_id: tenant.id, user_id, ...who })
  assert.equal((await edit({ owner_id: user_id })).owner_id, user_id)
})

test('a vendor whose owner left the workspace has no owner', async () => {
  const [{ tenant, as, pin }, elsewhere] = [await customer(), await customer()]
  const { id: vendor_id } = await addVendor(deps)
  const user_id = newId('usr')
  const who = { email: 'b@example.com', display_name: 'B', role: 'member' as const, joined_at: clock.now() }
  for (const { id: tenant_id } of [tenant, elsewhere.tenant])
    await insertMember(app.platform.db, { tenant_id, user_id, ...who })
  await pin(vendor_id, { owner_id: user_id })
  await elsewhere.pin(vendor_id, { owner_id: user_id })
  await removeMember(app.platform, systemCaller(tenant.id, tenant.customer_id), user_id)
  const [left] = (await as('viewer').list()).items
  assert.deepEqual([left!.owner_id, left!.version], [null, 2])
  const [kept] = (await elsewhere.as('viewer').list()).items
  assert.deepEqual([kept!.owner_id, kept!.version], [user_id, 1])
})

test('read_until cannot be in the future: later changes count as unread', async () => {
  const { as, pin } = await customer()
  const { id: vendor_id } = await addVendor(deps)
  await pin(vendor_id)
  const params = { vendor_id }
  const read = await as('member').update({ params, body: { read_until: '9999-12-31T23:59:59Z' } })
  assert.equal(read.read_until, clock.now().toISOString())
  await addEvent(deps, vendor_id, 'claim.added', { observed_at: new Date(clock.now().getTime() + 1_000) })
  assert.equal((await as('viewer').list()).items[0]!.unread_changes, 1)
})

test('a pin that has changed cannot be removed with a stale version', async () => {
  const { as, pin } = await customer()
  const { id: vendor_id } = await addVendor(deps)
  await pin(vendor_id)
  const params = { vendor_id }
  const changed = await as('member').update({ params, body: { notes: 'Renewed until 2028.' } })
  await assert.rejects(as('member').unpin({ params, headers: { 'if-match': '"1"' } }), refused('stale_version'))
  assert.deepEqual((await as('viewer').list()).items, [changed])
  await as('member').unpin({ params, headers: { 'if-match': '"2"' } })
  assert.deepEqual((await as('viewer').list()).items, [])
})

test('the limit of the plan holds even for concurrent pins', async () => {
  const { pin } = await customer('free')
  const vendors = await Promise.all(Array.from({ length: 12 }, () => addVendor(deps)))
  const done = await Promise.allSettled(vendors.map(({ id }) => pin(id)))
  assert.equal(done.filter(({ status }) => status === 'fulfilled').length, 10)
  await assert.rejects(pin((await addVendor(deps)).id), refused('pin_limit_reached'))
})

test('a stranger sees no pins, and every endpoint requires credentials and a role', async () => {
  const [one, stranger] = [await customer(), await customer()]
  const { id: vendor_id } = await addVendor(deps)
  await one.pin(vendor_id)
  const params = { vendor_id }
  const their = stranger.as('member')
  await assert.rejects(their.update({ params, body: { notes: 'x' } }), refused('pinned_vendor_not_found'))
  await assert.rejects(their.backtest({ params, body: {} }), refused('pinned_vendor_not_found'))
  await assert.rejects(their.unpin({ params }), refused('pinned_vendor_not_found'))
  assert.deepEqual((await their.list()).items, [])
  await assert.rejects(one.as('viewer').unpin({ params }), refused('role_too_low'))
  await assert.rejects(app.visitor(pins).list(), refused('unauthenticated'))
  await one.as('member').unpin({ params })
  assert.deepEqual((await one.as('viewer').list()).items, [])
})

test('rules can be tested against the last 12 months before they are saved', async () => {
  const { as, pin } = await customer()
  const { id: vendor_id } = await addVendor(deps)
  await pin(vendor_id, { alert_rules: [RULE] })
  const seen = await addEvent(deps, vendor_id, 'subprocessor.added', {
    severity: 'major',
    payload: JSON.stringify({ after: { value: 'Acme Cloud' } }),
    ...daysAgo(200),
  })
  await addEvent(deps, vendor_id, 'claim.changed', daysAgo(10))
  await addEvent(deps, vendor_id, 'claim.changed', { hidden: true, severity: 'major', ...daysAgo(10) })
  await addEvent(deps, vendor_id, 'subprocessor.added', { severity: 'major', ...daysAgo(400) })
  const test = (rules?: AlertRule[]) => as('viewer').backtest({ params: { vendor_id }, body: rules ? { rules } : {} })
  const saved = await test()
  assert.deepEqual([saved.examined, saved.truncated, saved.results.length], [2, false, 1])
  assert.deepEqual(
    saved.results[0]!.events.map(({ id }) => id),
    [seen],
  )
  const tested = await test([
    { ...RULE, name: 'acme', min_severity: 'info', words: ['acme'] },
    { ...RULE, name: 'none', words: ['zebra'] },
    { ...RULE, name: 'every', min_severity: 'info' },
  ])
  assert.deepEqual(
    tested.results.map(({ rule, fired }) => [rule, fired]),
    [
      ['acme', 1],
      ['none', 0],
      ['every', 2],
    ],
  )
})

test('a change that matches a rule raises one alert, for that tenant only', async () => {
  const [one, other] = [await customer(), await customer()]
  const { id: vendor_id } = await addVendor(deps)
  await one.pin(vendor_id, { alert_rules: [RULE] })
  await other.pin(vendor_id)
  clock.advance(1_000)
  const event = await addEvent(deps, vendor_id, 'certification.removed', { severity: 'major' })
  await addEvent(deps, vendor_id, 'claim.changed')
  clock.advance(120_000)
  await raiseAlerts(deps)
  await raiseAlerts(deps)
  const alerts = async (tenant: Tenant) =>
    (await app.audit(tenant)).filter(({ action }) => action === 'pinned_vendor.alert').length
  assert.deepEqual([await alerts(one.tenant), await alerts(other.tenant)], [1, 0])
  assert.ok(event)
})

test('search tolerates a typo, ranks pinned vendors first among equals, and shows nothing of other tenants', async () => {
  const [one, stranger] = [await customer(), await customer()]
  const word = `q${newId('x').slice(-9)}`
  const [first, second] = [
    await addVendor(deps, { display_name: `${word} Alpha`, quality: 9 }),
    await addVendor(deps, { display_name: `${word} Beta`, quality: 1 }),
  ]
  await one.pin(second.id)
  const title = `${word} report`
  const row = { id: newId('evi'), tenant_id: one.tenant.id, title, content_type: 'text/plain' }
  await deps.db.insertInto('provenance.evidence').values(row).execute()
  await addOwn(one.tenant, word)
  const swapped = word.slice(0, 4) + word[5] + word[4] + word.slice(6)
  const answer = await one.search(swapped)
  assert.deepEqual(
    answer.vendors.map(({ id }) => id),
    [second.id, first.id],
  )
  assert.deepEqual(answer.evidence[0], {
    id: row.id,
    kind: 'evidence',
    title,
    subtitle: 'other',
    url: `/workspace/evidence/${row.id}`,
    status: 'pending',
  })
  assert.deepEqual(
    [answer.statements, answer.trust_pages].map(([found]) => [found?.kind, found?.status]),
    [
      ['statement', 'expired'],
      ['trust_page', 'draft'],
    ],
  )
  assert.equal((await one.search(word, 1)).vendors.length, 1)
  const theirs = await stranger.search(word)
  assert.deepEqual([theirs.vendors.length, theirs.evidence, theirs.statements, theirs.trust_pages], [2, [], [], []])
  const nothing = await one.search(" % _ ' ")
  assert.deepEqual([nothing.vendors, nothing.trust_pages], [[], []])
  await assert.rejects(one.search(word, 26), refused('invalid_query'))
})

/** A statement that was not signed in time, and an unpublished page. */
async function addOwn({ id: tenant_id }: Tenant, word: string): Promise<void> {
  const now = clock.now()
  const times = { sign_by: daysAgo(1).observed_at, created_at: now, updated_at: now }
  const text = {
    title: `${word} NDA`,
    body: 'x',
    body_sha256: 'x',
    consent_text: 'x',
    author_id: 'usr_1',
    events: '[]',
  }
  await deps.db
    .insertInto('provenance.statements')
    .values({ id: newId('stm'), tenant_id, kind: 'nda', status: 'sent', ...text, ...times })
    .execute()
  await deps.db
    .insertInto('provenance.pages')
    .values({ id: newId('page'), tenant_id, slug: word, display_name: `${word} trust`, domain_token: 'x' })
    .execute()
}

test('the risk report names risky and shared vendors, what expires, and what is unknown', async () => {
  const { pin, risks } = await customer()
  assert.deepEqual((await risks()).band, null)
  const [bad, good, blank] = [
    await addVendor(deps, { display_name: 'Bad', score: 20, risk_band: 'high', observation_count: 1 }),
    await addVendor(deps, { display_name: 'Good', score: 95, risk_band: 'low', observation_count: 1 }),
    await addVendor(deps, { display_name: 'Blank' }),
  ]
  await pin(bad.id, { tier: 'critical' })
  for (const { id } of [good, blank]) await pin(id, { tier: 'low' })
  const host = await addVendor(deps, { display_name: 'Big Host' })
  for (const [vendor, name] of [
    [bad, 'Big Host, Inc.'],
    [good, 'BigHost'],
  ] as const) {
    const source = await addSource(deps, vendor.id, 'subprocessors')
    const details = JSON.stringify({ vendor_id: host.id, vendor_slug: host.slug })
    await addClaim(deps, vendor.id, source, ['subprocessor', 'uses', name], { details })
    await addClaim(deps, vendor.id, source, ['subprocessor', 'uses', vendor === bad ? 'Tiny Ltd.' : 'TINY'])
    await addClaim(deps, vendor.id, source, ['subprocessor', 'uses', `Only ${vendor.slug}`])
  }
  const page = await addSource(deps, good.id, 'security')
  const until = (days: number) => new Date(clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
  const certificate = (value: string, days: number) =>
    addClaim(deps, good.id, page, ['certification', 'holds', value], {
      details: JSON.stringify({ expires_on: until(days) }),
    })
  await certificate('iso27001', 30)
  await certificate('pci_dss', 300)
  const ended = await certificate('soc2_type2', -3)
  await addEvent(deps, bad.id, 'claim.changed', daysAgo(5))
  await addEvent(deps, bad.id, 'claim.changed', daysAgo(50))

  const found = await risks()
  assert.deepEqual([found.band, found.score, found.changes_30d], ['high', 35, 1])
  assert.deepEqual(found.pinned.by_band, { low: 1, moderate: 0, elevated: 0, high: 1, unknown: 1 })
  assert.deepEqual(
    found.drivers.map(({ vendor_id, reason_code }) => [vendor_id, reason_code]),
    [
      [bad.id, 'high_risk'],
      [good.id, 'certificate_expired'],
    ],
  )
  assert.deepEqual(found.drivers[1]!.claim_ids, [ended])
  assert.deepEqual(
    found.concentration.map(({ subprocessor, vendor_count, vendor_slugs }) => [
      subprocessor,
      vendor_count,
      vendor_slugs,
    ]),
    [
      ['Big Host', 2, [bad.slug, good.slug].toSorted()],
      ['TINY', 2, [bad.slug, good.slug].toSorted()],
    ],
  )
  assert.deepEqual(found.expiring, [{ vendor_id: good.id, certification: 'iso27001', valid_until: until(30) }])
  assert.deepEqual(
    found.unknowns.map(({ vendor_id, reason_code }) => [vendor_id, reason_code]),
    [[blank.id, 'never_read']],
  )
  assert.equal((await risks()).decision_id, found.decision_id)
})

test('a renewed certificate is not reported as expired, even if the old one is still shown somewhere', async () => {
  const { pin, risks } = await customer()
  const vendor = await addVendor(deps, { score: 95, risk_band: 'low', observation_count: 1 })
  await pin(vendor.id)
  const page = await addSource(deps, vendor.id, 'security')
  const until = (days: number) => new Date(clock.now().getTime() + days * DAY).toISOString().slice(0, 10)
  for (const [value, days] of [
    ['iso27001:2013', -300],
    ['iso27001:2022', 700],
    ['pci_dss', 20],
    ['pci_dss:4.0', 400],
  ] as const)
    await addClaim(deps, vendor.id, page, ['certification', 'holds', value], {
      details: JSON.stringify({ expires_on: until(days) }),
    })
  const { drivers, expiring } = await risks()
  assert.deepEqual([drivers, expiring], [[], []])
})

test('directory quality is for admins, and customer numbers are for operators', async () => {
  const { tenant } = await customer()
  await assert.rejects(app.client(risk, tenant, 'member').dataQuality(), refused('role_too_low'))
  const vendor = await addVendor(deps, { source_status: 'failing', source_count: 1 })
  const quality = await app.client(risk, tenant, 'admin').dataQuality()
  const { totals, freshness, source_status, money_readiness: money } = quality
  assert.ok(totals.vendors >= 1 && vendor)
  for (const parts of [freshness, source_status])
    assert.equal(
      Object.values(parts).reduce((sum, part) => sum + part, 0),
      totals.vendors,
    )
  assert.ok(quality.top_issues.some(({ id, severity }) => id === 'failing_vendors' && severity === 'major'))
  assert.deepEqual([quality.claims_without_snippet, money.payment_configured, money.team_customers], [0, false, null])
  assert.ok(money.blockers.length > 0)
  const op = await operator(tenant)
  assert.ok((await op.dataQuality()).money_readiness.team_customers! >= 1)
})

async function operator({ id, customer_id }: Tenant) {
  const user_id = newId('usr')
  const who = { email: 'op@example.com', display_name: 'Op', role: 'admin' as const, joined_at: clock.now() }
  await insertMember(app.platform.db, { tenant_id: id, user_id, ...who })
  await insertOperator(app.platform.db, user_id)
  const caller = { ...systemCaller(id, customer_id), actor: { type: 'user' as const, id: user_id, label: 'Op' } }
  const { secret } = await app.platform.identity.keys.create(caller, { name: 'op', kind: 'pat' })
  return client(risk, `${app.url}/api/provenance/v1`, (url, init) =>
    fetch(url, {
      ...init,
      headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${secret}` },
    }),
  )
}
