// The account of a company through HTTP: signing up, the overview, the export, and deletion.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { account } from '@veritrace/contract/provenance/account'
import { pages } from '@veritrace/contract/provenance/pages'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { acceptInvitation } from '@veritrace/platform/identity/invitations/invitations'
import { membershipAtSignIn } from '@veritrace/platform/identity/sessions/sign-in'
import { addMember } from '@veritrace/platform/identity/tenancy/members'
import { purgeTenants } from '@veritrace/platform/identity/tenancy/purge'
import { findMembership, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { accountJobs } from './jobs.ts'

let app: TestApp
let deps: ProvenanceParts
const clock = fakeClock(new Date())
const DAY = 24 * 3_600_000

before(async () => {
  const env = { TERMS_VERSION: '2026-10', TRUSTED_PROXIES: '127.0.0.1' }
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock, env }, (platform) => {
    deps = platform
    return provenance(deps)
  })
})
after(() => app.close())

const refused = (code: string) => (error: { code: string }) => error.code === code
const visitor = { requestId: 'req', ip: '192.0.2.1', userAgent: 'test' }
const newOwner = () => ({ id: newId('usr'), email: 'owner@acme.test', displayName: 'Olive' })
const unique = (what: string) => `${what} ${newId('x').slice(-8)}`
const accepted = { accept_terms_version: '2026-10' }
let addresses = 0

/** Each call comes from its own IP address, because sign-ups are limited per address. */
const signUp = async (body: object, ip = `198.51.100.${++addresses}`, key?: string) => {
  const response = await fetch(`${app.url}/api/provenance/v1/public/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': ip, ...(key && { 'idempotency-key': key }) },
    body: JSON.stringify({ ...accepted, email: `${newId('m')}@acme.test`, ...body }),
  })
  return { status: response.status, headers: response.headers, body: (await response.json()) as Record<string, string> }
}
const tokenOf = (loginUrl: string | undefined) => new URL(loginUrl!).searchParams.get('invitation')!

const addPage = (tenant: Tenant, fields: object = {}) =>
  deps.db
    .insertInto('provenance.pages')
    .values({
      id: newId('page'),
      tenant_id: tenant.id,
      slug: newId('p').replace('_', '-'),
      display_name: 'Page',
      domain_token: 'domain-canary',
      custom_domain: null,
      status_page_url: null,
      security_contact: null,
      nda_template_id: null,
      domain_error: null,
      ...fields,
    })
    .execute()

async function addVendor(): Promise<string> {
  const id = newId('ven')
  await deps.db
    .insertInto('provenance.vendors')
    .values({ id, slug: id.replace('_', '-'), display_name: 'Cloudy', primary_domain: 'cloudy.test' })
    .execute()
  return id
}

test('a sign-up creates a workspace, and the first user of its link becomes the owner, once', async () => {
  const name = unique('Acme')
  const { status, body } = await signUp({ company_name: name, homepage_url: 'https://acme.test' })
  assert.equal(status, 201)
  assert.equal(body.next, 'oidc')
  assert.match(body.tenant_id!, /^acme-[a-z0-9-]+$/)
  assert.ok(body.login_url!.startsWith(`${app.url}/session/login?invitation=`))
  const tenancy = { ...deps, db: app.platform.db }
  const membership = await acceptInvitation(tenancy, visitor, newOwner(), tokenOf(body.login_url))
  assert.deepEqual([membership.tenant, membership.role], [body.tenant_id, 'owner'])
  await assert.rejects(
    acceptInvitation(tenancy, visitor, newOwner(), tokenOf(body.login_url)),
    refused('invitation_not_found'),
  )
  const me = await app.client(account, { id: body.tenant_id, customer_id: 'c' } as Tenant, 'viewer').me({})
  assert.deepEqual([me.display_name, me.homepage_url, me.plan], [name, 'https://acme.test', 'free'])
})

test('a company can sign up only once, and the answer reveals nothing about the email address', async () => {
  const name = unique('Once')
  const email = `${newId('m')}@once.test`
  const atOnce = await Promise.all([1, 2, 3, 4].map(() => signUp({ company_name: name })))
  assert.deepEqual(atOnce.map((one) => one.status).sort(), [201, 409, 409, 409])
  assert.equal((await signUp({ company_name: unique('Known'), email })).status, 201)
  const known = await signUp({ company_name: name.toUpperCase(), email })
  const unknown = await signUp({ company_name: `${name}!` })
  assert.equal(known.status, 409)
  const bare = ({ request_id, instance, ...rest }: Record<string, string>) => rest
  assert.deepEqual(bare(known.body), bare(unknown.body))
})

test('a sign-up repeated with its key returns the same link, which the database does not contain', async () => {
  const [key, ip] = [newId('key'), '198.51.100.250']
  const company = { company_name: unique('Again'), email: `${newId('m')}@again.test` }
  const first = await signUp(company, ip, key)
  assert.equal(first.status, 201)
  const again = await signUp(company, ip, key)
  assert.deepEqual([again.status, again.body], [201, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal((await signUp({ ...company, company_name: unique('Other') }, ip, key)).status, 422)
  assert.equal((await signUp(company, '198.51.100.251', key)).status, 409)

  const token = tokenOf(first.body.login_url)
  const { rows } = await sql<{ kept: string }>`
    select row_to_json(stored)::text as kept from platform.idempotency_keys stored where tenant_id = ''`.execute(
    deps.db,
  )
  assert.ok(rows.length > 0)
  for (const { kept } of rows) assert.ok(![token, key, company.email].some((word) => kept.includes(word)))
})

test('sign-ups are limited by IP address and by email address', async () => {
  const statuses = []
  for (let i = 0; i < 6; i++) statuses.push((await signUp({ company_name: unique('Fast') }, '203.0.113.9')).status)
  assert.deepEqual(statuses, [201, 201, 201, 201, 201, 429])
  const email = `${newId('m')}@fast.test`
  const same = []
  for (let i = 0; i < 3; i++)
    same.push(await signUp({ company_name: unique('Mail'), email: i ? email : email.toUpperCase() }))
  assert.deepEqual(
    same.map((one) => one.status),
    [201, 201, 429],
  )
  assert.ok(Number(same[2]!.headers.get('retry-after')) > 0)
})

test('outdated terms and unknown fields are rejected', async () => {
  assert.equal((await signUp({ company_name: unique('Old'), accept_terms_version: '2025-01' })).status, 422)
  assert.equal((await signUp({ company_name: unique('Mass'), plan: 'enterprise' })).status, 422)
  assert.equal((await signUp({ company_name: '!!' })).status, 422)
})

test('an abandoned sign-up is deleted, and the company name is free again', async () => {
  const name = unique('Gone')
  const { body } = await signUp({ company_name: name })
  const claimed = await signUp({ company_name: unique('Kept') })
  await acceptInvitation({ ...deps, db: app.platform.db }, visitor, newOwner(), tokenOf(claimed.body.login_url))
  clock.advance(8 * DAY)
  await accountJobs(deps)[0]!.handle({} as never, {} as never)
  assert.equal((await signUp({ company_name: name })).status, 201)
  const alive = await sql<{ id: string }>`
    select id from platform.tenants where id in (${body.tenant_id}, ${claimed.body.tenant_id}) and deleted_at is null`.execute(
    deps.db,
  )
  assert.deepEqual(alive.rows, [{ id: claimed.body.tenant_id }])
})

test('admins edit the customer record with a merge patch and versions, and the audit log shows it', async () => {
  const tenant = await app.tenant()
  const [viewer, admin] = [app.client(account, tenant, 'viewer'), app.client(account, tenant, 'admin')]
  await addPage(tenant, { slug: `me-${tenant.id}`.slice(0, 60) })
  const me = await viewer.me({})
  assert.deepEqual([me.idp_org_id, me.id, me.trust_pages.length], [tenant.id, tenant.customer_id, 1])
  await assert.rejects(viewer.updateMe({ body: { display_name: 'X' } }), refused('role_too_low'))
  const changed = await admin.updateMe({
    body: { support_email: 'help@acme.test' },
    headers: { 'if-match': `"${me.version}"` },
  })
  assert.deepEqual([changed.support_email, changed.display_name], ['help@acme.test', me.display_name])
  assert.ok(changed.version > me.version)
  await assert.rejects(
    admin.updateMe({ body: { homepage_url: null }, headers: { 'if-match': `"${me.version}"` } }),
    refused('stale_version'),
  )
  assert.equal((await admin.updateMe({ body: { display_name: null } })).display_name, null)
  assert.equal((await viewer.me({})).display_name, null)
  for (const body of [{ plan: 'enterprise' }, { homepage_url: 'javascript:alert(1)' }, { support_email: 'no' }, {}])
    await assert.rejects(admin.updateMe({ body: body as never }), refused('invalid_body'))
  const log = (await app.audit(tenant)).filter((entry) => entry.action === 'customer.update')
  assert.deepEqual(
    log[0]!.changes.map((change) => change.field),
    ['support_email'],
  )
})

test('organizations are those of the person, with the current one marked; a key sees only its own', async () => {
  const [first, second] = [await app.tenant({ plan: 'pro' }), await app.tenant()]
  const person = newOwner()
  for (const tenant of [first, second])
    await addMember({ ...deps, db: app.platform.db }, systemCaller(tenant.id, tenant.customer_id), person, 'member')
  const caller = {
    ...systemCaller(second.id, second.customer_id),
    ...(await findMembership(app.platform.db, person.id, second.id))!,
    actor: { type: 'user' as const, id: person.id, label: 'Olive' },
  }
  const { secret } = await app.platform.identity.keys.create(caller, { name: 'mine', kind: 'pat' })
  const response = await fetch(`${app.url}/api/provenance/v1/app/orgs`, {
    headers: { authorization: `Bearer ${secret}` },
  })
  const { items } = (await response.json()) as { items: { id: string; role: string; current: boolean }[] }
  assert.deepEqual(
    items.map(({ id, role, current }) => [id, role, current]).sort(),
    [
      [first.id, 'member', false],
      [second.id, 'member', true],
    ].sort(),
  )
  const own = await app.client(account, first, 'viewer').orgs({})
  assert.deepEqual(own.items, [
    { id: first.id, name: first.id, role: 'viewer', plan: 'pro', current: true, joined_at: null },
  ])
})

test('the overview counts only the tenant’s own data', async () => {
  const [tenant, other] = [await app.tenant({ plan: 'pro' }), await app.tenant()]
  const vendor_id = await addVendor()
  const now = clock.now()
  const pageId = newId('page')
  await addPage(tenant, { id: pageId, published: true, published_at: now, updated_at: new Date(now.getTime() + 1) })
  await addPage(tenant, { custom_domain: 'trust.acme.test', domain_status: 'failed' })
  await deps.db
    .insertInto('provenance.subprocessors')
    .values({ tenant_id: tenant.id, page_id: pageId, vendor_id, position: 1 })
    .execute()
  await sql`
    insert into provenance.pinned_vendors (id, tenant_id, vendor_id, tier, status, review_interval_days, read_until, alerted_until, added_at, updated_at)
    values (${newId('pin')}, ${tenant.id}, ${vendor_id}, 'high', 'approved', 90, ${new Date(now.getTime() - DAY)}, ${now}, ${now}, ${now})`.execute(
    deps.db,
  )
  const change = (observed: Date, hidden = false) =>
    sql`insert into provenance.change_events (id, vendor_id, event_type, severity, hidden, payload, observed_at)
      values (${newId('evt')}, ${vendor_id}, 'claim.added', 'minor', ${hidden}, '{}', ${observed})`.execute(deps.db)
  await change(now)
  await change(now, true)
  await change(new Date(now.getTime() - 10 * DAY))
  await change(new Date(now.getTime() - 40 * DAY))
  await sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, valid_until)
    values (${newId('ev')}, ${tenant.id}, 'SOC 2', 'application/pdf', 'approved', ${new Date(now.getTime() + 5 * DAY)}),
      (${newId('ev')}, ${tenant.id}, 'ISO', 'application/pdf', 'approved', ${new Date(now.getTime() - DAY)})`.execute(
    deps.db,
  )
  const seen = await app.client(account, tenant, 'viewer').overview({})
  assert.deepEqual(seen.pages, {
    total: 2,
    published: 1,
    changed_since_published: 1,
    domains_waiting: 0,
    domains_failed: 1,
  })
  assert.deepEqual(seen.evidence, { total: 2, to_review: 0, expiring_30d: 1, expired: 1 })
  const { crawl_health, stale, ...vendors } = seen.vendors
  assert.deepEqual(vendors, { pinned: 1, picked: 1, unread_changes: 1, changes_30d: 2 })
  assert.equal(
    Object.values(crawl_health).reduce((sum, count) => sum + count, 0),
    1,
  )
  assert.ok(stale <= 1)
  const empty = await app.client(account, other, 'viewer').overview({})
  assert.equal(empty.pages.total + empty.vendors.pinned + empty.vendors.unread_changes + empty.requests.open, 0)
})

test('the overview counts renewed evidence as expired only if its newest approved version has expired', async () => {
  const tenant = await app.tenant()
  const lineage = newId('ev')
  const add = (place: number, review_status: string) =>
    sql`insert into provenance.evidence (id, tenant_id, title, content_type, review_status, lineage_id)
      values (${place === 0 ? lineage : `${lineage}${place}`}, ${tenant.id}, 'SOC 2', 'application/pdf', ${review_status},
        ${place === 0 ? null : lineage})`.execute(deps.db)
  const expired = async () => (await app.client(account, tenant, 'viewer').overview({})).evidence.expired
  const versions = [
    ['expired', 1],
    ['rejected', 1],
    ['in_review', 1],
    ['superseded', 0],
    ['expired', 1],
    ['approved', 0],
  ] as const
  for (const [place, [status, count]] of versions.entries()) {
    await add(place, status)
    assert.equal(await expired(), count, `${place} ${status}`)
  }
})

test('entitlements show the source, the usage and the reason, and publishing enforces the limit', async () => {
  const [free, team] = [await app.tenant(), await app.tenant({ plan: 'pro' })]
  const trial = await app.tenant()
  await sql`update platform.tenants set trial_ends_at = ${new Date(clock.now().getTime() + DAY)} where id = ${trial.id}`.execute(
    deps.db,
  )
  const of = (tenant: Tenant) => app.client(account, tenant, 'viewer').entitlements({})
  assert.deepEqual((await of(free)).features.publish_trust_page, {
    allowed: false,
    reason: 'Publishing a trust page requires the Team plan.',
    limit: 1,
    used: 0,
  })
  assert.deepEqual([(await of(trial)).source, (await of(trial)).features.custom_domain.allowed], ['trial', true])
  for (let i = 0; i < 9; i++) await addPage(team, { published: true, published_at: clock.now() })
  const { source, features } = await of(team)
  assert.deepEqual([source, features.publish_trust_page.limit, features.publish_trust_page.used], ['plan', 10, 9])
  assert.equal(features.api_keys.used, 1)
  const [near] = (await app.client(account, team, 'viewer').overview({})).limits_near
  assert.deepEqual(near, { feature: 'publish_trust_page', limit: 10, used: 9 })
  await addPage(team, { published: true, published_at: clock.now() })
  const slug = `one-more-${newId('x').slice(-8)}`
  await app.client(pages, team, 'member').create({ body: { slug, display_name: 'One more' } })
  await assert.rejects(
    app.client(pages, team, 'admin').update({ params: { slug }, body: { published: true } }),
    refused('plan_limit_reached'),
  )
})

const download = async (tenant: Tenant, role: 'admin' | 'member' = 'admin') => {
  const headers = { authorization: `Bearer ${await app.key(tenant, role)}` }
  const response = await fetch(`${app.url}/api/provenance/v1/app/me/export`, { headers })
  return { response, text: await response.text() }
}

test('the export contains all data of the tenant, across pages, without secrets and without other tenants', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const caller = systemCaller(tenant.id, tenant.customer_id)
  await addPage(tenant)
  await addPage(other, { display_name: 'stranger-canary' })
  await sql`insert into provenance.disclosures (id, tenant_id, kind, title, author_id)
    select 'dis_' || ${tenant.id} || n, ${tenant.id}, 'other', 'T' || n, 'usr_1' from generate_series(1, 450) n`.execute(
    deps.db,
  )
  await addMember({ ...deps, db: app.platform.db }, caller, newOwner(), 'viewer')
  const key = await app.platform.identity.keys.create(caller, { name: 'exported', role: 'viewer' })
  await sql`insert into platform.webhook_endpoints (id, tenant_id, url, secret, previous_secret, custom_headers, created_at, updated_at)
    values (${newId('whk')}, ${tenant.id}, 'https://hook.test', 'whsec_canary', 'whsec_old_canary', '{"x-auth": "header_canary"}', now(), now())`.execute(
    deps.db,
  )
  const { response, text } = await download(tenant)
  assert.equal(response.status, 200)
  assert.match(response.headers.get('content-disposition')!, /^attachment; filename=".+-export\.json"$/)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const all = JSON.parse(text)
  assert.equal(all.complete, true)
  assert.equal(all.customer.id, tenant.customer_id)
  assert.equal(new Set(all.disclosures.map((row: { id: string }) => row.id)).size, 450)
  assert.equal(all.trust_pages.length, 1)
  assert.equal(all.memberships[0].display_name, 'Olive')
  assert.ok(all.api_keys.some((row: { name: string }) => row.name === 'exported'))
  assert.equal(all.webhook_endpoints[0].url, 'https://hook.test')
  assert.ok(all.audit_events.some((entry: { action: string }) => entry.action === 'customer.export'))
  const hashes = await sql<{
    hash: string
  }>`select secret_hash as hash from platform.api_keys where tenant_id = ${tenant.id}`.execute(deps.db)
  for (const secret of ['canary', key.secret, ...hashes.rows.map((row) => row.hash)])
    assert.ok(!text.includes(secret), `${secret} must not be in the export`)
  assert.equal((await download(tenant, 'member')).response.status, 403)
})

test('every provenance table with tenant rows is part of the export', async () => {
  const tenant = await app.tenant()
  const all = JSON.parse((await download(tenant)).text)
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'provenance' and column_name = 'tenant_id'`.execute(deps.db)
  const parts = Object.values(all).filter(Array.isArray).length
  assert.ok(rows.length > 4)
  // Eight platform tables, and the audit log.
  assert.equal(parts, rows.length + 9)
})

test('a deleted workspace is gone for everyone immediately, and its rows are purged after 30 days', async () => {
  const tenant = await app.tenant({ plan: 'pro' })
  const tenancy = { ...deps, db: app.platform.db }
  const person = newOwner()
  await addMember(tenancy, systemCaller(tenant.id, tenant.customer_id), person, 'owner')
  const membership = (await findMembership(app.platform.db, person.id, tenant.id))!
  const signIn = { authMethod: 'oidc' as const, amr: [], tokens: {} }
  const session = await app.platform.identity.sessions.start(visitor, person, membership, signIn)
  const slug = `leaving-${newId('x').slice(-8)}`
  const domain = { custom_domain: `${slug}.test`, domain_status: 'verified' }
  await addPage(tenant, { slug, published: true, published_at: clock.now(), ...domain })
  await app.visitor(pages).published({ params: { slug } })
  const file = `evidence/${tenant.id}/report`
  await deps.blobs.put(file, Buffer.from('report'), { contentType: 'text/plain' })
  await sql`insert into provenance.evidence (id, tenant_id, title, content_type, storage_key)
    values (${newId('ev')}, ${tenant.id}, 'Report', 'text/plain', ${file})`.execute(deps.db)
  await assert.rejects(app.client(account, tenant, 'admin').delete({}), refused('role_too_low'))

  const stream = await fetch(`${app.url}/api/provenance/v1/app/notifications/stream`, {
    headers: { authorization: `Bearer ${await app.key(tenant, 'admin')}` },
  })
  const streamed = stream.text()
  const before = await app.client(account, tenant, 'owner').me({})
  const owner = app.client(account, tenant, 'owner')
  const both = await Promise.allSettled([owner.delete({}), owner.delete({})])
  assert.deepEqual(both.map((one) => (one.status === 'fulfilled' ? 204 : one.reason.code)).sort(), [
    204,
    'tenant_not_found',
  ])
  assert.match(await streamed, /"action":"tenant\.delete"/)
  // The key is cached for a second, so the call is let in; it must not write anything.
  await assert.rejects(
    app.client(pages, tenant, 'owner').create({ body: { display_name: 'Late', slug: `${slug}-late` } }),
    refused('customer_not_resolved'),
  )
  clock.advance(1_001)

  await assert.rejects(app.client(account, tenant, 'owner').me({}), refused('customer_not_resolved'))
  await assert.rejects(app.client(account, tenant, 'owner').delete({}), refused('customer_not_resolved'))
  assert.equal(await app.platform.identity.sessions.find(visitor, session.secret), undefined)
  await assert.rejects(app.visitor(pages).published({ params: { slug } }), refused('page_not_found'))
  const signedIn = { person, amr: [], tokens: {}, tenant: tenant.id } as never
  for (const externalProvider of [false, true])
    await assert.rejects(
      membershipAtSignIn({ ...tenancy, externalProvider }, visitor, signedIn, undefined),
      refused('customer_not_resolved'),
    )
  assert.equal((await app.audit(tenant)).at(-1)!.action, 'tenant.delete')
  // Another tenant can now verify the domain.
  await addPage(await app.tenant(), domain)

  await purgeTenants(app.platform)
  assert.ok((await app.audit(tenant)).length > 0)
  assert.ok(await deps.blobs.head(file))
  clock.advance(31 * DAY)
  await app.platform.meter.flush()
  await purgeTenants(app.platform)
  const { rows } = await sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.columns
    where column_name = 'tenant_id' and table_schema in ('platform', 'provenance')`.execute(deps.db)
  for (const { schema, name } of rows) {
    const left = await sql`select 1 from ${sql.table(`${schema}.${name}`)} where tenant_id = ${tenant.id}`.execute(
      deps.db,
    )
    assert.equal(left.rows.length, 0, `${schema}.${name} still has rows`)
  }
  assert.equal(await deps.blobs.head(file), undefined)
  const tombstone =
    await sql`select display_name, customer_id, purged_at is not null as purged from platform.tenants where id = ${tenant.id}`.execute(
      deps.db,
    )
  assert.deepEqual(tombstone.rows, [{ display_name: '', customer_id: before.id, purged: true }])
})

test('a company whose workspace was deleted can sign up again immediately', async () => {
  const name = unique('Back')
  const { body } = await signUp({ company_name: name })
  const owner = app.client(account, { id: body.tenant_id, customer_id: 'c' } as Tenant, 'owner')
  await owner.delete({})
  const again = await signUp({ company_name: name })
  assert.equal(again.status, 201)
  assert.notEqual(again.body.tenant_id, body.tenant_id)
})

test('the account requires credentials', async () => {
  const stranger = app.visitor(account)
  for (const verb of ['me', 'orgs', 'overview', 'entitlements'] as const)
    await assert.rejects(stranger[verb]({}), refused('unauthenticated'))
  await assert.rejects(stranger.delete({}), refused('customer_not_resolved'))
})
