// Trust pages through HTTP: as a customer, as the public, and as another tenant.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type PagePatch, pages } from '@veritrace/contract/provenance/pages'
import { customerStatements } from '@veritrace/contract/provenance/statements'
import { fakeClock } from '@veritrace/platform/clock'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { verifyDomain } from './verify-domain.ts'

let app: TestApp
let deps: ProvenanceParts
/** TXT records that the test's DNS returns. */
const dns = new Map<string, string[]>()
const clock = fakeClock(new Date())

before(async () => {
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    deps = { ...platform, resolveTxt: async (name) => dns.get(name) ?? [] }
    return provenance(deps)
  })
})
after(() => app.close())

const slugOf = (what: string): string => `${what}-${newId('x').slice(-8)}`
const refused = (code: string) => (error: { code: string }) => error.code === code

/** A tenant with its client; each test has its own. */
async function customer(options: { plan?: 'free' | 'pro' } = {}) {
  const tenant = await app.tenant({ plan: options.plan ?? 'pro' })
  return { tenant, as: (role: 'viewer' | 'member' | 'admin') => app.client(pages, tenant, role) }
}

async function vendor(name = 'Cloudy'): Promise<string> {
  const slug = slugOf(name.toLowerCase())
  await deps.db
    .insertInto('provenance.vendors')
    .values({ id: newId('ven'), slug, display_name: name, primary_domain: `${slug}.test` })
    .execute()
  return slug
}

test('the NDA template of a page must be an NDA of the same customer', async () => {
  const [mine, theirs] = [await customer(), await customer()]
  const draft = (kind: 'nda' | 'dpa', of = mine) =>
    app.client(customerStatements, of.tenant, 'member').create({ body: { kind, title: 'Terms', body: 'Be kind.' } })
  const [nda, dpa, foreign] = [await draft('nda'), await draft('dpa'), await draft('nda', theirs)]
  const slug = slugOf('nda')
  const named = (nda_template_id: string | null) => ({ nda_template_id })
  for (const id of [dpa.id, foreign.id, 'NDA 2024', ''])
    await assert.rejects(
      mine.as('member').create({ body: { slug, display_name: 'Acme', ...named(id) } }),
      refused('unknown_reference'),
    )
  await mine.as('member').create({ body: { slug, display_name: 'Acme', ...named(nda.id) } })
  const update = (body: PagePatch) => mine.as('member').update({ params: { slug }, body })
  await assert.rejects(update(named(foreign.id)), refused('unknown_reference'))
  assert.equal((await update(named(null))).nda_template_id, null)
  // A value stored before this rule existed stays until the customer chooses another.
  await sql`update provenance.pages set nda_template_id = 'NDA 2024' where slug = ${slug}`.execute(deps.db)
  assert.equal((await update({ ...named('NDA 2024'), headline: 'Terms' })).nda_template_id, 'NDA 2024')
})

/** Publishes a disclosure, which a page needs before it can be published. */
const disclose = (tenant: { id: string }, title = 'How we protect data') =>
  deps.db
    .insertInto('provenance.disclosures')
    .values({
      id: newId('dis'),
      tenant_id: tenant.id,
      kind: 'security_overview',
      title,
      body: 'Encrypted at rest.',
      status: 'published',
      published_at: clock.now(),
      author_id: 'usr_1',
    })
    .execute()

async function readyPage(plan: 'free' | 'pro' = 'pro') {
  const { tenant, as } = await customer({ plan })
  const slug = slugOf('page')
  await as('member').create({
    body: { slug, display_name: 'Acme', headline: 'Trust', security_contact: 'security@acme.test' },
  })
  const vendor_slug = await vendor()
  await as('member').addSubprocessor({ params: { slug }, body: { vendor_slug, purpose: 'Hosting', locations: ['EU'] } })
  await disclose(tenant)
  return { tenant, as, slug, vendor_slug }
}

test('a new page is a draft at version 1 with our defaults', async () => {
  const { as } = await customer()
  const slug = slugOf('new')
  const page = await as('member').create({ body: { slug, display_name: 'Acme' } })
  assert.deepEqual([page.slug, page.published, page.version, page.footer_branding], [slug, false, 1, true])
  assert.deepEqual(page.counts, { subprocessors: 0, disclosures: 0, evidence: 0 })
  assert.deepEqual(await as('viewer').get({ params: { slug } }), page)
})

test('a slug is unique across all customers', async () => {
  const [one, two] = [await customer(), await customer()]
  const slug = slugOf('same')
  await one.as('member').create({ body: { slug, display_name: 'First' } })
  await assert.rejects(two.as('member').create({ body: { slug, display_name: 'Second' } }), refused('slug_taken'))
})

test('a retry with the same Idempotency-Key returns the same page', async () => {
  const { as } = await customer()
  const headers = { 'idempotency-key': newId('key') }
  const body = { slug: slugOf('once'), display_name: 'Acme' }
  const first = await as('member').create({ body, headers })
  assert.deepEqual(await as('member').create({ body, headers }), first)
})

test('an edit changes only the fields it names', async () => {
  const { as } = await customer()
  const slug = slugOf('edit')
  await as('member').create({ body: { slug, display_name: 'Acme', theme: { primary_color: '#112233' } } })
  const page = await as('member').update({
    params: { slug },
    body: { headline: 'New', theme: { logo_url: 'https://acme.test/l.png' } },
  })
  assert.deepEqual([page.headline, page.display_name, page.version], ['New', 'Acme', 2])
  assert.deepEqual(page.theme, { primary_color: '#112233', logo_url: 'https://acme.test/l.png' })
})

test('an edit with a stale If-Match is 412 and changes nothing', async () => {
  const { as } = await customer()
  const slug = slugOf('stale')
  await as('member').create({ body: { slug, display_name: 'Acme' } })
  await as('member').update({ params: { slug }, body: { headline: 'One' }, headers: { 'if-match': '"1"' } })
  const stale = as('member').update({ params: { slug }, body: { headline: 'Two' }, headers: { 'if-match': '"1"' } })
  await assert.rejects(stale, refused('stale_version'))
  assert.equal((await as('viewer').get({ params: { slug } })).headline, 'One')
})

test('fields that a customer may not set are refused by name', async () => {
  const { as } = await customer()
  const slug = slugOf('mass')
  await as('member').create({ body: { slug, display_name: 'Acme' } })
  for (const field of ['tenant_id', 'customer_plan', 'version', 'domain_status', 'slug']) {
    const attempt = as('admin').update({ params: { slug }, body: { [field]: 'x' } as never })
    await assert.rejects(attempt, (error: { code: string; problem: { errors: { path: string }[] } }) => {
      assert.equal(error.problem.errors[0]!.path, field)
      return error.code === 'invalid_body'
    })
  }
})

test('a page without gaps can be published, and the public sees it', async () => {
  const { tenant, as, slug, vendor_slug } = await readyPage()
  const readiness = await as('viewer').readiness({ params: { slug } })
  assert.deepEqual([readiness.ready, readiness.entitlement.allowed], [true, true])
  const page = await as('admin').update({ params: { slug }, body: { published: true } })
  assert.deepEqual([page.published, page.draft_changes], [true, false])

  const shown = await app.visitor(pages).published({ params: { slug } })
  assert.equal(shown.customer_id, tenant.customer_id)
  assert.deepEqual(
    shown.subprocessors.map((pick) => pick.slug),
    [vendor_slug],
  )
  assert.deepEqual(shown.disclosures, [
    { kind: 'security_overview', title: 'How we protect data', body: 'Encrypted at rest.' },
  ])
  const listed = await listAll()
  assert.ok(listed.includes(slug))
})

async function listAll(): Promise<string[]> {
  const slugs: string[] = []
  let cursor: string | undefined
  do {
    const page = await app
      .visitor(pages)
      .listPublished({ query: { published: 'true', limit: 3, ...(cursor && { cursor }) } })
    slugs.push(...page.items.map((item) => item.slug))
    cursor = page.next
  } while (cursor)
  assert.deepEqual(slugs, slugs.toSorted())
  return slugs
}

test('a page with gaps is not published, names each gap, and its other fields do not change', async () => {
  const { as } = await customer()
  const slug = slugOf('gaps')
  await as('member').create({ body: { slug, display_name: 'Acme' } })
  const attempt = as('admin').update({ params: { slug }, body: { headline: 'Sneaked in', published: true } })
  await assert.rejects(attempt, (error: { code: string; problem: { checks: { id: string; status: string }[] } }) => {
    const failing = error.problem.checks.filter((check) => check.status === 'fail').map((check) => check.id)
    assert.deepEqual(failing, ['disclosure', 'contact', 'subprocessors'])
    return error.code === 'page_not_ready'
  })
  const page = await as('viewer').get({ params: { slug } })
  assert.deepEqual([page.published, page.headline, page.version], [false, '', 1])
})

test('each readiness check links to the screen where its gap is closed', async () => {
  const { as, slug } = await readyPage()
  const { checks } = await as('viewer').readiness({ params: { slug } })
  const web = (file: string) =>
    readFileSync(new URL(`../../../apps/web/src/workspace/${file}`, import.meta.url), 'utf8')
  const routes = [...web('router.tsx').matchAll(/page\('([^']+)'\)/g)].map(([, path]) => path!)
  const tabs = [...web('pages/trust-pages/one-page.tsx').matchAll(/\{ id: '(\w+)', label:/g)].map(([, id]) => id!)
  for (const { id, fix_url } of checks) {
    const { pathname, searchParams } = new URL(fix_url, 'https://veritrace.test')
    const route = pathname.replace('/workspace', '').replace(slug, '$slug')
    assert.ok(routes.includes(route), `${id}: there is no screen ${fix_url}`)
    const view = searchParams.get('view')
    if (route === '/pages/$slug') assert.ok(tabs.includes(view!), `${id}: there is no tab “${view}”`)
  }
})

test('publishing, a custom domain and removing the footer need the Team plan', async () => {
  const { as, slug } = await readyPage('free')
  for (const body of [{ published: true }, { custom_domain: 'trust.acme.test' }, { footer_branding: false }])
    await assert.rejects(as('admin').update({ params: { slug }, body }), refused('team_plan_required'))
  assert.match((await as('viewer').readiness({ params: { slug } })).entitlement.reason ?? '', /Team plan/)
})

test('a viewer may read, a member may edit, and only an admin may publish', async () => {
  const { as, slug } = await readyPage()
  await assert.rejects(as('viewer').update({ params: { slug }, body: { headline: 'x' } }), refused('role_too_low'))
  await assert.rejects(as('member').update({ params: { slug }, body: { published: true } }), refused('role_too_low'))
  assert.equal((await as('admin').update({ params: { slug }, body: { published: true } })).published, true)
})

test('an unpublished page is gone for the public', async () => {
  const { as, slug } = await readyPage()
  await as('admin').update({ params: { slug }, body: { published: true } })
  const page = await as('admin').update({ params: { slug }, body: { published: false } })
  assert.ok(page.unpublished_at)
  await assert.rejects(app.visitor(pages).published({ params: { slug } }), refused('page_not_found'))
})

test('pages that are published concurrently cannot exceed the limit of the plan', async () => {
  const { tenant, as } = await customer()
  await disclose(tenant)
  const slugs = Array.from({ length: 15 }, () => slugOf('many'))
  const body = { display_name: 'Acme', security_contact: 'security@acme.test', no_subprocessors: true }
  for (const slug of slugs) await as('member').create({ body: { ...body, slug } })
  const publish = (slug: string) => as('admin').update({ params: { slug }, body: { published: true } })
  for (const slug of slugs.slice(0, 9)) await publish(slug)

  // While the head of the audit log is locked, no change can commit, so all of them run concurrently.
  const attempts = await deps.db.transaction().execute(async (tx) => {
    await sql`select 1 from platform.audit_heads where tenant_id = ${tenant.id} for update`.execute(tx)
    const begun = Promise.allSettled(slugs.slice(9).map(publish))
    await sleep(300)
    return { begun }
  })
  assert.deepEqual(
    (await attempts.begun).flatMap((attempt) => (attempt.status === 'rejected' ? [attempt.reason.code] : [])),
    Array(5).fill('plan_limit_reached'),
  )
  assert.equal((await as('viewer').list({ query: { published: true } })).items.length, 10)
})

/** A published page that lists one subprocessor, or declares that there are none. */
async function publicPage({ declaresNone = false } = {}) {
  const made = await readyPage()
  const { as, slug, vendor_slug } = made
  if (declaresNone) await as('member').removeSubprocessor({ params: { slug, vendor_slug } })
  await as('admin').update({ params: { slug }, body: { published: true, no_subprocessors: declaresNone } })
  return made
}

const STEPS_BACK: [string, PagePatch, string][] = [
  ['loses its contact', { security_contact: null }, 'contact'],
  ['gets template text', { intro: '{Company} cares, says [Company Legal Name].' }, 'placeholders'],
  ['lists subprocessors and declares none', { no_subprocessors: true }, 'subprocessors'],
]
for (const [what, patch, gap] of STEPS_BACK)
  test(`an edit after which a public page ${what} is refused, and changes nothing`, async () => {
    const { as, slug } = await publicPage()
    const before = await as('viewer').get({ params: { slug } })
    for (const body of [patch, { ...patch, published: true }])
      await assert.rejects(as('admin').update({ params: { slug }, body }), refusedFor(gap))
    assert.deepEqual(await as('viewer').get({ params: { slug } }), before)
    const draft = await as('admin').update({ params: { slug }, body: { ...patch, published: false } })
    assert.equal(draft.published, false, 'a draft may have gaps')
  })

const refusedFor =
  (gap: string) => (error: { code: string; problem: { checks: { id: string; status: string }[] } }) => {
    const gaps = error.problem.checks.filter((check) => check.status === 'fail').map((check) => check.id)
    assert.deepEqual([error.code, gaps], ['page_not_ready', [gap]])
    return true
  }

test('listing a subprocessor on a public page withdraws the declaration of having none', async () => {
  const { as, slug } = await publicPage({ declaresNone: true })
  const vendor_slug = await vendor()
  await as('member').addSubprocessor({ params: { slug }, body: { vendor_slug } })
  const page = await as('viewer').get({ params: { slug } })
  assert.deepEqual([page.published, page.no_subprocessors, page.counts.subprocessors], [true, false, 1])
  await assert.rejects(
    as('admin').update({ params: { slug }, body: { no_subprocessors: true } }),
    refusedFor('subprocessors'),
  )
  await as('member').removeSubprocessor({ params: { slug, vendor_slug } })
  const fixed = await as('admin').update({ params: { slug }, body: { no_subprocessors: true, published: true } })
  assert.deepEqual([fixed.published, fixed.no_subprocessors, fixed.counts.subprocessors], [true, true, 0])
})

test('a public page that already has a gap can be edited, but not published again until the gap is closed', async () => {
  const { tenant, as, slug } = await publicPage()
  await deps.db.deleteFrom('provenance.disclosures').where('tenant_id', '=', tenant.id).execute()
  const edit = (body: PagePatch) => as('admin').update({ params: { slug }, body })
  assert.equal((await edit({ headline: 'New' })).headline, 'New')
  await assert.rejects(edit({ headline: 'Newer', published: true }), refusedFor('disclosure'))
  await disclose(tenant)
  assert.equal((await edit({ headline: 'Newer', published: true })).headline, 'Newer')
})

test('a public page can get a custom domain, which is shown once it is verified', async () => {
  const { tenant, as, slug } = await publicPage()
  const custom_domain = `${slug}.acme.test`
  const { published, domain } = await as('member').update({ params: { slug }, body: { custom_domain } })
  assert.deepEqual([published, domain.status], [true, 'pending_dns'])
  const shown = async () => (await app.visitor(pages).published({ params: { slug } })).custom_domain
  assert.equal(await shown(), null)
  dns.set(domain.records[0]!.name, [domain.records[0]!.value])
  await verifyDomain(deps, { tenant: tenant.id, slug })
  assert.equal(await shown(), custom_domain)
})

test('a section that a page does not list is hidden from people, API clients and search engines', async () => {
  const { tenant, as, slug } = await publicPage()
  await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, visibility, kind)
    values (${newId('evi')}, ${tenant.id}, 'SOC 2', 'application/pdf', 'approved', 'public', 'soc2_report')`.execute(
    deps.db,
  )
  const shown = async () => {
    const { subprocessors, disclosures, evidence } = await app.visitor(pages).published({ params: { slug } })
    return [subprocessors.length, disclosures.length, evidence.length]
  }
  assert.deepEqual(await shown(), [1, 1, 1])
  await as('member').update({ params: { slug }, body: { sections: ['disclosures'] } })
  assert.deepEqual(await shown(), [0, 1, 0])
  assert.doesNotMatch(await (await fetch(`${app.url}/trust/${slug}`)).text(), /SOC 2|Cloudy/)
  await as('member').update({ params: { slug }, body: { sections: [] } })
  assert.deepEqual(await shown(), [0, 0, 0])
})

test('the public page says that there are no subprocessors only if the customer declares it', async () => {
  const { as, slug, vendor_slug } = await readyPage()
  await as('admin').update({ params: { slug }, body: { published: true } })
  await as('member').removeSubprocessor({ params: { slug, vendor_slug } })
  const read = async () => (await fetch(`${app.url}/trust/${slug}`)).text()
  assert.doesNotMatch(await read(), /declares that it uses no subprocessors/)
  await as('member').update({ params: { slug }, body: { no_subprocessors: true } })
  assert.match(await read(), /declares that it uses no subprocessors/)
})

test('a public page links each subprocessor to its profile and each document to an email that requests it', async () => {
  const { tenant, as, slug, vendor_slug } = await readyPage()
  for (const [title, visibility] of [
    ['SOC 2 & more', 'gated'],
    ['Overview', 'public'],
  ])
    await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, visibility)
      values (${newId('evi')}, ${tenant.id}, ${title}, 'application/pdf', 'approved', ${visibility})`.execute(deps.db)
  await as('admin').update({ params: { slug }, body: { published: true } })
  const page = await (await fetch(`${app.url}/trust/${slug}`)).text()
  assert.match(page, new RegExp(`<a href="/vendors/${vendor_slug}"><strong>Cloudy<`))
  assert.equal((await fetch(`${app.url}/vendors/${vendor_slug}`)).status, 200)
  const [, link] = /href="(mailto:[^"]*)">Request access/.exec(page)!
  const { pathname, searchParams } = new URL(link!.replaceAll('&#38;', '&'))
  assert.deepEqual([pathname, searchParams.get('subject')], ['security@acme.test', 'Request for access: SOC 2 & more'])
  assert.match(searchParams.get('body')!, new RegExp(`/trust/${slug}\\r\\n`))
  assert.equal(page.match(/Ask for a copy/g)?.length, 1)
})

test('a public page links to the status page of its owner only if there is one', async () => {
  const { as, slug } = await publicPage()
  const read = async () => (await fetch(`${app.url}/trust/${slug}`)).text()
  assert.doesNotMatch(await read(), /Service status/)
  await as('member').update({ params: { slug }, body: { status_page_url: 'https://status.acme.test/?a=1&b=2' } })
  assert.match(await read(), /<a [^>]*href="https:\/\/status\.acme\.test\/\?a=1&#38;b=2"[^>]*>Service status<\/a>/)
})

test('a public page shows the logo and color of its owner, and stays readable with any of them', async () => {
  const { as, slug } = await publicPage()
  const read = async (theme: NonNullable<PagePatch['theme']>) => {
    await as('member').update({ params: { slug }, body: { theme } })
    return (await fetch(`${app.url}/trust/${slug}`)).text()
  }
  assert.doesNotMatch(await read({}), /<svg[^>]*role="img"|<image/)
  const colored = await read({ primary_color: '#ffff00' })
  assert.match(colored, /<svg [^>]*aria-hidden="true"><rect [^>]*fill="#ffff00"\/><\/svg>/, 'decorative, no text')
  assert.equal(colored.match(/#ffff00/g)?.length, 1)
  assert.doesNotMatch(colored, /style=|<style/, 'the content security policy forbids inline styles')
  const icon = await read({ favicon_url: 'https://acme.test/i.png' })
  assert.match(icon, /<link rel="icon" href="https:\/\/acme\.test\/i\.png">/)
  const light = await read({ logo_url: 'https://acme.test/l.svg?a&b' })
  assert.match(light, /<svg [^>]*role="img" aria-label="Acme">/)
  assert.match(light, /fill="light-dark\(transparent, #fff\)"\/><image href="https:\/\/acme\.test\/l\.svg\?a&#38;b"/)
  assert.match(light, /"logo":"https:\/\/acme\.test\/l\.svg\?a&b"/, 'the JSON-LD has the logo too')
  const both = await read({ dark_logo_url: 'https://acme.test/d.svg' })
  assert.match(both, /<g mask="url\(#in-light\)"><image href="https:\/\/acme\.test\/l/)
  assert.match(both, /<g mask="url\(#in-dark\)"><image href="https:\/\/acme\.test\/d/)
  assert.match(
    await read({ logo_url: null }),
    /fill="light-dark\(#\w+, transparent\)"\/><image href="https:\/\/acme\.test\/d/,
  )
  const plain = await read({ logo_url: 'http://acme.test/l.svg', dark_logo_url: null })
  assert.doesNotMatch(plain, /acme\.test\/l/, 'browsers would not load an http image')
})

test('customer text on a public page has a lang attribute', async () => {
  const { tenant, as, slug } = await publicPage()
  const read = async () => (await fetch(`${app.url}/trust/${slug}`)).text()
  assert.match(await read(), /<h1>Trust<\/h1>[\s\S]*<article><h3>How we protect data</)
  await sql`update provenance.disclosures set locale = 'fr' where tenant_id = ${tenant.id}`.execute(deps.db)
  await as('member').update({ params: { slug }, body: { locale: 'de-CH', headline: 'Vertrauen', intro: 'Hallo' } })
  assert.match(
    await read(),
    /<h1 lang="de-CH">Vertrauen<\/h1>\s*<div class="lede prose" lang="de-CH">[\s\S]*<article lang="fr"><h3>/,
  )
})

test('customer text is escaped on its page, also in the JSON-LD', async () => {
  const { tenant, as, slug } = await readyPage()
  const evil = '</script><script>alert(1)</script><img src=x onerror=alert(1)>'
  await disclose(tenant, evil)
  await sql`update provenance.disclosures set body = ${`[x](javascript:alert(1)) ${evil}`} where tenant_id = ${tenant.id}`.execute(
    deps.db,
  )
  const named = (id: string, title: string, kind: string, visibility: string) =>
    sql`
    insert into provenance.evidence (id, tenant_id, title, content_type, review_status, visibility, kind, issuer)
    values (${newId(id)}, ${tenant.id}, ${title}, 'image/svg+xml', 'approved', ${visibility}, ${kind}, 'Hidden auditor')`.execute(
      deps.db,
    )
  await named('evi', evil, 'iso_certificate', 'public')
  await named('evi', 'Secret report', 'soc2_report', 'hidden')
  const texts = { display_name: evil.slice(0, 60), headline: evil, intro: evil, security_contact: 'sec@example.com' }
  await as('admin').update({ params: { slug }, body: { ...texts, published: true } })
  const response = await fetch(`${app.url}/trust/${slug}`)
  const page = await response.text()
  const [data, ...more] = [...page.matchAll(/<script([^>]*)>([^<]*)<\/script>/g)]
  assert.deepEqual([data![1], more.length], [' type="application/ld+json"', 0])
  assert.doesNotMatch(page, /<img|<script>|href="javascript:|Secret report|Hidden auditor/)
  const { about, '@type': type } = JSON.parse(data![2]!)
  assert.deepEqual([type, about['@type'], about.name], ['WebPage', 'Organization', texts.display_name])
  assert.equal(about.contactPoint.email, 'sec@example.com')
  assert.deepEqual(
    about.hasCertification.map((one: { name: string }) => one.name),
    [evil],
  )
  const policy = response.headers.get('content-security-policy')!
  assert.match(policy, /default-src 'none'/)
  assert.doesNotMatch(policy, /script-src|unsafe/)
})

test('subprocessors stay in order, appear once, and can be removed', async () => {
  const { as } = await customer()
  const slug = slugOf('picks')
  await as('member').create({ body: { slug, display_name: 'Acme' } })
  const vendors = [await vendor('Zeta'), await vendor('Alpha'), await vendor('Midway')]
  for (const vendor_slug of vendors) await as('member').addSubprocessor({ params: { slug }, body: { vendor_slug } })
  await assert.rejects(
    as('member').addSubprocessor({ params: { slug }, body: { vendor_slug: vendors[0]! } }),
    refused('subprocessor_listed'),
  )
  await assert.rejects(
    as('member').addSubprocessor({ params: { slug }, body: { vendor_slug: 'nobody' } }),
    refused('vendor_not_found'),
  )

  const first = await as('viewer').listSubprocessors({ params: { slug }, query: { limit: 2 } })
  const second = await as('viewer').listSubprocessors({ params: { slug }, query: { limit: 2, cursor: first.next } })
  assert.deepEqual(
    [...first.items, ...second.items].map((pick) => pick.slug),
    vendors,
  )
  assert.equal(second.next, '')

  await as('member').removeSubprocessor({ params: { slug, vendor_slug: vendors[1]! } })
  await assert.rejects(
    as('member').removeSubprocessor({ params: { slug, vendor_slug: vendors[1]! } }),
    refused('subprocessor_not_found'),
  )
  assert.equal((await as('viewer').get({ params: { slug } })).counts.subprocessors, 2)
})

test('adding or removing a subprocessor creates a new version of the page', async () => {
  const { tenant, as, slug, vendor_slug } = await readyPage()
  const headers = { authorization: `Bearer ${await app.key(tenant, 'viewer')}` }
  const read = (known = '') =>
    fetch(`${app.url}/api/provenance/v1/app/pages/${slug}`, { headers: { ...headers, 'if-none-match': known } })
  const change = {
    add: async () => as('member').addSubprocessor({ params: { slug }, body: { vendor_slug: await vendor() } }),
    remove: () => as('member').removeSubprocessor({ params: { slug, vendor_slug } }),
  }
  for (const [way, count] of [['add', 2] as const, ['remove', 1] as const]) {
    const known = (await read()).headers.get('etag')!
    assert.equal((await read(known)).status, 304)
    await change[way]()
    assert.equal((await read(known)).status, 200)
    assert.equal((await as('viewer').get({ params: { slug } })).counts.subprocessors, count)
  }
})

test('the list is newest first, filters by publication, and refuses a cursor of another tenant', async () => {
  const { as } = await customer()
  const slugs = [slugOf('a'), slugOf('b'), slugOf('c')]
  for (const slug of slugs) await as('member').create({ body: { slug, display_name: slug } })
  const page = await as('viewer').list({ query: { limit: 2 } })
  assert.deepEqual(
    page.items.map((item) => item.slug),
    [slugs[2], slugs[1]],
  )
  const rest = await as('viewer').list({ query: { limit: 2, cursor: page.next } })
  assert.deepEqual([rest.items.map((item) => item.slug), rest.next], [[slugs[0]], ''])
  assert.deepEqual((await as('viewer').list({ query: { published: true } })).items, [])
  const other = await customer()
  await assert.rejects(other.as('viewer').list({ query: { cursor: page.next } }), refused('invalid_cursor'))
})

test('a forged cursor is refused, whatever it contains', async () => {
  const { tenant, as } = await customer()
  for (const text of ['["\\u0000"]', 'null', '{}', '[[1,2]]', '[5]', 'not json']) {
    const list = `${tenant.id} pages`
    const check = createHash('sha256').update(`${list}\n${text}`).digest('base64url').slice(0, 12)
    const cursor = Buffer.from(`${check}${text}`).toString('base64url')
    await assert.rejects(as('viewer').list({ query: { cursor } }), refused('invalid_cursor'), text)
  }
})

test('a custom domain is verified by its DNS record and fails when the record is gone', async () => {
  const { tenant, as } = await customer()
  const slug = slugOf('domain')
  const page = await as('member').create({ body: { slug, display_name: 'Acme', custom_domain: `${slug}.acme.test` } })
  assert.equal(page.domain.status, 'pending_dns')
  const record = page.domain.records[0]!

  await verifyDomain(deps, { tenant: tenant.id, slug })
  assert.match((await as('viewer').get({ params: { slug } })).domain.last_error ?? '', /no TXT record/)
  dns.set(record.name, ['something else', record.value])
  await verifyDomain(deps, { tenant: tenant.id, slug })
  assert.equal((await as('viewer').get({ params: { slug } })).domain.status, 'verified')
  dns.delete(record.name)
  await verifyDomain(deps, { tenant: tenant.id, slug })
  assert.equal((await as('viewer').get({ params: { slug } })).domain.status, 'failed')
})

test('a domain check that finds no change does not conflict with edits', async () => {
  const { tenant, as } = await customer()
  const slug = slugOf('checked')
  const { domain } = await as('member').create({
    body: { slug, display_name: 'Acme', custom_domain: `${slug}.acme.test` },
  })
  const check = () => verifyDomain(deps, { tenant: tenant.id, slug })
  const edit = (version: number) =>
    as('member').update({ params: { slug }, body: { headline: 'x' }, headers: { 'if-match': `"${version}"` } })
  await check()
  assert.ok((await as('viewer').get({ params: { slug } })).domain.checked_at)
  assert.equal((await edit(1)).version, 2)
  dns.set(domain.records[0]!.name, [domain.records[0]!.value])
  await check()
  await check()
  await assert.rejects(edit(2), refused('stale_version'))
  assert.equal((await edit(3)).version, 4)
})

test('a domain that replaces another during the DNS lookup is not verified by the old record', async () => {
  const { tenant, as } = await customer()
  const slug = slugOf('swapped')
  const page = await as('member').create({ body: { slug, display_name: 'Acme', custom_domain: `${slug}.acme.test` } })
  const swap = async () => {
    await as('member').update({ params: { slug }, body: { custom_domain: `${slug}.victim.test` } })
    return [page.domain.records[0]!.value]
  }
  await verifyDomain({ ...deps, resolveTxt: swap }, { tenant: tenant.id, slug })
  const { custom_domain, domain } = await as('viewer').get({ params: { slug } })
  assert.deepEqual([custom_domain, domain.status], [`${slug}.victim.test`, 'pending_dns'])
})

const NO_ADDRESSES: Record<'custom_domain' | 'status_page_url', string[]> = {
  custom_domain: ['127.0.0.1', '127.1', '10.0.0.0x1', 'localhost', 'acme.test.', 'acme..test', 'acme.test/x'],
  status_page_url: [
    'http://',
    'https:///x',
    'http://:80/',
    'http://ada@',
    'https://?q',
    'ftp://acme.test',
    'acme.test',
  ],
}
for (const [field, wrong] of Object.entries(NO_ADDRESSES))
  test(`an invalid address is refused as ${field}`, async () => {
    const { as } = await customer()
    const slug = slugOf('nowhere')
    await as('member').create({ body: { slug, display_name: 'Acme' } })
    const set = (value: string) => as('member').update({ params: { slug }, body: { [field]: value } })
    for (const value of wrong) await assert.rejects(set(value), refused('invalid_body'), value)
  })

test('a domain with any number of labels and an address with all its parts are accepted', async () => {
  const { as } = await customer()
  const slug = slugOf('addresses')
  await as('member').create({ body: { slug, display_name: 'Acme' } })
  const set = (body: PagePatch) => as('member').update({ params: { slug }, body })
  for (const custom_domain of ['acme.test', '1.2.acme.test', 'trust.acme.xn--p1ai'])
    assert.equal((await set({ custom_domain })).custom_domain, custom_domain)
  for (const url of ['http://a', 'https://status.acme.test:8443/a?b#c', 'https://ada@acme.test', 'http://[::1]/'])
    assert.equal((await set({ status_page_url: url })).status_page_url, url)
})

test('a domain that is verified for one page cannot be verified for another', async () => {
  const [one, two] = [await customer(), await customer()]
  const domain = `${slugOf('shared')}.test`
  const claims = []
  for (const { tenant, as } of [one, two]) {
    const slug = slugOf('claim')
    const page = await as('member').create({ body: { slug, display_name: 'Acme', custom_domain: domain } })
    claims.push({ tenant: tenant.id, slug, record: page.domain.records[0]! })
  }
  dns.set(
    claims[0]!.record.name,
    claims.map((claim) => claim.record.value),
  )
  for (const { tenant, slug } of claims) await verifyDomain(deps, { tenant, slug })
  const second = await two.as('viewer').get({ params: { slug: claims[1]!.slug } })
  assert.deepEqual(
    [second.domain.status, second.domain.last_error],
    ['pending_dns', `${domain} is verified for another page.`],
  )
})

/** Reads a path with the given Host header, which `fetch` would not send. */
async function readAt(host: string, headers: Record<string, string> = {}, path = '/') {
  const response = await new Promise<IncomingMessage>((done, fail) => {
    request(app.url + path, { headers: { host, accept: 'text/html', ...headers } }, done)
      .on('error', fail)
      .end()
  })
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}
const START = /<h1>Start<\/h1>/

test('a published page is served at its custom domain only while the domain is verified', async () => {
  const { tenant, as, slug } = await readyPage()
  const domain = `${slug}.acme.test`
  const body = { custom_domain: domain.toUpperCase() }
  const { domain: asked, custom_domain } = await as('member').update({ params: { slug }, body })
  assert.equal(custom_domain, domain, 'host names are case-insensitive')
  assert.match((await readAt(domain)).body, START, 'the domain is not verified yet')
  const record = asked.records[0]!
  dns.set(record.name, [record.value])
  await verifyDomain(deps, { tenant: tenant.id, slug })
  assert.match((await readAt(domain)).body, START, 'the page is not published yet')
  await as('admin').update({ params: { slug }, body: { published: true } })

  for (const host of [domain, `${domain.toUpperCase()}:8443`, `${domain}.`]) {
    const { status, headers, body } = await readAt(host)
    assert.deepEqual([status, headers.vary?.split(',')[0]], [200, 'host'])
    assert.match(body, /<h1>Trust<\/h1>/)
    assert.match(body, /<a href="https?:[^"]+\/vendors\/[^"]+"><strong>Cloudy</, 'links lead to the directory’s host')
    assert.doesNotMatch(body, /Sign in|<nav/, 'a custom domain has no sign-in')
  }
  assert.match((await readAt(domain, {}, '/vendors')).body, /<nav/)
  const other = await readAt(`other.${domain}`, { 'x-forwarded-host': domain })
  assert.match(other.body, START)
  assert.equal(other.headers.vary?.split(',')[0], 'host')

  dns.delete(record.name)
  await verifyDomain(deps, { tenant: tenant.id, slug })
  assert.match((await readAt(domain)).body, START)
})

for (const host of ['', ' ', '[', '::1', "a' or 1=1 --", 'x'.repeat(5_000), '%00'])
  test(`the Host header ${JSON.stringify(host.slice(0, 20))} matches no custom domain`, async () => {
    const { status, body } = await readAt(host)
    assert.ok(status === 400 || START.test(body), `${status} ${body}`)
  })

test('every write is recorded in the audit log', async () => {
  const { tenant, as, slug, vendor_slug } = await readyPage()
  await as('admin').update({ params: { slug }, body: { published: true } })
  await as('member').addSubprocessor({ params: { slug }, body: { vendor_slug: await vendor() } })
  await as('member').removeSubprocessor({ params: { slug, vendor_slug } })
  const entries = await app.audit(tenant)
  assert.deepEqual(
    entries.map((entry) => entry.action),
    ['page.create', 'page.subprocessor_add', 'page.publish', 'page.subprocessor_add', 'page.subprocessor_remove'],
  )
  assert.deepEqual(entries[2]!.changes, [{ field: 'published', from: false, to: true }])
})

test('no call finds a page of another tenant', async () => {
  const { as, slug, vendor_slug } = await readyPage()
  const stranger = (await customer()).as('admin')
  const params = { slug }
  const before = await as('viewer').get({ params })
  const attempts = [
    () => stranger.get({ params }),
    () => stranger.update({ params, body: { headline: 'mine' } }),
    () => stranger.readiness({ params }),
    () => stranger.listSubprocessors({ params }),
    () => stranger.addSubprocessor({ params, body: { vendor_slug } }),
    () => stranger.removeSubprocessor({ params: { slug, vendor_slug } }),
  ]
  for (const attempt of attempts) await assert.rejects(attempt, refused('page_not_found'))
  assert.deepEqual((await stranger.list()).items, [])
  assert.deepEqual(await as('viewer').get({ params }), before)
})

test('calls under /app need credentials, and a draft is not public', async () => {
  const { slug } = await readyPage()
  await assert.rejects(app.visitor(pages).get({ params: { slug } }), refused('unauthenticated'))
  await assert.rejects(app.visitor(pages).published({ params: { slug } }), refused('page_not_found'))
})
