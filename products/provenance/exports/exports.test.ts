// Profiles as files, checked with parsers of their formats.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { after, before, test } from 'node:test'
import { contract } from '@veritrace/contract'
import { fakeClock } from '@veritrace/platform/clock'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { Ajv } from 'ajv'
import formats from 'ajv-formats'
import { marked } from 'marked'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addClaim, addSource, addVendor } from '../vendors/testing.ts'

const clock = fakeClock(new Date('2026-11-15T12:00:00Z'))
let app: TestApp
let deps: ProvenanceParts

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async () => [] }
    return provenance(deps)
  })
})
after(() => app.close())

const read = (slug: string, ending: string) =>
  fetch(`${app.url}${contract.provenance.base}/vendors/${slug}/evidence-profile.${ending}`)

async function vendorWith(...snippets: string[]) {
  const vendor = await addVendor(deps)
  const source = await addSource(deps, vendor.id, 'trust_center')
  for (const [place, snippet] of snippets.entries())
    await addClaim(deps, vendor.id, source, ['certification', 'holds', `soc2_type${place + 1}`], {
      snippet,
      claim_text: snippet,
    })
  return vendor
}

test('the CSV has a line for each claim, and formulas of vendors are escaped', async () => {
  const { slug } = await vendorWith('=HYPERLINK("http://x.test","a, b")', 'Two\nlines', 'plain')
  const response = await read(slug, 'csv')
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.equal(response.headers.get('content-disposition'), `attachment; filename="${slug}.csv"`)
  const text = await response.text()
  assert.match(text, /^\ufeff?vendor,category,predicate,value,relation,confidence,claim_text,snippet,source_url/)
  assert.ok(text.includes(`"'=HYPERLINK(""http://x.test"",""a, b"")"`))
  assert.ok(text.includes('"Two\nlines"'))
  assert.equal(text.split('\r\n').length, 5)
})

test('the Markdown quotes every claim with its source, and escapes markup of vendors', async () => {
  const { slug } = await vendorWith('<script>alert(1)</script>', '[click](javascript:alert(1)) **bold**', '# heading')
  const rendered = await marked.parse(await (await read(slug, 'md')).text())
  assert.doesNotMatch(rendered, /<script|href="javascript|<strong>bold/)
  assert.equal(rendered.match(/<h1>/g)?.length, 1)
  assert.equal(rendered.match(/<blockquote>/g)?.length, 3)
  assert.match(rendered, /<h2>Not found<\/h2>/)
})

test('the Markdown links web addresses, and shows any other address as text', async () => {
  const vendor = await addVendor(deps)
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'no address', 'https://cloudy.test/<b>a b</b>?q=ä'])
    await addSource(deps, vendor.id, 'security', { url })
  const rendered = await marked.parse(await (await read(vendor.slug, 'md')).text())
  const links = [...rendered.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)
  assert.deepEqual(links, ['https://cloudy.test/%3Cb%3Ea%20b%3C/b%3E?q=%C3%A4'])
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'no address'])
    assert.ok(rendered.includes(`Security: ${text}, `))
})

test('CycloneDX declarations are valid, the same for the same day, and do not attest disputed claims', async () => {
  const vendor = await addVendor(deps)
  const page = await addSource(deps, vendor.id, 'trust_center')
  const blog = await addSource(deps, vendor.id, 'security')
  await addClaim(deps, vendor.id, page, ['certification', 'holds', 'soc2_type2'], { snippet: 'We are SOC 2 audited.' })
  await addClaim(deps, vendor.id, blog, ['certification', 'holds', 'soc2_type2:negated'], {
    relation: 'refutes',
    state: 'negated',
    snippet: 'Not SOC 2 audited.',
    confidence: 0.3,
  })
  await addClaim(deps, vendor.id, page, ['subprocessor', 'uses', 'Stratus'], { snippet: 'Stratus, hosting' })
  const text = await (await read(vendor.slug, 'cdx.json')).text()
  assert.equal(text, await (await read(vendor.slug, 'cdx.json')).text())
  const bom = JSON.parse(text)
  assertCycloneDx(bom)
  const [held] = bom.declarations.claims
  assert.equal(held.evidence.length, 1)
  assert.equal(held.counterEvidence.length, 1)
  assert.equal(bom.declarations.attestations[0].map.length, 1)
  const [attested] = bom.declarations.attestations[0].map
  assert.deepEqual([attested.conformance.score, attested.confidence.score], [0, 0], 'the claims are disputed')
  assert.equal(bom.declarations.evidence.length, 3)
})

test('an unknown vendor and a future day are errors', async () => {
  assert.equal((await read('nobody-of-this-name', 'csv')).status, 404)
  const { slug } = await vendorWith('x')
  assert.equal((await read(slug, 'md?as_of=2031-01-01')).status, 400)
  const then = await (await read(slug, 'csv?as_of=2020-01-01')).text()
  assert.equal(then.split('\r\n').length, 2)
})

function assertCycloneDx(bom: object): void {
  const folder = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json')
  const load = (name: string) =>
    JSON.parse(readFileSync(new URL(`res/schema/${name}.SNAPSHOT.schema.json`, `file://${folder}`), 'utf8'))
  const ajv = new Ajv({ strict: false })
  formats.default(ajv)
  for (const name of ['idn-email', 'iri-reference']) ajv.addFormat(name, true)
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(load(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`)
  assert.ok(ajv.validate(load('bom-1.6'), bom), JSON.stringify(ajv.errors))
}
