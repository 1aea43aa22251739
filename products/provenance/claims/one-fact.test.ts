// The same fact on several pages becomes one claim with all places and all details of a certificate.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { fakeClock } from '@veritrace/platform/clock'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addClaim, addSource } from '../vendors/testing.ts'
import { aPage, aVendor, eventsOf, fetched, type TestVendor } from './testing.ts'

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
const profileOf = ({ slug }: TestVendor) => app.visitor(vendors).profile({ params: { slug } })
const scoreOf = ({ slug }: TestVendor) => app.visitor(vendors).score({ params: { slug } })
const pageText = async ({ slug }: TestVendor) => (await fetch(`${app.url}/vendors/${slug}`)).text()

async function vendorWith(...bodies: string[]): Promise<TestVendor> {
  const vendor = await aVendor(deps)
  const kinds = ['security', 'trust_center', 'compliance']
  for (const [at, body] of bodies.entries())
    await fetched(deps, vendor, await aPage(deps, vendor, kinds[at]!), `<h1>Security</h1><p>${body}</p>`)
  return vendor
}

test('the same fact on two pages is one claim with both pages', async () => {
  const vendor = await vendorWith('Acme is SOC 2 Type 2 certified.', 'Acme is SOC 2 certified.')
  const { certifications, vendor: seen, claims } = await profileOf(vendor)
  assert.deepEqual(
    certifications.map(({ value, also_at }) => [value, also_at.length]),
    [['soc2_type2:affirmed', 1]],
  )
  const [{ source_url, also_at }] = certifications as [(typeof certifications)[number]]
  assert.notEqual(source_url, also_at[0]!.source_url)
  assert.equal(seen.claim_count, claims.length)
  const page = await pageText(vendor)
  for (const { claim_id } of also_at) assert.match(page, new RegExp(`href="/c/${claim_id}#quote"`))
})

test('a certificate combines number, issuer, period, scope and last day of all its pages', async () => {
  const vendor = await vendorWith(
    'Acme is ISO/IEC 27001:2022 certified, certificate no. IS 774534, issued by TÜV SÜD, valid until March 14, 2027.',
    'Acme is ISO 27001 certified.',
  )
  const [iso, ...others] = (await profileOf(vendor)).certifications
  assert.deepEqual(others, [])
  const { edition, certificate_number, issuer, expires_on } = iso!.details
  assert.deepEqual([edition, certificate_number, issuer, expires_on], ['2022', 'IS 774534', 'TÜV SÜD', '2027-03-14'])
  assert.match(iso!.claim_text, /certificate IS 774534; issued by TÜV SÜD; valid until March 14, 2027$/)
  assert.match(
    await pageText(vendor),
    /ISO 27001:2022<br><span class="quiet-text">certificate IS 774534, issued by TÜV SÜD/,
  )
})

test('two certificates with different numbers are two claims', async () => {
  const vendor = await vendorWith(
    'Acme is ISO 27001 certified, certificate no. IS 774534.',
    'Acme is ISO 27001 certified, certificate no. IS 999111.',
  )
  assert.equal((await profileOf(vendor)).certifications.length, 2)
})

test('a SOC 2 report is stale 12 months after the end of its period, but still counts as a report', async () => {
  const body =
    'Acme is SOC 2 Type 2 certified; the report, audited by Schellman, covers October 1, 2024 to December 1, 2025.'
  const vendor = await vendorWith(body)
  const soc2 = async () => (await profileOf(vendor)).certifications[0]!
  const audited = async () => (await scoreOf(vendor)).items.find(({ rule_id }) => rule_id === 'audited')!.points
  const fresh = await soc2()
  assert.deepEqual([fresh.details.period_end, fresh.details.auditor], ['2025-12-01', 'Schellman'])
  assert.deepEqual([fresh.details.stale_since, await audited()], [undefined, 10])
  clock.advance(30 * DAY)
  await fetched(deps, vendor, await aPage(deps, vendor, 'compliance'), '<h1>Compliance</h1><p>We comply.</p>')
  const old = await soc2()
  assert.deepEqual(
    [old.value, old.relation, old.details.stale_since],
    ['soc2_type2:affirmed', 'supports', '2026-12-01'],
  )
  assert.match(old.claim_text, /stale since 2026-12-01$/)
  assert.equal(await audited(), 5)
  assert.ok((await profileOf(vendor)).vendor.data_quality_warnings.includes('stale_report'))
  assert.match(await pageText(vendor), /badge warn">report is stale</)
  assert.deepEqual(
    (await eventsOf(deps, vendor.id)).filter(({ event_type }) => event_type.startsWith('certification.')),
    [],
  )
})

test('the end of a period is recognized in the usual date formats of reports', async () => {
  for (const [text, end] of [
    ['for the period ending 30 June 2026', '2026-06-30'],
    ['for the period January 1 to December 31, 2025', '2025-12-31'],
    ['covering 1 July 2025 – 30 June 2026', '2026-06-30'],
    ['covering 2025-07-01 to 2026-06-30', '2026-06-30'],
  ] as const) {
    const vendor = await vendorWith(`Acme is SOC 2 Type 2 certified ${text}.`)
    assert.equal((await profileOf(vendor)).certifications[0]!.details.period_end, end, text)
  }
})

test('retention and service levels have their own sections on the page of a vendor', async () => {
  const vendor = await aVendor(deps)
  const source = await addSource(deps, vendor.id, 'security')
  await addClaim(deps, vendor.id, source, ['retention', 'retention_period', '30 days'])
  await addClaim(deps, vendor.id, source, ['sla', 'uptime', '99.9%'])
  const page = await pageText(vendor)
  assert.match(page, /<a href="#says-retention">Data retention<span class="quiet-text">1</)
  assert.match(page, /<h2 id="says-sla">Service levels</)
})
