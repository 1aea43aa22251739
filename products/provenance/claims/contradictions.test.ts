// Contradicting pages of one vendor: shown first with both sentences, worth no points, and independent of reading
// order.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { fakeClock } from '@veritrace/platform/clock'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import fc from 'fast-check'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { aPage, aVendor, eventsOf, fetched, fetchedTogether, listPage, type TestVendor } from './testing.ts'

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

/** One page of each kind, with its content. */
const PAGES = {
  security: `<title>Security</title><h1>Security</h1><p>Acme is SOC 2 Type 2 certified.</p>
    <p>Customer data is encrypted at rest with AES-256.</p><p>All customer data is stored in Germany.</p>`,
  trust_center: `<title>Trust</title><h1>Trust center</h1><p>Acme does not have a SOC 2 report.</p>
    <p>Customer data is encrypted at rest with AES-256.</p>`,
  compliance: '<title>Compliance</title><h1>Compliance</h1><p>Acme is not SOC 2 certified.</p>',
  ai_policy: `<title>AI at Acme</title><h1>How Acme uses AI</h1>
    <p>Our AI assistant answers questions of your customers.</p><p>We do not use your data to train AI models.</p>`,
  ai_transparency: `<title>AI</title><h1>AI transparency at Acme</h1><p>We use AI models in our product.</p>
    <p>We use your data to train our AI models unless you opt out.</p>`,
  subprocessors: listPage([['Cumulo, Inc.', 'Hosting', 'Germany']]),
  dpa: listPage([['Cumulo', 'Hosting', 'Germany']]),
}
type Kind = keyof typeof PAGES
const KINDS = Object.keys(PAGES) as Kind[]

async function readInTurn(order: readonly Kind[]): Promise<TestVendor> {
  const vendor = await aVendor(deps)
  for (const kind of order) await fetched(deps, vendor, await pageOf(vendor, kind), PAGES[kind])
  return vendor
}

/** A page at an address that does not depend on the order of reading. */
async function pageOf(vendor: TestVendor, kind: Kind): Promise<string> {
  const id = await aPage(deps, vendor, kind)
  const url = `https://${vendor.primary_domain}/${kind}`
  await deps.db.updateTable('provenance.sources').set({ url }).where('id', '=', id).execute()
  return id
}

const profileOf = ({ slug }: TestVendor) => ask().profile({ params: { slug } })
const scoreOf = ({ slug }: TestVendor) => ask().score({ params: { slug } })
const itemOf = async (vendor: TestVendor, id: string) =>
  (await scoreOf(vendor)).items.find(({ rule_id }) => rule_id === id)!

/** Everything public about a vendor except ids. */
async function publicOf(vendor: TestVendor): Promise<unknown> {
  const [profile, score, events] = await Promise.all([profileOf(vendor), scoreOf(vendor), eventsOf(deps, vendor.id)])
  const nameOf = new Map(profile.claims.map(({ id, value, source_url }) => [id, `${value} at ${source_url}`]))
  const plain = {
    claims: profile.claims.map(({ id, contradicted_by, ...claim }) => ({
      ...claim,
      contradicted_by: contradicted_by.map((other) => nameOf.get(other)),
    })),
    certifications: profile.certifications.map(({ id }) => nameOf.get(id)),
    gaps: profile.gaps,
    warnings: profile.vendor.data_quality_warnings,
    counts: [profile.vendor.claim_count, profile.vendor.profile_completeness, profile.vendor.confidence_band],
    score: score.items.map(({ rule_id, outcome, points, explanation }) => [rule_id, outcome, points, explanation]),
    total: score.total,
    ai_act: [score.ai_act.verdict, score.ai_act.duties.map(({ status }) => status)],
    disputes: events.filter(({ event_type }) => event_type === 'claim.contradicted').length,
  }
  return JSON.parse(
    JSON.stringify(plain)
      .replaceAll(vendor.slug, 'slug')
      .replace(/(?:clm|snp|src|evt)_\w+/g, 'id'),
  )
}

test('claims that contradict each other come first, reference each other, and show both sentences', async () => {
  const vendor = await readInTurn(['security', 'trust_center'])
  const { claims, certifications, vendor: seen } = await profileOf(vendor)
  const [one, other] = claims
  assert.deepEqual([one!.contradicted_by, other!.contradicted_by], [[other!.id], [one!.id]])
  assert.deepEqual([one!.snippet, other!.snippet].toSorted(), [
    'Acme does not have a SOC 2 report.',
    'Acme is SOC 2 Type 2 certified.',
  ])
  assert.deepEqual(
    certifications.slice(0, 2).map(({ id }) => id),
    [one!.id, other!.id],
  )
  assert.ok(claims.slice(2).every(({ contradicted_by }) => contradicted_by.length === 0))
  assert.deepEqual(seen.data_quality_warnings.includes('contradicting_claims'), true)
})

test('contradicted claims earn no points and fill no gap, whichever page was read first', async () => {
  for (const order of [
    ['security', 'trust_center'],
    ['trust_center', 'security'],
  ] as const) {
    const vendor = await readInTurn(order)
    const audited = await itemOf(vendor, 'audited')
    assert.deepEqual([audited.outcome, audited.points], ['not_met', 0])
    assert.match(audited.explanation, /disagree/)
    assert.equal(audited.claim_ids.length, 2)
    assert.equal((await itemOf(vendor, 'consistent')).points, 0)
    const { gaps } = await profileOf(vendor)
    const about = gaps.filter(({ id }) => /certification/.test(id))
    assert.deepEqual(
      about.map(({ id }) => id),
      ['contradicted_certifications'],
    )
  }
})

test('a disputed certificate does not count as held in the statistics of the directory', async () => {
  clock.advance(60_000)
  const before = (await ask().stats()).certs_soc2
  await readInTurn(['security', 'trust_center'])
  clock.advance(60_000)
  assert.equal((await ask().stats()).certs_soc2, before)
  await readInTurn(['security'])
  clock.advance(60_000)
  assert.equal((await ask().stats()).certs_soc2, before + 1)
})

test('the page of a vendor starts with its contradictions, as a question with both sentences', async () => {
  const vendor = await readInTurn(['security', 'trust_center'])
  const page = await (await fetch(`${app.url}/vendors/${vendor.slug}`)).text()
  const [, section = ''] = /<h2 id="contradictions">([\s\S]*?)<h2 id="certifications"/.exec(page) ?? []
  assert.match(section, /SOC 2[^<]*\?/)
  assert.match(section, /does not have a SOC 2 report/)
  assert.match(section, /is SOC 2 Type 2 certified/)
  const table = page.slice(page.indexOf('<h2 id="certifications">'))
  assert.match(table, /badge warn">pages disagree</)
  assert.doesNotMatch(table, /badge good">says it holds it</)
  const markdown = await (await fetch(`${app.url}/api/provenance/v1/vendors/${vendor.slug}/evidence-profile.md`)).text()
  assert.match(markdown, /## Pages disagree[\s\S]*does not have a SOC 2 report/)
})

test('a renewed certificate does not contradict one that expired on its date', async () => {
  const vendor = await aVendor(deps)
  const say = (until: string) =>
    `<h1>Security</h1><p>Acme is ISO 27001 certified, certificate no. IS 123456, valid until ${until}.</p>`
  await fetched(deps, vendor, await aPage(deps, vendor, 'security'), say('March 31, 2026'))
  await fetched(deps, vendor, await aPage(deps, vendor, 'compliance'), say('March 31, 2029'))
  const { certifications, vendor: seen } = await profileOf(vendor)
  assert.deepEqual(certifications.map(({ value }) => value).toSorted(), ['iso27001:affirmed', 'iso27001:expired'])
  assert.deepEqual(seen.data_quality_warnings, [])
  assert.equal((await itemOf(vendor, 'audited')).points, 10)
})

test('not training on customer data supports its value, and contradicts only a page that trains by default', async () => {
  const calm = await readInTurn(['ai_policy'])
  const training = (await profileOf(calm)).claims.find(({ category }) => category === 'ai_training')!
  assert.deepEqual([training.value, training.relation, training.contradicted_by], ['no', 'supports', []])
  const torn = await readInTurn(['ai_policy', 'ai_transparency'])
  const both = (await profileOf(torn)).claims.filter(({ category }) => category === 'ai_training')
  assert.deepEqual(both.map(({ value, contradicted_by }) => [value, contradicted_by.length]).toSorted(), [
    ['no', 1],
    ['opt_out', 1],
  ])
})

test('starting to train on customer data is a major change, and stopping is a minor one', async () => {
  const vendor = await aVendor(deps)
  const page = await aPage(deps, vendor, 'ai_policy')
  await fetched(deps, vendor, page, PAGES.ai_policy)
  clock.advance(60_000)
  const trains = PAGES.ai_policy.replace('We do not use your data', 'We may use your data')
  await fetched(deps, vendor, page, trains)
  clock.advance(60_000)
  await fetched(deps, vendor, page, PAGES.ai_policy)
  const events = (await eventsOf(deps, vendor.id)).map(({ event_type, severity }) => [event_type, severity])
  assert.deepEqual(events, [
    ['claim.changed', 'major'],
    ['claim.changed', 'minor'],
  ])
})

test('the same pages give the same profile, score and gaps in any order, one by one or in a batch', async () => {
  const expected = await publicOf(await readInTurn(KINDS))
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(KINDS, { minLength: KINDS.length, maxLength: KINDS.length }),
      fc.boolean(),
      async (order, isTogether) => {
        if (!isTogether) return assert.deepEqual(await publicOf(await readInTurn(order)), expected)
        const vendor = await aVendor(deps)
        const pages: (readonly [string, string])[] = []
        for (const kind of order) pages.push([await pageOf(vendor, kind), PAGES[kind]])
        await fetchedTogether(deps, vendor, pages)
        assert.deepEqual(await publicOf(vendor), expected)
      },
    ),
    { numRuns: 8 },
  )
})
