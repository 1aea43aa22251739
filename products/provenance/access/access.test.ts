// Sessions, API keys, notification preferences and webhooks of a workspace, through HTTP.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { client } from '@veritrace/contract/client'
import type { Resource } from '@veritrace/contract/endpoint'
import { apiKeys, sessions } from '@veritrace/contract/provenance/access'
import { audit } from '@veritrace/contract/provenance/audit'
import type { Usage } from '@veritrace/contract/provenance/billing'
import { iam } from '@veritrace/contract/provenance/iam'
import { notificationPreferences, type PreferencesPatch } from '@veritrace/contract/provenance/notifications'
import { pins } from '@veritrace/contract/provenance/pins'
import { development, webhooks } from '@veritrace/contract/provenance/webhooks'
import { transact } from '@veritrace/platform/db/transact'
import { ensureClient } from '@veritrace/platform/identity/provider/clients'
import { findMembership, insertMember, type Tenant } from '@veritrace/platform/identity/tenancy/store'
import { newId } from '@veritrace/platform/ids'
import { openTestApp, type TestApp } from '@veritrace/platform/testing/app'
import { type ProvenanceParts, provenance, provenanceMigrations } from '../index.ts'
import { addVendor } from '../vendors/testing.ts'
import { acceptEvents } from '../webhooks/accept-events.ts'

const BASE = '/api/provenance/v1'
let app: TestApp
let deps: ProvenanceParts

before(async () => {
  const env = { OUTSIDE_ALLOW: '127.0.0.1/32' }
  app = await openTestApp({ product: 'provenance', migrations: [provenanceMigrations], env }, (platform) => {
    deps = platform
    return provenance(platform)
  })
})
after(() => app.close())

const refused = (code: string) => (error: { code: string }) => error.code === code
type Role = 'owner' | 'admin' | 'member' | 'viewer'

/** A person with a session in the tenant, and a client that sends their cookie. */
async function person(tenant: Tenant, role: Role) {
  const id = newId('usr')
  const row = { user_id: id, role, email: `${id}@example.com`, display_name: `The ${role}`, joined_at: new Date() }
  await insertMember(deps.db, { tenant_id: tenant.id, ...row })
  const membership = (await findMembership(deps.db, id, tenant.id))!
  const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'Mozilla/5.0 (Macintosh; Mac OS X) Firefox/140' }
  const signIn = { authMethod: 'oidc', amr: ['pwd', 'otp'], tokens: {} } as const
  const who = { id, email: row.email, displayName: row.display_name }
  const { secret } = await deps.identity.sessions.start(visitor, who, membership, signIn)
  const headers = { cookie: `veritrace_session=${secret}`, 'x-csrf': '1' }
  const as = <R extends Resource>(resource: R) =>
    client(resource, app.url + BASE, (address, init) =>
      fetch(address, { ...init, headers: { ...(init.headers as Record<string, string>), ...headers } }),
    )
  return { id, email: row.email, headers, as }
}

test('a member sees their own sessions, an admin sees everyone’s', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const [admin, member, stranger] = [
    await person(tenant, 'admin'),
    await person(tenant, 'member'),
    await person(other, 'owner'),
  ]
  const { items: own } = await member.as(sessions).list({})
  assert.deepEqual(
    own.map(({ user_id, current, auth_method, mfa, org_id, device_label }) => [
      user_id,
      current,
      auth_method,
      mfa,
      org_id,
      device_label,
    ]),
    [[member.id, true, 'oidc', true, tenant.id, 'Firefox on macOS']],
  )
  await assert.rejects(member.as(sessions).list({ query: { of: 'everyone' } }), refused('role_too_low'))
  const everyone = await admin.as(sessions).list({ query: { of: 'everyone' } })
  assert.deepEqual(new Set(everyone.items.map(({ user_id }) => user_id)), new Set([admin.id, member.id]))
  for (const id of everyone.items.map((session) => session.id))
    await assert.rejects(stranger.as(sessions).revoke({ params: { id } }), refused('session_not_found'))
  const [adminsOwn] = (await admin.as(sessions).list({})).items
  await assert.rejects(member.as(sessions).revoke({ params: { id: adminsOwn!.id } }), refused('session_not_found'))
})

test('a session that an admin ends fails at its next call', async () => {
  const tenant = await app.tenant()
  const [admin, member] = [await person(tenant, 'admin'), await person(tenant, 'member')]
  const [session] = (await member.as(sessions).list({})).items
  await admin.as(sessions).revoke({ params: { id: session!.id } })
  await assert.rejects(member.as(sessions).list({}), refused('session_expired'))
  await assert.rejects(admin.as(sessions).revoke({ params: { id: session!.id } }), refused('session_not_found'))
})

test('ending the current session signs out and clears its cookie', async () => {
  const me = await person(await app.tenant(), 'viewer')
  const [session] = (await me.as(sessions).list({})).items
  const address = `${app.url}${BASE}/app/sessions/${session!.id}`
  const { cookie } = me.headers
  assert.equal((await fetch(address, { method: 'DELETE', headers: { cookie } })).status, 403, 'without a CSRF header')
  const response = await fetch(address, { method: 'DELETE', headers: me.headers })
  assert.equal(response.status, 204)
  assert.match(response.headers.get('set-cookie') ?? '', /^veritrace_session=; Path=\/; Max-Age=0; HttpOnly/)
  await assert.rejects(me.as(sessions).list({}), refused('session_expired'))
})

test('a key’s secret is shown once, its restrictions apply, and it stops working when revoked', async () => {
  const tenant = await app.tenant()
  const admin = await person(tenant, 'admin')
  const body = { name: 'CI', role: 'admin', scopes: ['provenance:read'], allowed_cidrs: ['127.0.0.0/8'] } as const
  const headers = { 'idempotency-key': newId('k') }
  const key = await admin
    .as(apiKeys)
    .create({ body: { ...body, scopes: [...body.scopes], allowed_cidrs: [...body.allowed_cidrs] }, headers })
  assert.match(key.secret ?? '', new RegExp(`^vk_${key.prefix}_`))
  assert.equal(key.prefix.length, 8)
  const again = await admin
    .as(apiKeys)
    .create({ body: { ...body, scopes: [...body.scopes], allowed_cidrs: [...body.allowed_cidrs] }, headers })
  assert.deepEqual(
    [again.id, again.secret],
    [key.id, undefined],
    'a repeated request creates no second key and returns no secret',
  )
  const call = (method: string) =>
    fetch(`${app.url}${BASE}/app/api-keys`, {
      method,
      headers: { authorization: `Bearer ${key.secret}`, 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify({ name: 'more' }) }),
    })
  const listed = await call('GET')
  const text = await listed.text()
  assert.equal(listed.status, 200)
  assert.ok(!text.includes('secret') && !text.includes(key.secret!.slice(12)))
  assert.equal((await call('POST')).status, 403, 'a read-only key cannot create keys')
  await admin.as(apiKeys).revoke({ params: { id: key.id }, query: { reason: 'leaked' } })
  assert.equal((await call('GET')).status, 401)
  const [revoked] = (await admin.as(apiKeys).list({})).items
  assert.deepEqual([revoked!.status, revoked!.revoked_by, revoked!.revoke_reason], ['revoked', admin.id, 'leaked'])
})

test('keys that could never be used, or would exceed their creator’s rights, are not created', async () => {
  const admin = (await person(await app.tenant(), 'admin')).as(apiKeys)
  await assert.rejects(admin.create({ body: { name: 'x', role: 'owner' } }), refused('role_too_low'))
  await assert.rejects(admin.create({ body: { name: 'x', allowed_cidrs: ['10.0.0.0/99'] } }), refused('unacceptable'))
  await assert.rejects(
    admin.create({ body: { name: 'x', expires_at: '2020-01-01T00:00:00Z' } }),
    refused('unacceptable'),
  )
  await assert.rejects(admin.create({ body: { name: 'x', scopes: ['everything'] } }), refused('invalid_body'))
})

test('a key of another tenant is not found', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const key = await (await person(tenant, 'owner')).as(apiKeys).create({ body: { name: 'theirs' } })
  const stranger = (await person(other, 'owner')).as(apiKeys)
  await assert.rejects(stranger.revoke({ params: { id: key.id } }), refused('api_key_not_found'))
  assert.deepEqual((await stranger.list({})).items, [])
})

test('preferences start with defaults, are merged, belong to one person, and reject a stale version', async () => {
  const tenant = await app.tenant()
  const [one, two] = [await person(tenant, 'viewer'), await person(tenant, 'viewer')]
  const mine = one.as(notificationPreferences)
  const start = await mine.get()
  assert.deepEqual([start.version, start.channels.email.address, start.suppressed], [0, one.email, null])
  const quiet_hours = { start: '22:00', end: '07:30' }
  const topics = { 'evidence.expiry': { days_before: [1, 14] }, billing: { enabled: false } }
  const patched = await mine.update({ body: { timezone: 'Europe/Berlin', quiet_hours, topics } })
  assert.deepEqual(
    { ...patched, version: 0 },
    {
      ...start,
      timezone: 'Europe/Berlin',
      quiet_hours,
      topics: {
        ...start.topics,
        'evidence.expiry': { enabled: true, days_before: [14, 1] },
        billing: { enabled: false },
      },
    },
  )
  assert.deepEqual(await mine.get(), patched)
  assert.equal((await two.as(notificationPreferences).get()).version, 0)
  const stale = mine.update({ body: { quiet_hours: null }, headers: { 'if-match': '"0"' } })
  await assert.rejects(stale, refused('stale_version'))
  await assert.rejects(mine.update({ body: { timezone: 'Mars/Olympus' } }), refused('unacceptable'))
  const entries = (await app.audit(tenant)).filter(({ action }) => action === 'notification_preferences.update')
  assert.deepEqual(
    entries.flatMap(({ changes }) => changes.map(({ field }) => field)),
    ['timezone', 'quiet_hours', 'topics'],
  )
})

test('a patch of quiet hours changes only the time it names; both times are required', async () => {
  const mine = (await person(await app.tenant(), 'viewer')).as(notificationPreferences)
  const patch = async (quiet_hours: PreferencesPatch['quiet_hours']) =>
    (await mine.update({ body: { quiet_hours } })).quiet_hours
  await assert.rejects(patch({ start: '22:00' }), refused('invalid_body'))
  assert.equal((await mine.get()).version, 0)
  assert.deepEqual(await patch({ start: '22:00', end: '07:30' }), { start: '22:00', end: '07:30' })
  assert.deepEqual(await patch({ end: '06:00' }), { start: '22:00', end: '06:00' })
  await assert.rejects(patch({ start: null as never }), refused('invalid_body'))
  assert.equal(await patch(null), null)
})

test('security emails cannot be turned off, and a bounce can be seen but not set', async () => {
  const me = await person(await app.tenant(), 'viewer')
  const patch = (body: object) =>
    fetch(`${app.url}${BASE}/app/notification-preferences`, {
      method: 'PATCH',
      headers: { ...me.headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const locked = [
    { topics: { security: { enabled: false } } },
    { suppressed: null },
    { channels: { email: { address: 'x@y.test' } } },
  ]
  for (const body of locked) assert.equal((await patch(body)).status, 422, JSON.stringify(body))
  await transact(app.platform.db, (tx) => app.platform.mailer.suppress(tx, me.email, 'bounce'))
  const { suppressed, topics } = await me.as(notificationPreferences).get()
  assert.equal(suppressed?.reason, 'bounce')
  assert.deepEqual(topics.security, { enabled: true, locked: true })
})

test('a tenant has one webhook subscription, created once, replaced, and rotated with a grace period', async () => {
  const tenant = await app.tenant()
  const admin = await person(tenant, 'admin')
  const mine = admin.as(webhooks)
  await assert.rejects(mine.get(), refused('webhook_not_found'))
  const url = 'https://hooks.example.com/in'
  const body = { url, custom_headers: { 'X-Auth': 'hunter2' } }
  const all = await Promise.all([1, 2, 3, 4].map(() => mine.put({ body })))
  assert.equal(new Set(all.map(({ id }) => id)).size, 1, 'four concurrent calls create one subscription')
  assert.equal(all.filter(({ secret }) => secret).length, 1)
  assert.match(all.find(({ secret }) => secret)!.secret!, /^whsec_/)
  const shown = await mine.get()
  assert.deepEqual([shown.secret, Object.values(shown.custom_headers).includes('hunter2')], [undefined, false])
  const { version } = await mine.put({ body: { url, custom_headers: shown.custom_headers, event_types: ['page.*'] } })
  const rotated = await mine.put({
    body: { url, rotate_secret: true, grace_hours: 2 },
    headers: { 'if-match': `"${version}"` },
  })
  assert.match(rotated.secret!, /^whsec_/)
  assert.ok(Math.abs(Date.parse(rotated.previous_secret_expires_at!) - Date.now() - 7_200_000) < 60_000)
  assert.deepEqual(rotated.event_types, [], 'a PUT resets fields that it leaves out')
  await assert.rejects(mine.put({ body: { url }, headers: { 'if-match': `"${version}"` } }), refused('stale_version'))
  const actions = (await app.audit(tenant))
    .map(({ action }) => action)
    .filter((action) => action.startsWith('webhook.'))
  assert.deepEqual(
    actions.filter((action) => action !== 'webhook.update'),
    ['webhook.create', 'webhook.rotate_secret'],
  )
})

test('internal addresses, reserved headers and unknown vendors are rejected', async () => {
  const tenant = await app.tenant()
  const mine = (await person(tenant, 'admin')).as(webhooks)
  const url = 'https://hooks.example.com/in'
  for (const inside of ['http://hooks.example.com', 'https://10.0.0.1/x', 'https://[::1]/x', 'file:///etc/passwd'])
    await assert.rejects(mine.put({ body: { url: inside } }), refused('address_refused'), inside)
  await assert.rejects(mine.put({ body: { url, custom_headers: { Host: 'x' } } }), refused('unacceptable'))
  await assert.rejects(mine.put({ body: { url, vendor_scope: 'list' } }), refused('unacceptable'))
  const unknown = mine.put({ body: { url, vendor_scope: 'list', vendor_ids: ['ven_none'] } })
  await assert.rejects(unknown, refused('unknown_reference'))
  await assert.rejects((await person(tenant, 'member')).as(webhooks).get(), refused('role_too_low'))
  await mine.put({ body: { url } })
  await assert.rejects((await person(await app.tenant(), 'owner')).as(webhooks).get(), refused('webhook_not_found'))
})

test('vendor events go to subscriptions that want the vendor, other events go to all', async () => {
  const [pinned, other] = [(await addVendor(deps)).id, (await addVendor(deps)).id]
  const wanted = async (settings: object) => {
    const tenant = await app.tenant()
    const now = new Date()
    const times = { read_until: now, alerted_until: now, added_at: now, updated_at: now }
    const pin = { id: newId('pin'), tenant_id: tenant.id, vendor_id: pinned, ...times }
    await deps.db
      .insertInto('provenance.pinned_vendors')
      .values({ ...pin, tier: 'high', status: 'approved', review_interval_days: 365 })
      .execute()
    const admin = await person(tenant, 'admin')
    await admin.as(webhooks).put({ body: { url: 'https://hooks.example.com/in', ...settings } })
    await transact(app.platform.db, (tx) => {
      const rows = [{ vendor_id: pinned }, { vendor_id: other }, {}].map((data) => happening(tenant, data))
      return app.platform.webhooks.fanOut(tx, rows, [acceptEvents])
    })
    return (await admin.as(webhooks).get()).recent_deliveries.length
  }
  assert.equal(await wanted({}), 3)
  assert.equal(await wanted({ vendor_scope: 'pinned' }), 2)
  assert.equal(await wanted({ vendor_scope: 'list', vendor_ids: [other] }), 2)
})

test('a subscription to pinned vendors gets the event that one was unpinned', async () => {
  const tenant = await app.tenant()
  const { id: vendor_id } = await addVendor(deps)
  const admin = await person(tenant, 'admin')
  await admin.as(webhooks).put({ body: { url: 'https://hooks.example.com/in', vendor_scope: 'pinned' } })
  await admin.as(pins).pin({ body: { vendor_id } })
  await admin.as(pins).unpin({ params: { vendor_id } })
  // The vendor is no longer pinned when the worker runs.
  const rows = ['pinned_vendor.unpin', 'vendor.changed'].map((type) => ({ ...happening(tenant, { vendor_id }), type }))
  await transact(app.platform.db, (tx) => app.platform.webhooks.fanOut(tx, rows, [acceptEvents]))
  assert.deepEqual(
    (await admin.as(webhooks).get()).recent_deliveries.map(({ event_type }) => event_type),
    ['pinned_vendor.unpin'],
  )
})

let happened = Math.floor(Math.random() * 1e9) * 1000
const happening = (tenant: Tenant, data: Record<string, unknown>) => ({
  id: ++happened,
  tenant_id: tenant.id,
  type: 'vendor.changed',
  created_at: new Date(),
  payload: {
    entry_id: `aud_${happened}`,
    sequence: 1,
    occurred_at: new Date().toISOString(),
    actor: { type: 'system' as const, id: 'system', label: 'Veritrace' },
    resource: { type: 'vendor', id: 'ven_1', label: 'Acme' },
    outcome: 'success' as const,
    data,
  },
})

test('a test message is queued for the caller’s subscription, and its delivery is visible', async () => {
  const admin = await person(await app.tenant(), 'admin')
  await assert.rejects(
    admin.as(development).testWebhook(),
    /webhook_not_found: This workspace has no .+ PUT \/app\/webhooks/,
  )
  await admin.as(webhooks).put({ body: { url: 'https://hooks.example.com/in', event_types: ['page.*'] } })
  const { id } = await admin.as(development).testWebhook()
  const { recent_deliveries: sent, version } = await admin.as(webhooks).get()
  assert.deepEqual(
    sent.map((one) => [one.id, one.event_type, one.status, one.attempt_count]),
    [[id, 'webhook.test', 'pending', 0]],
  )
  await admin
    .as(webhooks)
    .put({ body: { url: 'https://hooks.example.com/in', enabled: false }, headers: { 'if-match': `"${version}"` } })
  await assert.rejects(admin.as(development).testWebhook(), refused('webhook_disabled'))
})

test('test usage is metered once per idempotency key', async () => {
  const tenant = await app.tenant()
  const mine = (await person(tenant, 'admin')).as(development)
  const headers = { 'idempotency-key': newId('k') }
  const results = await Promise.all(
    [1, 2, 3].map(() => mine.testUsage({ body: { operation: 'demo', units: 7 }, headers })),
  )
  assert.deepEqual(results, Array(3).fill({ operation: 'demo', units: 7 }))
  await app.platform.meter.flush()
  const { rows } = await app.platform.database.pool.query(
    `select sum(units)::int as units from platform.usage_minutes where tenant_id = $1 and operation = 'demo'`,
    [tenant.id],
  )
  assert.equal(rows[0].units, 7)
})

test('with the embedded provider, identity questions are answered from our own tables', async () => {
  const [tenant, other] = [await app.tenant(), await app.tenant()]
  const [me, stranger] = [await person(tenant, 'member'), await person(other, 'member')]
  const ask = (proxy_path: string) => me.as(iam).get({ params: { proxy_path } })
  const self = { id: me.id, email: me.email, display_name: 'The member', role: 'member' }
  assert.partialDeepStrictEqual(await ask('users/me'), self)
  assert.partialDeepStrictEqual(await ask('organizations/current'), { id: tenant.id, plan: 'free' })
  assert.partialDeepStrictEqual(await ask('members'), { items: [self], next: '' })
  assert.partialDeepStrictEqual(await ask(`members/${me.id}`), self)
  assert.partialDeepStrictEqual(await ask('roles'), { items: [{ name: 'viewer' }] })
  await assert.rejects(ask(`members/${stranger.id}`), refused('member_not_found'))
  await assert.rejects(ask('clients'), refused('iam_path_not_found'))
  const byName = await fetch(`${app.url}${BASE}/app/iam/users/me`, { headers: me.headers })
  assert.equal(byName.status, 200, 'unencoded slashes are accepted')
})

test('every endpoint of this room requires credentials', async () => {
  const lines = [sessions, apiKeys, notificationPreferences, iam, webhooks, development, { list: audit.list }]
    .flatMap((resource) => Object.values(resource))
    .map(({ method, path }) => [method, path.replace(/\{\w+\}/, 'none')] as const)
  for (const [method, path] of lines) {
    const response = await fetch(app.url + BASE + path, { method })
    assert.equal(response.status, 401, `${method} ${path}`)
  }
})

test('an access token that its client has revoked stops working', async () => {
  const tenant = await app.tenant()
  const grantTypes = ['client_credentials'] as const
  const { clientId, clientSecret } = await ensureClient(deps.db, { displayName: 'P', grantTypes, tenant: tenant.id })
  const headers = { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` }
  const post = (path: string, form: Record<string, string>) =>
    fetch(`${app.url}/auth/${path}`, { method: 'POST', headers, body: new URLSearchParams(form) })
  const tokenOf = async () =>
    ((await (await post('token', { grant_type: 'client_credentials' })).json()) as { access_token: string })
      .access_token
  const status = async (token: string) =>
    (await fetch(`${app.url}${BASE}/app/me`, { headers: { authorization: `Bearer ${token}` } })).status
  const [active, revoked] = [await tokenOf(), await tokenOf()]
  assert.equal((await post('revoke', { token: revoked })).status, 200)
  assert.deepEqual([await status(active), await status(revoked)], [200, 401])
})

test('usage shows the limits of the plan in the token, which are the ones enforced', async () => {
  const tenant = await app.tenant()
  const { clientId, clientSecret } = await ensureClient(deps.db, {
    displayName: 'P',
    grantTypes: ['client_credentials'],
    tenant: tenant.id,
    productPlans: { provenance: 'pro' },
  })
  const granted = await fetch(`${app.url}/auth/token`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${clientId}:${clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  })
  const { access_token } = (await granted.json()) as { access_token: string }
  const get = async <T>(path: string): Promise<T> =>
    (
      await fetch(`${app.url}${BASE}${path}`, { headers: { authorization: `Bearer ${access_token}` } })
    ).json() as Promise<T>
  const { plan } = await get<{ plan: string }>('/app/entitlements')
  const usage = await get<Usage>('/app/billing/usage')
  const limit = usage.meters.find(({ key }) => key === 'pinned_vendors')!.limit
  assert.deepEqual([plan, usage.plan, limit], ['pro', 'pro', 500])
})
