// Profile claims through HTTP: as a claimant, with only a token, as an operator, and as another tenant.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { client } from '@veritrace/contract/client'
import { account } from '@veritrace/contract/provenance/account'
import { CLAIM_STATUSES, type ClaimStatus, profileClaims } from '@veritrace/contract/provenance/profile-claims'
import { vendors } from '@veritrace/contract/provenance/vendors'
import { systemCaller } from '@veritrace/platform/caller'
import { fakeClock } from '@veritrace/platform/clock'
import { insertOperator } from '@veritrace/platform/identity/tenancy/installation-store'
import { insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { listMail } from '@veritrace/platform/outside/mailer'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { sql } from 'kysely'
import { openWeb, type Web } from '../crawl/testing.ts'
import type { Provenance } from '../deps.ts'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addVendor } from '../vendors/testing.ts'
import { queueDueClaims, recheckClaim } from './recheck-claim.ts'
import { allowedFrom, STARTED_PER_DAY } from './rules.ts'

const DAY = 24 * 3_600_000
let app: TestApp
let web: Web
let deps: ProvenanceParts & Pick<Provenance, 'fetch'>
const dns = new Map<string, string[]>()
const clock = fakeClock(new Date())

before(async () => {
  web = await openWeb()
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], clock }, (platform) => {
    const resolveTxt = async (name: string) => dns.get(name) ?? []
    deps = { ...platform, resolveTxt, safeFetch: web.fetch, fetch: web.fetch }
    return provenance(deps)
  })
})
after(async () => {
  await app.close()
  await web.close()
})

const refused = (code: string) => (error: { code: string }) => {
  assert.equal(error.code, code)
  return true
}
const CONTACT = { contact_email: 'ada@elsewhere.test', contact_name: 'Ada', contact_role: 'CISO' }
const verify = (token: string) => app.visitor(profileClaims).verify({ body: { token } })

async function claimant() {
  const tenant = await app.tenant()
  const vendor = await addVendor(deps)
  const as = (role: 'viewer' | 'member' | 'admin') => app.client(profileClaims, tenant, role)
  const start = (method: 'dns_txt' | 'well_known' | 'html_meta', vendor_slug = vendor.slug) =>
    as('admin').start({ body: { vendor_slug, method, ...CONTACT } })
  const read = async () => (await as('viewer').list()).items[0]!
  const publish = ({ challenge }: { challenge: { name: string; value: string } | null }) =>
    dns.set(challenge!.name, [challenge!.value])
  return { tenant, vendor, as, start, read, publish }
}

async function operator(tenant: Tenant) {
  const user_id = newId('usr')
  const who = { email: 'op@example.com', display_name: 'Op', joined_at: clock.now() }
  await insertMember(app.platform.db, { tenant_id: tenant.id, user_id, role: 'owner', ...who })
  await insertOperator(app.platform.db, user_id)
  const actor = { type: 'user' as const, id: user_id, label: 'Op' }
  const caller = { ...systemCaller(tenant.id, tenant.customer_id), actor }
  const key = (await app.platform.identity.keys.create(caller, { name: 'op', kind: 'pat' })).secret
  return client(profileClaims, `${app.url}/api/provenance/v1`, (url, init) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), authorization: `Bearer ${key}` } }),
  )
}

test('a DNS record proves a claim: the vendor is verified, an event is published, and the audit log has it', async () => {
  const { tenant, vendor, start, publish, read } = await claimant()
  const claim = await start('dns_txt')
  assert.match(claim.token!, /^vtc_/)
  assert.equal(claim.challenge!.value.includes(claim.token!), false, 'the published value must not contain the token')
  const shown = app.visitor(vendors)
  assert.equal((await shown.get({ params: { slug: vendor.slug } })).has_pending_profile_claim, true)
  await assert.rejects(verify(claim.token!), refused('claim_not_proved'))
  assert.deepEqual([(await read()).attempts, (await read()).status], [1, 'pending'])

  publish(claim)
  const { claim: proved } = await verify(claim.token!)
  assert.deepEqual([proved.status, proved.challenge, proved.token_hint], ['verified', null, claim.token!.slice(-4)])
  const after = await shown.get({ params: { slug: vendor.slug } })
  assert.deepEqual([after.verified, after.has_pending_profile_claim], [true, false])
  assert.equal(after.last_verified_at, clock.now().toISOString())
  assert.deepEqual(
    after.recent_events.map(({ event_type }) => event_type),
    ['vendor.verified'],
  )
  const actions = (await app.audit(tenant)).map(({ action }) => action)
  assert.deepEqual(actions, ['profile_claim.start', 'profile_claim.verify'])
  await assert.rejects(verify(claim.token!), refused('claim_token_used'))
})

test('a claim by email sends the token only to the mailbox', async () => {
  const { tenant, vendor, as } = await claimant()
  const domain = `${vendor.slug}.test`
  const body = { vendor_slug: vendor.slug, method: 'email_domain' as const, contact_email: `ciso@${domain}` }
  await assert.rejects(
    as('admin').start({ body: { ...body, contact_email: 'ciso@other.test' } }),
    refused('unacceptable'),
  )
  const claim = await as('admin').start({ body })
  assert.equal(claim.token, null)
  const { items } = await listMail(app.platform.db, { tenant: tenant.id, limit: 5 })
  assert.deepEqual([items.length, items[0]!.to], [1, `ciso@${domain}`])
  const url = /http\S+\/claim\/vtc_[\w-]{43}/.exec(items[0]!.text)![0]
  const { pathname } = new URL(url)
  const status = async () => (await as('viewer').list()).items[0]!.status
  assert.match(await (await fetch(app.url + pathname)).text(), /<form method="post"[^>]*><button/)
  assert.equal(await status(), 'pending', 'GET proves nothing')
  const confirm = async () => (await fetch(app.url + pathname, { method: 'POST' })).status
  assert.deepEqual([await confirm(), await status(), await confirm()], [200, 'verified', 409])
  assert.equal((await fetch(`${app.url}/claim/vtc_${'A'.repeat(43)}`)).status, 404)
})

test('a file and a meta tag in the head prove a claim; a tag in the body and a redirect to another host do not', async () => {
  const one = await claimant()
  const site = web.site()
  const vendor = await addVendor(deps, { primary_domain: site.host, website_url: site.origin })
  const byTag = await one.start('html_meta', vendor.slug)
  const tag = `<meta name="trust-claim" content="${byTag.challenge!.value}">`
  site.pages['/'] = `<html><head></head><body>${tag}</body></html>`
  await assert.rejects(verify(byTag.token!), refused('claim_not_proved'))
  const thief = web.site({ '/': `<head>${tag}</head>` })
  site.pages['/'] = { status: 302, headers: { location: `${thief.origin}/` } }
  await assert.rejects(verify(byTag.token!), refused('claim_not_proved'))
  const byFile = await one.start('well_known', vendor.slug)
  site.pages['/'] = `<html><head>${tag}</head><body></body></html>`
  assert.equal((await verify(byTag.token!)).claim.status, 'verified')

  const other = await addVendor(deps, { primary_domain: site.host, website_url: site.origin })
  await assert.rejects(one.start('dns_txt', vendor.slug), refused('profile_claim_exists'))
  site.pages['/.well-known/trust-claim.txt'] = `${byFile.challenge!.value}\n`
  await assert.rejects(verify(byFile.token!), refused('profile_claimed'))
  const again = await one.start('well_known', other.slug)
  site.pages['/.well-known/trust-claim.txt'] = `${again.challenge!.value}\n`
  assert.equal((await verify(again.token!)).claim.status, 'verified')
})

test('a malformed token is 400, an unknown one 404, and a token of a deleted customer counts as unknown', async () => {
  const { tenant, start } = await claimant()
  await assert.rejects(verify('hello'), refused('claim_token_malformed'))
  const answers: { code: string }[] = []
  const { token } = await start('dns_txt')
  await deps.db.updateTable('platform.tenants').set({ deleted_at: clock.now() }).where('id', '=', tenant.id).execute()
  for (const guess of [`vtc_${'A'.repeat(43)}`, token!])
    await verify(guess).catch(({ problem: { instance, request_id, ...rest } }) => answers.push(rest))
  assert.equal(answers.length, 2)
  assert.deepEqual(answers[0], answers[1])
  assert.equal(answers[0]!.code, 'claim_token_unknown')
})

test('the first customer to prove a profile holds it until an operator revokes it', async () => {
  const [one, two] = [await claimant(), await claimant()]
  const first = await one.start('dns_txt')
  const second = await two.start('dns_txt', one.vendor.slug)
  dns.set(first.challenge!.name, [first.challenge!.value, second.challenge!.value])
  const both = await Promise.allSettled([verify(first.token!), verify(second.token!)])
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected'])
  const [held, waiting] = both[0]!.status === 'fulfilled' ? [first, second] : [second, first]
  await assert.rejects(verify(waiting.token!), refused('profile_claimed'))
  const op = await operator(await app.tenant())
  const decision = { status: 'revoked' as const, decision_reason: 'The other customer is the company.' }
  const revoked = await op.decide({ params: { id: held.id }, body: decision })
  assert.deepEqual([revoked.status, revoked.challenge], ['revoked', null])
  assert.equal((await verify(waiting.token!)).claim.status, 'verified')
  const events = await deps.db
    .selectFrom('provenance.change_events')
    .select('event_type')
    .where('vendor_id', '=', one.vendor.id)
    .orderBy('id')
    .execute()
  assert.deepEqual(
    events.map(({ event_type }) => event_type),
    ['vendor.verified', 'vendor.unverified', 'vendor.verified'],
  )
})

test('every transition in the table works, and any other is 409 with the allowed ones', async () => {
  const one = await claimant()
  const op = await operator(one.tenant)
  for (const from of CLAIM_STATUSES)
    for (const to of ['canceled', 'rejected', 'revoked'] as const) {
      const id = await inState(one.tenant, from)
      const asked = op.decide({ params: { id }, body: { status: to } })
      const allowed = allowedFrom(from, ['claimant', 'operator'])
      if (allowed.includes(to)) assert.equal((await asked).status, to)
      else
        await assert.rejects(asked, ({ code, problem }: { code: string; problem: object }) => {
          const { from: was, allowed: can } = problem as { from: string; allowed: string[] }
          assert.deepEqual([code, was, can], ['forbidden_transition', from, allowed])
          return true
        })
    }
})

async function inState(tenant: { id: string }, status: ClaimStatus): Promise<string> {
  const id = newId('pcl')
  const { id: vendor_id } = await addVendor(deps)
  const moments = { token_expires_at: new Date(clock.now().getTime() + DAY), next_check_at: clock.now() }
  const written = { created_at: clock.now(), updated_at: clock.now(), token_hash: id, token_hint: 'abcd', proof: id }
  await deps.db
    .insertInto('provenance.profile_claims')
    .values({ id, tenant_id: tenant.id, vendor_id, status, method: 'dns_txt', ...CONTACT, ...moments, ...written })
    .execute()
  return id
}

test('a claimant may only cancel its claim, and another tenant cannot see it', async () => {
  const [one, stranger] = [await claimant(), await claimant()]
  const { id, token } = await one.start('dns_txt')
  const body = { status: 'canceled' as const }
  await assert.rejects(stranger.as('admin').decide({ params: { id }, body }), refused('profile_claim_not_found'))
  await assert.rejects(
    one.as('admin').decide({ params: { id }, body: { status: 'rejected' } }),
    refused('role_too_low'),
  )
  await assert.rejects(one.as('member').decide({ params: { id }, body }), refused('role_too_low'))
  const stale = one.as('admin').decide({ params: { id }, body, headers: { 'if-match': '"7"' } })
  await assert.rejects(stale, refused('stale_version'))
  assert.equal((await one.as('admin').decide({ params: { id }, body })).status, 'canceled')
  await assert.rejects(verify(token!), refused('claim_token_expired'))
  assert.deepEqual((await stranger.as('viewer').list()).items, [])
})

test('a profile can be claimed once per method, and the number of claims per day is limited', async () => {
  const { tenant, as, start } = await claimant()
  await start('dns_txt')
  await assert.rejects(start('dns_txt'), refused('profile_claim_exists'))
  await assert.rejects(start('dns_txt', 'no-such-vendor'), refused('vendor_not_found'))
  await Promise.all(Array.from({ length: STARTED_PER_DAY - 1 }, () => inState(tenant, 'canceled')))
  await assert.rejects(start('well_known'), refused('too_many_profile_claims'))
  const page = await as('viewer').list({ query: { limit: 3 } })
  assert.equal(page.items.length, 3)
  assert.equal('token' in page.items[0]!, false)
})

test('the daily limit of claims holds for concurrent starts', async () => {
  const { start } = await claimant()
  const vendors = await Promise.all(Array.from({ length: STARTED_PER_DAY + 5 }, () => addVendor(deps)))
  const all = await Promise.allSettled(vendors.map(({ slug }) => start('dns_txt', slug)))
  const codes = all.map((one) => (one.status === 'fulfilled' ? 'started' : one.reason.code))
  assert.equal(codes.filter((code) => code === 'started').length, STARTED_PER_DAY)
  assert.equal(codes.filter((code) => code === 'too_many_profile_claims').length, 5)
})

test('an unproved claim expires, and a claim whose DNS record appears is verified by the job', async () => {
  const [late, quiet] = [await claimant(), await claimant()]
  const { token } = await late.start('dns_txt')
  const waiting = await quiet.start('dns_txt')
  quiet.publish(waiting)
  clock.advance(2 * 3_600_000)
  await recheckClaim(deps, { tenant: quiet.tenant.id, id: waiting.id })
  assert.equal((await quiet.read()).status, 'verified')
  clock.advance(7 * DAY)
  await assert.rejects(verify(token!), refused('claim_token_expired'))
  const queued: string[] = []
  const jobs = {
    ...deps.jobs,
    add: async (_tx: unknown, _job: string, data: object) => void queued.push(Object(data).id),
  }
  await queueDueClaims({ ...deps, jobs })
  const { id } = await late.read()
  assert.ok(queued.includes(id) && !queued.includes(waiting.id))
  await recheckClaim(deps, { tenant: late.tenant.id, id })
  assert.equal((await late.read()).status, 'expired')
})

test('a proof is checked every 30 days: no answer is ignored, a record that stays away revokes the claim', async () => {
  const { tenant, vendor, start, publish, read } = await claimant()
  const claim = await start('dns_txt')
  publish(claim)
  await verify(claim.token!)
  const check = { tenant: tenant.id, id: claim.id }
  const silent = { ...deps, resolveTxt: () => Promise.reject(new Error('SERVFAIL')) }
  clock.advance(30 * DAY)
  for (let i = 0; i < 3; i++) {
    await recheckClaim(silent, check)
    clock.advance(DAY)
  }
  assert.equal((await read()).status, 'verified')
  dns.clear()
  await recheckClaim(deps, check)
  assert.equal((await read()).status, 'verified', 'one miss is tolerated')
  await recheckClaim(deps, check)
  assert.equal((await read()).status, 'verified', 'a miss counts once a day')
  clock.advance(DAY)
  await recheckClaim(deps, check)
  const lost = await read()
  assert.deepEqual([lost.status, lost.challenge], ['revoked', null])
  assert.equal((await app.visitor(vendors).get({ params: { slug: vendor.slug } })).verified, false)
})

test('deleting a customer releases its profile', async () => {
  const { tenant, vendor, start, publish } = await claimant()
  const claim = await start('dns_txt')
  publish(claim)
  await verify(claim.token!)
  await deps.db.updateTable('platform.tenants').set({ deleted_at: clock.now() }).where('id', '=', tenant.id).execute()
  await recheckClaim(deps, { tenant: tenant.id, id: claim.id })
  assert.equal((await app.visitor(vendors).get({ params: { slug: vendor.slug } })).verified, false)
})

test('after account deletion the profile can be claimed by another customer immediately', async () => {
  const [one, next] = [await claimant(), await claimant()]
  const claim = await one.start('dns_txt')
  const { id: waiting } = await one.start('well_known', next.vendor.slug)
  one.publish(claim)
  await verify(claim.token!)
  const isVerified = async () => (await app.visitor(vendors).get({ params: { slug: one.vendor.slug } })).verified
  assert.equal(await isVerified(), true)
  await app.client(account, one.tenant, 'owner').delete({})
  assert.equal(await isVerified(), false)
  const { rows } = await sql<{ id: string; status: string; reason: string | null }>`
    select id, status, decision_reason as reason from provenance.profile_claims where tenant_id = ${one.tenant.id}`.execute(
    deps.db,
  )
  assert.deepEqual(
    rows.toSorted((a, b) => a.id.localeCompare(b.id)),
    [
      { id: claim.id, status: 'revoked', reason: 'The customer has left.' },
      { id: waiting, status: 'expired', reason: 'The customer has left.' },
    ].toSorted((a, b) => a.id.localeCompare(b.id)),
  )
  const actions = (await app.audit(one.tenant)).map(({ action }) => action)
  assert.deepEqual([actions.includes('profile_claim.revoke'), actions.at(-1)], [true, 'tenant.delete'])

  const theirs = await next.start('dns_txt', one.vendor.slug)
  next.publish(theirs)
  assert.equal((await verify(theirs.token!)).claim.status, 'verified')
})

test('a retried verification with the same Idempotency-Key returns the first success', async () => {
  const { start, publish } = await claimant()
  const claim = await start('dns_txt')
  const send = () =>
    app.visitor(profileClaims).verify({ body: { token: claim.token! }, headers: { 'idempotency-key': claim.id } })
  await assert.rejects(send(), refused('claim_not_proved'))
  publish(claim)
  const proved = await send()
  assert.equal(proved.claim.status, 'verified')
  assert.deepEqual(await send(), proved)
})

test('the same Idempotency-Key starts one claim, and a call without credentials starts none', async () => {
  const { vendor, as } = await claimant()
  const headers = { 'idempotency-key': newId('key') }
  const body = { vendor_slug: vendor.slug, method: 'dns_txt' as const, ...CONTACT }
  const many = await Promise.all(Array.from({ length: 5 }, () => as('admin').start({ body, headers })))
  assert.equal(new Set(many.map(({ id }) => id)).size, 1)
  await assert.rejects(app.visitor(profileClaims).list(), refused('unauthenticated'))
  await assert.rejects(as('member').start({ body }), refused('role_too_low'))
})
