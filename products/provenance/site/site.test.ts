// The directory as HTML pages.
import assert from 'node:assert/strict'
import { after, before, type TestContext, test } from 'node:test'
import { fakeClock } from '@veritrace/platform/clock'
import { openLog } from '@veritrace/platform/log'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { storeBytes } from '../crawl/snapshots.ts'
import { openExtractors } from '../crawl/threads/pool.ts'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addClaim, addEvent, addSnapshot, addSource, addVendor } from '../vendors/testing.ts'
import { openArchive } from './archived-text.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const clock = fakeClock(NOW)
let app: TestApp
let deps: ProvenanceParts

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async () => [] }
    return provenance(deps)
  })
})
after(() => app.close())

async function read(path: string, status = 200): Promise<string> {
  const response = await fetch(app.url + path)
  assert.equal(response.status, status)
  return response.text()
}

test('the URL of the directory searches and filters, and an empty result says so', async () => {
  const { slug } = await addVendor(deps, { display_name: 'Zephyrine Ledger', readiness: 'fresh' })
  const found = await read('/vendors?q=zephyrine')
  assert.match(found, new RegExp(`<a href="/vendors/${slug}"><strong>Zephyrine Ledger`))
  assert.match(found, /One vendor/)
  assert.match(await read('/vendors?q=zephyrine&readiness=verified'), /Nothing matches <strong>zephyrine/)
  assert.match(await read('/vendors?q=zephyrine&readiness=nonsense&page=-3&sort=x'), /Zephyrine Ledger/)
})

test('a long list is paged, and the next page keeps the filters', async () => {
  const rows = Array.from({ length: 51 }, (_, i) => addVendor(deps, { display_name: `Quagmire ${i}` }))
  await Promise.all(rows)
  const first = await read('/vendors?q=quagmire&sort=name')
  assert.match(first, /Page 1 of 2/)
  const next = /<a rel="next" href="([^"]+)"/.exec(first)![1]!.replaceAll('&#38;', '&').replaceAll('&amp;', '&')
  assert.match(await read(next), /Page 2 of 2/)
})

test('a page past the last one is a 404 with a link to the first page and the same filters', async () => {
  await addVendor(deps, { display_name: 'Vellichor' })
  const past = await read('/vendors?q=vellichor&page=9999', 404)
  assert.match(past, /One vendor/)
  assert.match(past, /There is no page 9999\. This list has one page\./)
  assert.doesNotMatch(past, /Nothing matches|class="pager"/)
  const first = /<a href="([^"]+)">Show the first page/.exec(past)![1]!.replaceAll('&#38;', '&')
  assert.match(await read(first), /Vellichor/)
})

test('the directory explains its order, and each row shows the values', async () => {
  for (const completeness of [72, 30]) await addVendor(deps, { display_name: 'Sesquiped', completeness })
  const best = await read('/vendors?q=sesquiped')
  assert.match(best, /Best evidence first: verified, fresh, sourced, incomplete, unavailable; then by completeness/)
  assert.match(best, /<span>72 of 100 complete<\/span>/)
  assert.doesNotMatch(await read('/vendors?q=sesquiped&sort=name'), /Best evidence first/)
})

test('a vendor’s page shows each claim with its quote and proof, and escapes text of vendors', async () => {
  const vendor = await addVendor(deps, { display_name: '<b>Bold</b> & Co' })
  const source = await addSource(deps, vendor.id, 'security', { url: 'javascript:alert(1)' })
  const claim = await addClaim(deps, vendor.id, source, ['certification', 'holds', 'soc2_type2'], {
    snippet: 'We hold <script>alert(1)</script> SOC 2.',
  })
  await addEvent(deps, vendor.id, 'certification.added', { payload: JSON.stringify({ snippet_after: '<i>now</i>' }) })
  const page = await read(`/vendors/${vendor.slug}`)
  assert.match(page, /SOC 2 Type II/)
  assert.match(page, new RegExp(`href="/c/${claim}#quote"`))
  assert.match(page, /a certificate was added/)
  assert.doesNotMatch(page, /<script|<b>Bold|<i>now|href="javascript/)
})

test('a long profile shows the strongest claims of each kind, and folds the others', async () => {
  const vendor = await addVendor(deps)
  const source = await addSource(deps, vendor.id, 'security')
  const add = (claim: [string, string, string], fields = {}) => addClaim(deps, vendor.id, source, claim, fields)
  const weak = { state: 'mention', relation: 'mentions', confidence: 0.9 } as const
  const mentions = await Promise.all(
    Array.from({ length: 9 }, (_, i) => add(['certification', 'holds', `x${i}`], weak)),
  )
  const denied = await add(['certification', 'holds', 'iso27001:negated'], { state: 'negated', relation: 'refutes' })
  const twice = await Promise.all(Array.from({ length: 9 }, () => add(['certification', 'holds', 'soc2'])))
  const named = await Promise.all(Array.from({ length: 23 }, (_, i) => add(['subprocessor', 'uses', `Helper ${i}`])))
  const few = await add(['encryption', 'at_rest', 'yes'])
  const page = await read(`/vendors/${vendor.slug}`)

  const shown = page.replace(/<details[\s\S]*?<\/details>/g, '')
  const times = (claim: string, text: string) => text.split(`href="/c/${claim}#quote"`).length - 1
  const all = [...mentions, denied, ...twice, ...named, few]
  assert.deepEqual(
    all.filter((claim) => times(claim, page) !== 1),
    [],
  )
  assert.equal(twice.filter((claim) => times(claim, shown) === 1).length > 0, true)
  assert.deepEqual([times(denied, shown), times(few, shown)], [1, 1])
  assert.ok(mentions.some((claim) => times(claim, shown) === 0))
  assert.match(page, /<summary><span class="closed">Show all 23 subprocessors</)
  assert.match(page, /<summary><span class="closed">Show all 11 certifications</)
  assert.match(page, /<a href="#subprocessors">Subprocessors<span class="quiet-text">23</)
  assert.match(page, /<a href="#says-encryption">Encryption<span class="quiet-text">1</)
  for (const [, id] of page.matchAll(/<a href="#([\w-]+)"/g)) assert.match(page, new RegExp(`id="${id}"`))
})

test('a vendor’s page can show an earlier day, and rejects invalid and future days', async () => {
  const vendor = await addVendor(deps)
  const source = await addSource(deps, vendor.id, 'security', { created_at: new Date('2026-01-01') })
  const since = { valid_from: new Date('2026-06-01') }
  await addClaim(deps, vendor.id, source, ['certification', 'holds', 'iso27001'], since)
  assert.match(await read(`/vendors/${vendor.slug}?as_of=2026-07-01`), /ISO 27001/)
  assert.doesNotMatch(await read(`/vendors/${vendor.slug}?as_of=2026-05-01`), /ISO 27001/)
  assert.match(await read(`/vendors/${vendor.slug}?as_of=2099-01-01`), /is in the future[\s\S]*ISO 27001/)
  for (const none of ['garbage', '2026-02-31', '2026-13-01'])
    assert.match(await read(`/vendors/${vendor.slug}?as_of=${none}`, 400), /has no valid date[\s\S]*ISO 27001/)
  assert.doesNotMatch(await read(`/vendors/${vendor.slug}`), /role="alert"/)
  await read('/vendors/nobody-of-this-name', 404)
})

test('labels fit the kind of claim: good news looks good, and nothing is negated twice', async () => {
  const vendor = await addVendor(deps)
  const source = await addSource(deps, vendor.id, 'security')
  const no = { state: 'negated', relation: 'refutes' } as const
  const calm = await addClaim(deps, vendor.id, source, ['status', 'incident_signal', 'none'], {
    ...no,
    claim_text: 'No incident',
    snippet: '"indicator": "none"',
  })
  await addClaim(deps, vendor.id, source, ['ai_act', 'ai_output_marking', 'no'], {
    ...no,
    claim_text: 'Denied: Output is marked in a machine-readable way',
  })
  await addClaim(deps, vendor.id, source, ['certification', 'offers_agreement', 'gdpr_dpa:mention'], {
    state: 'mention',
    relation: 'background',
    claim_text: 'Data processing agreement: mention',
  })
  await addClaim(deps, vendor.id, source, ['certification', 'holds', 'soc2:negated'], no)
  const page = await read(`/vendors/${vendor.slug}`)
  assert.match(page, /<strong>No incident<\/strong> <br><code>(?:"|&#34;|&quot;)indicator/)
  assert.match(page, /<strong>Output is marked in a machine-readable way<\/strong> <span class="badge bad">denied</)
  assert.match(page, /<strong>Data processing agreement<\/strong> <span class="badge plain">mentioned</)
  assert.match(page, /SOC 2<\/th><td><span class="badge bad">says it does not</)
  assert.match(await read(`/c/${calm}`), /<span class="badge good">no incident</)
})

test('an unread vendor is not judged, and all links within its page work', async () => {
  const { slug } = await addVendor(deps)
  const page = await read(`/vendors/${slug}`)
  assert.match(page, /Not known: no page of Cloudy could be read yet/)
  assert.doesNotMatch(page, /names none|Not triggered|since the first reading/)
  for (const [, id] of page.matchAll(/<a href="#([\w-]+)"/g)) assert.match(page, new RegExp(`id="${id}"`))
})

test('a proof marks its sentence in the archived page, and says whether it is still there', async () => {
  const { id, slug, claim } = await archived(
    '<h1>Security</h1><p>Before it.</p><p>We are SOC 2 audited.</p><p>After.</p>',
  )
  const page = await read(`/c/${claim}`)
  assert.match(page, /Before it\.<br><mark id="quote">We are SOC 2 audited\.<\/mark><br>After\./)
  assert.match(page, /Yes<\/span> when last read/)
  assert.match(page, /#:~:text=We%20are%20SOC%202%20audited\./)
  assert.match(page, new RegExp(`href="/vendors/${slug}"`))
  await deps.db.updateTable('provenance.evidence_claims').set({ valid_to: NOW }).where('vendor_id', '=', id).execute()
  assert.match(await read(`/c/${claim}`), /No<\/span> since/)
  await read('/c/clm_unknown', 404)
})

test('a page that asks not to be archived is cited but not shown', async () => {
  const { claim } = await archived('<p>Secret words around.</p><p>We are SOC 2 audited.</p>', { noarchive: true })
  const page = await read(`/c/${claim}`)
  assert.match(page, /asks not to be archived/)
  assert.doesNotMatch(page, /Secret words/)
})

test('if the archived page cannot be read, the proof shows only the sentence', async () => {
  const { claim } = await archived('%PDF-nonsense', { content_type: 'application/pdf' })
  const page = await read(`/c/${claim}`)
  assert.match(page, /The archived page cannot be shown/)
  assert.match(page, /<mark>We are SOC 2 audited\.<\/mark>/)
})

/** An archive with its own extractors that counts extractions. */
async function openCountedArchive(t: TestContext, options: { maxWaiting?: number } = {}) {
  const readers = openExtractors({ log: openLog('silent'), ...options })
  t.after(() => readers.close())
  const count = { read: 0 }
  const extract: typeof readers.extract = (...document) => {
    count.read++
    return readers.extract(...document)
  }
  const archivedText = openArchive({ ...deps, extractors: { ...readers, extract } })
  const keep = async (word: string, content_type = 'text/html') => {
    const sha256 = await storeBytes(deps, Buffer.from(word), content_type)
    const vendor = { display_name: 'Cloudy', primary_domain: 'cloudy.test', aliases: [] }
    return { ...vendor, sha256, content_type, url: 'https://cloudy.test/', kind: 'security' as const }
  }
  return {
    count,
    textOf: async (word: string, content_type?: string) => archivedText(await keep(word, content_type)),
    textsOf: async (words: readonly string[]) => {
      const kept = await Promise.all(words.map((word) => keep(word)))
      return Promise.all(kept.map(archivedText))
    },
  }
}

test('an archived page is extracted once for several minutes, and few extractions run concurrently', async (t) => {
  const { textOf, textsOf, count } = await openCountedArchive(t)
  const many = () => Promise.all(Array.from({ length: 5 }, () => textOf('<p>Once.</p>')))
  assert.deepEqual(
    [...(await many()), ...(await many())],
    Array.from({ length: 10 }, () => 'Once.'),
  )
  assert.equal(count.read, 1)
  clock.advance(10 * 60_000)
  await many()
  assert.equal(count.read, 2)
  const texts = await textsOf(Array.from({ length: 20 }, (_, i) => `<p>${i}</p>`))
  assert.ok(texts.includes(undefined) && texts.includes('0'))
})

test('an unreadable document is cached as such, but not if the extractors were busy', async (t) => {
  const patient = await openCountedArchive(t)
  for (const _ of [1, 2]) assert.equal(await patient.textOf('%PDF-nonsense', 'application/pdf'), undefined)
  assert.equal(patient.count.read, 1)
  const busy = await openCountedArchive(t, { maxWaiting: 0 })
  for (const _ of [1, 2]) assert.equal(await busy.textOf('%PDF-nonsense', 'application/pdf'), undefined)
  assert.equal(busy.count.read, 2)
})

/** Adds a claim with an archived page. */
async function archived(html: string, fields: { noarchive?: boolean; content_type?: string } = {}) {
  const vendor = await addVendor(deps)
  const source = await addSource(deps, vendor.id, 'security')
  const sha256 = await storeBytes(deps, Buffer.from(html), 'text/html')
  const snapshot = { id: `snp_${vendor.slug}`, vendor_id: vendor.id, source_id: source.id, sha256 }
  await addSnapshot(deps, { ...snapshot, content_type: 'text/html', fetched_at: NOW, seen_at: NOW, ...fields })
  const snippet = 'We are SOC 2 audited.'
  const start = html
    .replace(/<\/(?:h1|p)>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .indexOf(snippet)
  const claim = await addClaim(
    deps,
    vendor.id,
    { ...source, snapshot_id: snapshot.id },
    ['certification', 'holds', 'soc2'],
    {
      snippet,
      snippet_start: start,
      snippet_end: start + snippet.length,
    },
  )
  return { ...vendor, claim }
}
