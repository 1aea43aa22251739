// Authentication over real HTTP with the real gate.
import assert from 'node:assert/strict'
import { request as rawRequest } from 'node:http'
import { after, before, test } from 'node:test'
import { insertOperator } from './tenancy/installation-store.ts'
import { findMembership } from './tenancy/store.ts'
import { deleteTenant, ensureTenant } from './tenancy/tenants.ts'
import {
  openTestApp,
  openTestIssuer,
  type TestApp,
  type TestIssuer,
  type TestTenancy,
  testTenancy,
  testTenant,
} from './testing.ts'

let tenancy: TestTenancy
let issuer: TestIssuer
let app: TestApp
const apps: TestApp[] = []

const openApp = async (options: Partial<Parameters<typeof openTestApp>[1]> = {}): Promise<TestApp> => {
  const opened = await openTestApp(tenancy, { issuer: issuer.url, ...options })
  apps.push(opened)
  await opened.listen()
  return opened
}
before(async () => {
  tenancy = await testTenancy()
  issuer = await openTestIssuer(tenancy.clock)
  app = await openApp()
})
after(async () => {
  for (const one of apps) await one.close()
  await issuer.close()
})

type Headers = Record<string, string>
async function call(path: string, headers: Headers = {}, where = app, method = 'GET') {
  const response = await fetch(`${where.url()}${path}`, { method, headers })
  const body = (await response.json()) as Record<string, unknown>
  return { status: response.status, code: body.code, body, challenge: response.headers.get('www-authenticate') }
}
const tokenFor = (tenant: string, claims: object = {}) => issuer.sign({ 'urn:idp:iam:org:id': tenant, ...claims })
const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
const scope = (tenant: string): Headers => ({
  'x-tenant-id': tenant,
  'x-workspace-id': tenant,
  'x-context-id': 'urn:c:1',
})

async function signIn(where: TestApp, tenant: Awaited<ReturnType<typeof testTenant>>): Promise<Headers> {
  const { owner } = tenant
  const membership = (await findMembership(tenancy.db, owner.actor.id, tenant.id))!
  const person = { id: owner.actor.id, email: null, displayName: 'Owner' }
  const how = { authMethod: 'oidc', amr: [], tokens: {} } as const
  const { secret } = await where.sessions.start(owner, person, membership, how)
  return { cookie: `other=1; veritrace_session=${secret}` }
}

test('a public endpoint ignores credentials, even bad ones', async () => {
  const { status, body } = await call('/open', { ...bearer('rubbish'), cookie: 'veritrace_session=rubbish' })
  assert.deepEqual([status, body.tenant], [200, undefined])
})

test('without credentials the response is 401 with a challenge', async () => {
  for (const path of ['/mine', '/graph']) {
    const { status, code, challenge } = await call(path)
    assert.deepEqual([status, code, challenge], [401, 'unauthenticated', 'Bearer realm="veritrace"'])
  }
})

test('a token acts for its tenant with its claims, and missing claims come from the tenant', async () => {
  const { id } = await testTenant(tenancy, { plan: 'pro' })
  const full = await call('/mine', bearer(await tokenFor(id, { role: 'admin', plan: 'enterprise' })))
  assert.deepEqual([full.status, full.body.tenant, full.body.role, full.body.plan], [200, id, 'admin', 'enterprise'])
  const bare = await call('/mine', bearer(await tokenFor(id)))
  assert.deepEqual([bare.body.role, bare.body.plan, bare.body.workspace], ['viewer', 'pro', id])
})

test('a bad token is 401, even together with a valid session', async () => {
  const tenant = await testTenant(tenancy)
  const cookie = await signIn(app, tenant)
  assert.equal((await call('/mine', cookie)).status, 200)
  const forged = `${(await tokenFor(tenant.id)).slice(0, -6)}AAAAAA`
  for (const authorization of [
    `Bearer ${forged}`,
    'Bearer',
    'Basic abc',
    'Bearer a b',
    `Bearer ${'A'.repeat(10_000)}`,
  ]) {
    const { status, code, challenge } = await call('/mine', { ...cookie, authorization })
    assert.deepEqual([status, code], [401, 'invalid_token'], authorization.slice(0, 20))
    assert.match(challenge!, /^Bearer realm="veritrace", error="invalid_token", error_description="[^"]+"$/)
  }
})

test('a token of 200 kilobytes is rejected early', async () => {
  const response = await fetch(`${app.url()}/mine`, { headers: bearer('A'.repeat(200_000)) }).catch((error) => error)
  assert.ok(response instanceof Error || response.status === 431)
})

test('another tenant in the header is 403, whatever the credentials', async () => {
  const tenant = await testTenant(tenancy)
  const other = await testTenant(tenancy)
  const token = bearer(await tokenFor(tenant.id, { role: 'owner' }))
  const key = bearer((await app.keys.create(tenant.owner, { name: 'k' })).secret)
  const cookie = await signIn(app, tenant)
  for (const credentials of [token, key]) {
    const { status, code } = await call('/graph', { ...credentials, ...scope(other.id) })
    assert.deepEqual([status, code], [403, 'tenant_mismatch'])
  }
  for (const credentials of [token, key, cookie])
    assert.equal((await call('/mine', { ...credentials, 'x-tenant-id': other.id })).code, 'tenant_mismatch')
  const only = await call('/graph', { ...token, 'x-tenant-id': other.id })
  assert.equal(only.code, 'tenant_mismatch')
})

test('a bearer endpoint names the missing header', async () => {
  const { id } = await testTenant(tenancy)
  const token = bearer(await tokenFor(id))
  for (const [header, name] of Object.entries({
    'x-tenant-id': 'X-Tenant-ID',
    'x-workspace-id': 'X-Workspace-ID',
    'x-context-id': 'X-Context-ID',
  })) {
    const headers = { ...token, ...scope(id) }
    delete headers[header as keyof typeof headers]
    const { status, code, body } = await call('/graph', headers)
    assert.deepEqual([status, code], [400, 'missing_header'])
    assert.match(String(body.detail), new RegExp(name))
  }
  const { status, body } = await call('/graph', { ...token, ...scope(id) })
  assert.deepEqual([status, body.workspace, body.context], [200, id, 'urn:c:1'])
})

test('malformed and repeated headers are 400', async () => {
  const { id } = await testTenant(tenancy)
  const token = bearer(await tokenFor(id))
  const bad: Headers[] = [
    { 'x-tenant-id': `${id} x` },
    { 'x-tenant-id': `${id}/../x` },
    { 'x-workspace-id': 'No Slug' },
    { 'x-context-id': 'a b' },
    { 'x-context-id': 'c'.repeat(600) },
  ]
  for (const headers of bad) {
    const { status, code } = await call('/graph', { ...token, ...scope(id), ...headers })
    assert.deepEqual([status, code], [400, 'bad_request'], JSON.stringify(headers))
  }
  const twice = { ...token, ...scope(id), 'x-tenant-id': [id, id] }
  assert.equal(await statusOf(`${app.url()}/graph`, twice), 400)
})

/** fetch merges repeated headers; this sends them unchanged. */
const statusOf = (url: string, headers: Record<string, string | string[]>): Promise<number> =>
  new Promise((done, broken) =>
    rawRequest(url, { headers }, (response) => {
      response.resume()
      done(response.statusCode!)
    })
      .on('error', broken)
      .end(),
  )

test('a session does not open bearer endpoints, unless the product accepts sessions', async () => {
  const tenant = await testTenant(tenancy)
  assert.equal((await call('/graph', await signIn(app, tenant))).code, 'unauthenticated')
  const open = await openApp({ sessionProducts: ['graph'] })
  const { status, body } = await call('/graph', await signIn(open, tenant), open)
  assert.deepEqual([status, body.tenant], [200, tenant.id])
})

test('a product that the customer does not have is denied', async () => {
  const { id } = await testTenant(tenancy, { products: ['provenance'] })
  assert.equal((await call('/graph', { ...bearer(await tokenFor(id)), ...scope(id) })).code, 'scope_denied')
  const { status } = await call('/graph', { ...bearer(await tokenFor(id, { products: ['graph'] })), ...scope(id) })
  assert.equal(status, 200)
})

test('endpoints require a role, and operator endpoints the operator flag', async () => {
  const { id, owner } = await testTenant(tenancy)
  const as = async (claims: object) => bearer(await tokenFor(id, claims))
  assert.equal((await call('/admin', await as({ role: 'member' }))).code, 'role_too_low')
  assert.equal((await call('/admin', await as({ role: 'admin' }))).status, 200)
  assert.equal((await call('/mine', await as({ role: 'viewer' }), app, 'POST')).code, 'role_too_low')
  assert.equal((await call('/operate', await as({ role: 'owner', operator: true }))).code, 'role_too_low')
  await insertOperator(tenancy.db, owner.actor.id)
  assert.equal((await call('/operate', await as({ sub: owner.actor.id }))).status, 200)
})

test('a scoped key can read or write only what its scopes allow', async () => {
  const { owner } = await testTenant(tenancy)
  const key = async (scopes: string[]) => bearer((await app.keys.create(owner, { name: 'k', scopes })).secret)
  const reads = await key(['graph:read'])
  assert.equal((await call('/mine', reads)).status, 200)
  assert.equal((await call('/mine', reads, app, 'POST')).code, 'scope_denied')
  assert.equal((await call('/mine', await key(['graph:write']), app, 'POST')).status, 200)
  assert.equal((await call('/mine', await key(['casework:write']))).code, 'scope_denied')
})

test('keys work like tokens, and stop when they are revoked', async () => {
  const tenant = await testTenant(tenancy)
  const key = await app.keys.create(tenant.owner, { name: 'k' })
  const { status, body } = await call('/graph', { ...bearer(key.secret), ...scope(tenant.id) })
  assert.deepEqual([status, body.actor], [200, { type: 'api_key', id: key.id }])
  const pat = await app.keys.create(tenant.owner, { name: 'p', kind: 'pat' })
  assert.deepEqual((await call('/mine', bearer(pat.secret))).body.actor, { type: 'user', id: tenant.owner.actor.id })
  await app.keys.revoke(tenant.owner, key.id)
  const refused = await call('/mine', bearer(key.secret))
  assert.deepEqual([refused.status, refused.code], [401, 'invalid_token'])
})

test('with an external provider, parts of the installation call each other with internal tokens', async () => {
  const { id } = await testTenant(tenancy, { plan: 'free' })
  const part = { id: 'a-part', tenant: id, role: 'member', plan: 'enterprise', products: ['graph'] } as const
  const issue = async (scopes: string[]) => (await app.ownTokens.issue({ ...part, scopes })).token
  const known = await call('/graph', { ...bearer(await issue(['graph:write'])), ...scope(id) })
  assert.equal(known.status, 200)
  const { actor, plan, role, tenant, operator } = known.body
  assert.deepEqual([tenant, plan, role, operator], [id, 'enterprise', 'member', false])
  assert.deepEqual(actor, { type: 'client', id: 'a-part' })

  const other = await testTenant(tenancy, {})
  const elsewhere = await call('/graph', { ...bearer(await issue(['graph:write'])), ...scope(other.id) })
  assert.deepEqual([elsewhere.status, elsewhere.code], [403, 'tenant_mismatch'])
  const narrow = await call('/graph', { ...bearer(await issue(['casework:read'])), ...scope(id) })
  assert.deepEqual([narrow.status, narrow.code], [403, 'scope_denied'])
  const theirs = await issuer.sign({ iss: 'urn:veritrace:own', tenant: id, role: 'owner' })
  const ours = (await issue(['graph:write'])).replace('own_', '')
  for (const forged of [theirs, `own_${theirs}`, ours, 'own_', 'own_rubbish', `own_${ours.slice(0, -4)}AAAA`])
    assert.equal((await call('/mine', bearer(forged))).status, 401, forged.slice(0, 20))
})

test('a deleted, unknown or missing tenant is customer_not_resolved', async () => {
  const tenant = await testTenant(tenancy)
  const token = bearer(await tokenFor(tenant.id))
  const cookie = await signIn(app, tenant)
  assert.equal((await call('/mine', token)).status, 200)
  await deleteTenant(tenancy, tenant.owner)
  tenancy.clock.advance(1_001)
  const { status, code } = await call('/mine', token)
  assert.deepEqual([status, code], [403, 'customer_not_resolved'])
  assert.equal((await call('/mine', cookie)).code, 'session_expired')
  assert.equal((await call('/mine', bearer(await tokenFor('nobody-here')))).code, 'customer_not_resolved')
  assert.equal((await call('/mine', bearer(await issuer.sign()))).code, 'customer_not_resolved')
})

test('an unsafe call with a session needs a proof of origin; one with a bearer token does not', async () => {
  const tenant = await testTenant(tenancy)
  const cookie = await signIn(app, tenant)
  const post = (headers: Headers) => call('/mine', headers, app, 'POST')
  assert.equal((await post(cookie)).code, 'csrf_rejected')
  assert.equal((await post({ ...cookie, 'x-csrf': '1' })).status, 200)
  assert.equal((await post({ ...cookie, origin: app.url() })).status, 200)
  assert.equal((await post({ ...cookie, origin: 'https://evil.test', 'x-csrf': '1' })).code, 'csrf_rejected')
  assert.equal((await post(bearer(await tokenFor(tenant.id, { role: 'owner' })))).status, 200)
})

test('an expired session is 401', async () => {
  const tenant = await testTenant(tenancy)
  const cookie = await signIn(app, tenant)
  tenancy.clock.advance(app.config.auth.sessionIdleMs)
  const { status, code, challenge } = await call('/mine', cookie)
  assert.deepEqual([status, code], [401, 'session_expired'])
  assert.ok(challenge)
})

test('forwarded identity is accepted only from a trusted peer', async () => {
  const tenant = await testTenant(tenancy)
  const claimed = {
    'x-forwarded-user': 'ada',
    'x-forwarded-email': 'ada@example.com',
    'x-forwarded-tenant': tenant.id,
    'x-forwarded-role': 'admin',
  }
  const forwarded = (proxies: string) =>
    openApp({ settings: { APP_AUTH_MODE: 'forwarded', FORWARDED_PROXIES: proxies, TRUSTED_PROXIES: '127.0.0.1' } })
  const trusting = await forwarded('127.0.0.0/8')
  const { status, body } = await call('/admin', claimed, trusting)
  assert.deepEqual([status, body.actor, body.role], [200, { type: 'user', id: 'ada' }, 'admin'])
  const post = (headers: Headers) => call('/mine', { ...claimed, ...headers }, trusting, 'POST')
  assert.equal((await post({ origin: 'https://evil.test' })).code, 'csrf_rejected')
  assert.equal((await post({})).status, 200)
  const without = (name: keyof typeof claimed) => ({ ...claimed, [name]: '' })
  assert.equal((await call('/mine', without('x-forwarded-user'), trusting)).code, 'unauthenticated')
  assert.equal((await call('/mine', without('x-forwarded-tenant'), trusting)).code, 'customer_not_resolved')
  assert.equal((await call('/mine', without('x-forwarded-role'), trusting)).body.role, 'viewer')
  assert.equal((await call('/mine', { ...claimed, 'x-forwarded-role': 'king' }, trusting)).status, 400)

  const wary = await forwarded('10.0.0.0/8')
  for (const headers of [claimed, { ...claimed, 'x-forwarded-for': '10.0.0.1' }])
    assert.deepEqual([(await call('/mine', headers, wary)).status], [401])
  assert.equal((await call('/mine', claimed)).status, 401, 'outside forwarded mode the headers are ignored')
})

test('demo mode acts as the owner of the demo tenant, but only without credentials and for our own pages', async () => {
  const tenant = await testTenant(tenancy)
  const demo = await openApp({ settings: { APP_AUTH_MODE: 'demo' }, demoTenant: tenant.id })
  const { status, body } = await call('/admin', {}, demo)
  assert.deepEqual([status, body.tenant, body.actor], [200, tenant.id, { type: 'user', id: tenant.owner.actor.id }])
  assert.equal((await call('/graph', {}, demo)).status, 401)
  assert.equal((await call('/mine', bearer('rubbish'), demo)).status, 401)
  assert.equal((await call('/mine', { origin: 'https://evil.test' }, demo, 'POST')).code, 'csrf_rejected')
  assert.equal((await call('/mine', {}, demo, 'POST')).status, 200)
  for (const host of ['evil.test', 'evil.test:8080', 'localhost.evil.test', '127.0.0.1.evil.test', '203.0.113.9'])
    assert.equal(await statusOf(`${demo.url()}/mine`, { host }), 401, host)
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:1', '[::1]:8080'])
    assert.equal(await statusOf(`${demo.url()}/mine`, { host }), 200, host)
  const empty = `t-${crypto.randomUUID()}`
  await ensureTenant(tenancy.db, { id: empty, displayName: 'Nobody' })
  const nobody = await openApp({ settings: { APP_AUTH_MODE: 'demo' }, demoTenant: empty })
  assert.equal((await call('/mine', {}, nobody)).code, 'customer_not_resolved')
})

test('a public demo is accepted under the host in PUBLIC_URL, or under its IP addresses without one', async () => {
  const { id: demoTenant } = await testTenant(tenancy)
  const remote = { APP_AUTH_MODE: 'demo', DEMO_ALLOW_REMOTE: '1', HOST: '0.0.0.0' }
  const unnamed = await openApp({ settings: remote, demoTenant })
  const named = await openTestApp(tenancy, {
    issuer: issuer.url,
    settings: { ...remote, PUBLIC_URL: 'https://demo.example' },
    demoTenant,
  })
  const as = async (host: string) => {
    const byName = await named.http.inject({ url: '/mine', headers: { host } })
    return [await statusOf(`${unnamed.url()}/mine`, { host }), byName.statusCode]
  }
  assert.deepEqual(await as('192.168.1.5:8080'), [200, 401])
  assert.deepEqual(await as('demo.example'), [401, 200])
  assert.deepEqual(await as('evil.test'), [401, 401])
  await named.close()
})

test('a stream ends soon after its session or token', async () => {
  const tenant = await testTenant(tenancy)
  const session = await signIn(app, tenant)
  const token = bearer(await tokenFor(tenant.id))
  const open = async (headers: Headers) => fetch(`${app.url()}/live`, { headers })
  const [byToken, bySession] = [await open(token), await open(session)]
  assert.deepEqual([byToken.status, bySession.status], [200, 200])
  await app.sessions.end(tenant.owner, session.cookie!.split('veritrace_session=')[1]!)
  assert.equal(await bySession.text(), 'retry: 2000\n\n')
  assert.equal((await open(session)).status, 401)
  tenancy.clock.advance(700_000)
  assert.equal(await byToken.text(), 'retry: 2000\n\n')
})
