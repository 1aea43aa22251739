// The directory through HTTP, without credentials.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contract } from '@veritrace/contract'
import { EvidenceProfile, type VendorQuery, vendors } from '@veritrace/contract/provenance/vendors'
import { fakeClock } from '@veritrace/platform/clock'
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import type { KyselyPlugin } from 'kysely'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { refreshVendor } from '../vendors/refresh-vendor.ts'
import { addClaim, addEvent, addSnapshot, addSource, addVendor } from '../vendors/testing.ts'
import { assembleProfile } from './assemble-profile.ts'
import { writeProfile } from './write-profile.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const clock = fakeClock(new Date('2026-11-15T12:00:00Z'))
const ago = (ms: number): Date => new Date(clock.now().getTime() - ms)
let app: TestApp
let deps: ProvenanceParts
let base: string

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async () => [] }
    return provenance(deps)
  })
  base = app.url + contract.provenance.base
})
after(() => app.close())

const ask = () => app.visitor(vendors)
const refused = (code: string, status: number) => (error: { code: string; status: number }) =>
  error.code === code && error.status === status
const refresh = (id: string) => transact(deps.db, (tx) => refreshVendor(deps, tx, id))

/** A vendor with three sources and four claims. */
async function knownVendor(fields: Parameters<typeof addVendor>[1] = {}) {
  const vendor = await addVendor(deps, fields)
  const security = await addSource(deps, vendor.id, 'security')
  const legal = await addSource(deps, vendor.id, 'dpa')
  const subprocessors = await addSource(deps, vendor.id, 'subprocessors')
  await addClaim(deps, vendor.id, security, ['certification', 'holds', 'soc2_type2'])
  await addClaim(deps, vendor.id, security, ['encryption', 'at_rest', 'aes256'])
  await addClaim(deps, vendor.id, legal, ['dpa', 'breach_notice', '48h'])
  await addClaim(deps, vendor.id, subprocessors, ['subprocessor', 'uses', 'Cumulo'])
  await refresh(vendor.id)
  return { ...vendor, security, legal }
}

test('a vendor without any data is unavailable, and every field says so', async () => {
  const { slug, id } = await addVendor(deps)
  await refresh(id)
  const vendor = await ask().get({ params: { slug } })
  assert.deepEqual(
    [vendor.evidence_readiness_v1, vendor.source_freshness, vendor.source_status, vendor.ai_act_article50_ready],
    ['unavailable', 'unavailable', 'unavailable', 'unknown'],
  )
  assert.deepEqual([vendor.trust_score_v1, vendor.confidence_band, vendor.recent_events], [null, 'low', []])
  const profile = await ask().profile({ params: { slug } })
  assert.deepEqual([profile.sources, profile.claims, profile.status_summary], [[], [], null])
  assert.ok(profile.gaps.some(({ id }) => id === 'no_sources'))
})

test('a vendor that is not in the directory is 404 everywhere', async () => {
  const input = { params: { slug: 'nobody' } }
  for (const call of [ask().get, ask().profile, ask().events, ask().score, ask().atom, ask().feed, ask().badge])
    await assert.rejects(call(input), refused('vendor_not_found', 404))
})

test('the profile has each statement with its page, date and confidence', async () => {
  const { slug, security } = await knownVendor()
  const { vendor, sources, claims, certifications, subprocessors, gaps } = await ask().profile({ params: { slug } })
  assert.deepEqual(
    [vendor.claim_count, vendor.source_count, vendor.evidence_count, vendor.observation_count],
    [4, 3, 3, 3],
  )
  assert.equal(vendor.evidence_readiness_v1, 'fresh')
  assert.deepEqual([sources.length, claims.length], [3, 4])
  const [{ id, permalink, ...soc2 } = certifications[0]!, ...others] = certifications
  assert.deepEqual([permalink.endsWith(`/c/${id}`), others], [true, []])
  assert.deepEqual(soc2, {
    category: 'certification',
    predicate: 'holds',
    value: 'soc2_type2',
    claim_text: 'holds soc2_type2',
    confidence: 0.85,
    relation: 'supports',
    source_url: security.url,
    evidence_artifact_id: security.snapshot_id,
    fetched_at: clock.now().toISOString(),
    snippet: 'We say soc2_type2.',
    details: {},
    contradicted_by: [],
    also_at: [],
  })
  assert.equal(subprocessors[0]!.value, 'Cumulo')
  const missing = gaps.map(({ id }) => id)
  assert.ok(missing.includes('no_status_page') && !missing.includes('no_dpa'))
})

test('a vendor with a status page has a status summary', async () => {
  const { id, slug } = await addVendor(deps)
  const status = await addSource(deps, id, 'status')
  await addClaim(deps, id, status, ['status', 'incident_signal', 'minor'])
  const { status_summary } = await ask().profile({ params: { slug } })
  assert.deepEqual(status_summary, {
    source_url: status.url,
    last_checked_at: clock.now().toISOString(),
    latest_signal: 'minor',
    incident_signal: true,
  })
})

test('the profile of 2,000 claims takes five queries and follows its schema', async () => {
  const { id, slug } = await addVendor(deps)
  const source = await addSource(deps, id, 'subprocessors')
  const row = { vendor_id: id, source_id: source.id, snapshot_id: source.snapshot_id, category: 'subprocessor' }
  const texts = { predicate: 'uses', state: 'affirmed', relation: 'supports' as const, claim_text: 'x', snippet: 'x' }
  const rest = { snippet_start: 0, snippet_end: 1, confidence: 0.8, rule_id: 'r', rule_version: '1' }
  const times = { valid_from: clock.now(), last_seen_at: clock.now(), recorded_at: clock.now() }
  const many = Array.from({ length: 2000 }, (_, i) => ({
    ...row,
    ...texts,
    ...rest,
    ...times,
    id: newId('clm'),
    claim_key: `k${i}`,
    value: `Sub ${i}`,
  }))
  for (let i = 0; i < many.length; i += 500)
    await deps.db
      .insertInto('provenance.evidence_claims')
      .values(many.slice(i, i + 500))
      .execute()
  const { executor, count } = counting()
  const profile = await assembleProfile({ db: executor, clock, publicUrl: 'https://veritrace.test' }, slug)
  assert.deepEqual([profile.subprocessors.length, count()], [2000, 5])
  const written = writeProfile(profile)
  assert.equal(written, JSON.stringify(profile))
  assert.deepEqual(Object.keys(JSON.parse(written)), Object.keys(EvidenceProfile.properties))
})

function counting() {
  let queries = 0
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries++
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { executor: deps.db.withPlugin(plugin), count: () => queries }
}

test('as_of shows a vendor with what was known on that day', async () => {
  const { id, slug } = await addVendor(deps)
  const old = ago(40 * DAY)
  const source = await addSource(deps, id, 'security', { created_at: old, last_success_at: old })
  await addSnapshot(deps, {
    id: newId('snp'),
    vendor_id: id,
    source_id: source.id,
    fetched_at: ago(DAY),
    seen_at: ago(DAY),
  })
  await deps.db
    .updateTable('provenance.sources')
    .set({ last_success_at: ago(DAY), last_crawl_at: ago(DAY) })
    .where('id', '=', source.id)
    .execute()
  await addClaim(deps, id, source, ['certification', 'holds', 'soc2_type1'], { valid_from: old, valid_to: ago(DAY) })
  await addClaim(deps, id, source, ['certification', 'holds', 'soc2_type2'], { valid_from: ago(DAY) })
  await addEvent(deps, id, 'certification.added', { observed_at: ago(DAY) })
  await addEvent(deps, id, 'source.discovered', { observed_at: old })
  await refresh(id)

  const now = await ask().profile({ params: { slug } })
  assert.deepEqual(
    now.certifications.map(({ value }) => value),
    ['soc2_type2'],
  )
  assert.deepEqual([now.vendor.recent_events.length, now.vendor.observation_count], [2, 2])

  const then = await ask().profile({ params: { slug }, query: { as_of: ago(30 * DAY).toISOString() } })
  assert.deepEqual(
    then.certifications.map(({ value }) => value),
    ['soc2_type1'],
  )
  assert.deepEqual(
    then.vendor.recent_events.map(({ event_type }) => event_type),
    ['source.discovered'],
  )
  assert.deepEqual([then.vendor.observation_count, then.vendor.source_freshness], [1, 'recent'])
  assert.equal(then.sources[0]!.last_success_at, old.toISOString())

  const before = await ask().get({ params: { slug }, query: { as_of: '0001-01-01' } })
  assert.deepEqual([before.evidence_readiness_v1, before.claim_count], ['unavailable', 0])
  const detail = await ask().get({ params: { slug }, query: { as_of: ago(30 * DAY).toISOString() } })
  assert.deepEqual(detail, then.vendor)
})

test('as_of accepts the current day and refuses a future day', async () => {
  const { slug } = await knownVendor()
  const {
    recent_events: _,
    trust_score_v1: now,
    ...today
  } = await ask().get({ params: { slug }, query: { as_of: '2026-11-15' } })
  const { recent_events: __, trust_score_v1: stored, ...vendor } = await ask().get({ params: { slug } })
  assert.deepEqual(today, vendor)
  assert.deepEqual([now!.score, now!.decision_id], [stored!.score, stored!.decision_id])
  await assert.rejects(ask().get({ params: { slug }, query: { as_of: '2026-11-16' } }), refused('invalid_query', 400))
  await assert.rejects(ask().get({ params: { slug }, query: { as_of: 'yesterday' } }), refused('invalid_query', 400))
})

test('the score lists its items, and the same inputs give the same decision', async () => {
  const { slug, id, security } = await knownVendor()
  const score = await ask().score({ params: { slug } })
  const vendor = await ask().get({ params: { slug } })
  assert.deepEqual([score.id, score.total], [vendor.trust_score_v1!.decision_id, vendor.trust_score_v1!.score])
  const audited = score.items.find(({ rule_id }) => rule_id === 'audited')!
  assert.deepEqual([audited.outcome, audited.points, audited.max, audited.claim_ids.length], ['met', 10, 10, 1])
  await addClaim(deps, id, security, ['certification', 'holds', 'soc2_type2'], {
    relation: 'refutes',
    state: 'negated',
  })
  await refresh(id)
  const doubted = await ask().score({ params: { slug } })
  assert.notEqual(doubted.id, score.id)
  assert.ok(doubted.total! < score.total!)
  await deps.db
    .deleteFrom('provenance.evidence_claims')
    .where('vendor_id', '=', id)
    .where('relation', '=', 'refutes')
    .execute()
  await refresh(id)
  assert.equal((await ask().score({ params: { slug } })).id, score.id)
})

test('a new risk band and a new AI Act verdict create events', async () => {
  const { slug, id, security } = await knownVendor()
  await addClaim(deps, id, security, ['ai_transparency', 'no_ai', 'no user-facing AI'])
  await refresh(id)
  const { items } = await ask().events({ params: { slug } })
  assert.deepEqual(
    items.map(({ event_type, payload }) => [event_type, payload.before, payload.severity]),
    [['ai_act.readiness_changed', { readiness: 'unknown' }, 'info']],
  )
  await refresh(id)
  assert.equal((await ask().events({ params: { slug } })).items.length, 1)
})

test('events are paged and filtered, and hidden ones are left out', async () => {
  const { id, slug } = await addVendor(deps)
  const add = (observed_at: Date) => addEvent(deps, id, 'subprocessor.added', { observed_at })
  const older = [await add(ago(DAY)), await add(ago(DAY)), await add(ago(DAY))]
  const newer = [await add(ago(0)), await add(ago(0))]
  await addEvent(deps, id, 'extractor.upgraded', { hidden: true })
  await addEvent(deps, id, 'certification.removed', { severity: 'major', observed_at: ago(9 * DAY) })
  const seen: string[] = []
  for (let cursor: string | undefined; cursor !== ''; ) {
    const page = await ask().events({
      params: { slug },
      query: { limit: 2, type: 'subprocessor.added', ...(cursor && { cursor }) },
    })
    seen.push(...page.items.map((event) => event.id))
    cursor = page.next
  }
  assert.deepEqual(seen, [...newer.toSorted().toReversed(), ...older.toSorted().toReversed()])
  const major = await ask().events({ params: { slug }, query: { severity: 'major' } })
  assert.deepEqual(
    major.items.map(({ event_type }) => event_type),
    ['certification.removed'],
  )
  const since = await ask().events({ params: { slug }, query: { since: ago(2 * HOUR).toISOString() } })
  assert.equal(since.items.length, 2)
  await assert.rejects(
    ask().events({ params: { slug }, query: { type: 'nonsense' as never } }),
    refused('invalid_query', 400),
  )
})

test('the list is filtered, sorted and counted, and links to its next page', async () => {
  const mark = newId('x').slice(-8)
  for (const [name, ai_act, verified] of [
    ['Alpha', 'green', true],
    ['beta', 'red', false],
    ['Gamma', 'green', false],
  ] as const)
    await addVendor(deps, {
      display_name: `${name} ${mark}`,
      ai_act,
      verified,
      quality: name === 'Gamma' ? 30_000 : 10,
    })
  const names = async (query: Partial<VendorQuery>) => {
    const { vendors, total } = await ask().list({ query: { q: mark, ...query } })
    return [vendors.map(({ display_name }) => display_name.split(' ')[0]), total]
  }
  assert.deepEqual(await names({ sort: 'name' }), [['Alpha', 'beta', 'Gamma'], 3])
  assert.equal((await ask().list({ query: { q: mark } })).vendors[0]!.display_name, `Gamma ${mark}`)
  assert.deepEqual(await names({ ai_act: 'green', sort: 'name' }), [['Alpha', 'Gamma'], 2])
  for (const verified of ['true', '1'] as const) assert.deepEqual(await names({ verified }), [['Alpha'], 1])
  for (const verified of ['false', '0'] as const)
    assert.deepEqual(await names({ verified, sort: 'name' }), [['beta', 'Gamma'], 2])
  assert.deepEqual(await names({ readiness: 'fresh' }), [[], 0])
  assert.deepEqual(await names({ source_status: 'unavailable', limit: 1, offset: 1, sort: 'name' }), [['beta'], 3])

  const first = await fetch(`${base}/vendors?q=${mark}&limit=2&sort=name`)
  const next = /^<([^>]+)>; rel="next"$/.exec(first.headers.get('link') ?? '')?.[1]
  const second = await fetch(new URL(next!, first.url))
  const { vendors: rest } = (await second.json()) as { vendors: { display_name: string }[] }
  assert.deepEqual(
    rest.map(({ display_name }) => display_name),
    [`Gamma ${mark}`],
  )
  assert.equal(second.headers.get('link'), null)
})

test('a search finds parts of name, domain and alias, regardless of case and accents', async () => {
  const mark = newId('x').slice(-8)
  await addVendor(deps, {
    display_name: `Zürich Ledger${mark}`,
    primary_domain: `pay-${mark}.example`,
    aliases: [`Old'Name ${mark}`],
  })
  const found = async (q: string) => (await ask().list({ query: { q } })).total
  for (const q of [
    `LEDGER${mark}`,
    `edger${mark}`,
    `zurich ${mark}`,
    `ZÜRICH ${mark}`,
    `pay-${mark}.ex`,
    `old'name ${mark}`,
    `${mark.slice(2)}`,
  ])
    assert.equal(await found(q), 1, q)
  // A very long word does not break a search, nor do characters that normalize to three.
  await addVendor(deps, { display_name: 'x'.repeat(5000) })
  for (const q of ['\u{1d160}'.repeat(90), `ledgers${mark}`, `!!!`, `' | ${mark}x & !`, `\\ ${mark}:*:qqq`])
    assert.equal(await found(q), 0, q)
})

test('the list refuses invalid parameters, and a deep offset gets advice', async () => {
  for (const query of [
    { limit: 0 },
    { limit: 201 },
    { offset: -1 },
    { sort: 'rank' },
    { verified: 'yes' },
    { ai_act: 'blue' },
  ])
    await assert.rejects(ask().list({ query: query as never }), refused('invalid_query', 400))
  await assert.rejects(ask().list({ query: { offset: 10_001 } }), (error: { message: string }) =>
    /narrow/.test(error.message),
  )
  assert.equal((await ask().list({ query: { limit: 200, offset: 10_000 } })).vendors.length, 0)
})

test('a vendor has a trust page if a page is published at a verified host of its domain', async () => {
  const { slug } = await addVendor(deps)
  const tenant = await app.tenant({ plan: 'pro' })
  const has = async () => (await ask().get({ params: { slug } })).has_published_trust_page
  const page = {
    tenant_id: tenant.id,
    display_name: 'x',
    domain_token: 't',
    published: true,
    domain_status: 'verified' as const,
  }
  const add = (custom_domain: string) =>
    deps.db
      .insertInto('provenance.pages')
      .values({ ...page, id: newId('page'), slug: `p-${newId('x').slice(-8)}`, custom_domain })
      .execute()
  await add(`trust.not${slug}.test`)
  assert.equal(await has(), false)
  await add(`trust.${slug}.test`)
  assert.equal(await has(), true)
})

test('responses may be cached for a minute and are revalidated by ETag', async () => {
  const { slug } = await knownVendor()
  const first = await fetch(`${base}/vendors/${slug}`)
  assert.equal(first.headers.get('cache-control'), 'public, max-age=60')
  const again = await fetch(`${base}/vendors/${slug}`, { headers: { 'if-none-match': first.headers.get('etag')! } })
  assert.equal(again.status, 304)
})

test('the featured list has the vendors that are marked as featured', async () => {
  const { slug } = await addVendor(deps, { featured: true, quality: 99_000 })
  const { vendors: shown } = await ask().featured()
  assert.equal(shown[0]!.slug, slug)
})

test('statistics are cached for some seconds and then counted again', async () => {
  clock.advance(60_000)
  const earlier = await ask().stats()
  const { id, security } = await knownVendor()
  await addEvent(deps, id, 'claim.added')
  await addSource(deps, id, 'status', { last_success_at: ago(5 * DAY), status: 'failing' })
  assert.deepEqual(await ask().stats(), earlier)
  clock.advance(60_000)
  const later = await ask().stats()
  const grown = (name: keyof typeof later) => Number(later[name]) - Number(earlier[name])
  assert.deepEqual(
    [
      'vendor_count',
      'vendors_with_sources',
      'vendors_with_crawled_docs',
      'certs_soc2',
      'certs_iso27001',
      'events_7d',
      'stale_crawled_docs',
      'publishable_vendor_count',
      'extractor_completed_docs',
    ].map((name) => grown(name as never)),
    [1, 1, 1, 1, 0, 1, 1, 1, 4],
  )
  assert.equal(later.source_kind_counts.security! - (earlier.source_kind_counts.security ?? 0), 1)
  assert.ok(later.last_crawl_at && security)
})
