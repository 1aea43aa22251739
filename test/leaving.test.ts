// A removed member has no access anywhere on the server: attacks that were found, and paths that the unit tests do not
// cover.
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { contract, operationsOf } from '@veritrace/contract'
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import { systemCaller } from '@veritrace/platform/caller'
import { PRODUCT_NAMES } from '@veritrace/platform/config/config'
import { ensureClient, revokeClient } from '@veritrace/platform/identity/provider/clients'
import { findMembership, insertMember } from '@veritrace/platform/identity/tenancy/store'
import { ensureTenant } from '@veritrace/platform/identity/tenancy/tenants'
import { newId } from '@veritrace/platform/ids'
import { fetchToken } from '../apps/server/demo-token.ts'
import type { Server } from '../apps/server/start.ts'
import { strictServer } from './own-server.ts'

const APP = '/api/provenance/v1/app'
const ACCESS = '/api/casework/access'

let server: Server
/** How long a credential may still work after its owner was removed. */
const aSecond = () => new Promise((done) => setTimeout(done, 1_000))

async function openTenant() {
  const id = newId('t').replace('_', '-')
  const { customer_id } = await ensureTenant(server.platform.db, {
    ...{ id, displayName: id, plan: 'pro', products: [...PRODUCT_NAMES] },
  })
  return { id, customer_id, person: (role: Role) => signedIn(id, role) }
}
type Tenant = Awaited<ReturnType<typeof openTenant>>
type Headers = Record<string, string>

async function signedIn(tenant: string, role: Role) {
  const id = newId('usr')
  const email = `${id}@example.com`
  const { db, identity } = server.platform
  const row = { tenant_id: tenant, user_id: id, role, email, display_name: id, joined_at: new Date() }
  await insertMember(db, row)
  const visitor = { requestId: 'req_test', ip: '192.0.2.7', userAgent: 'test' }
  const membership = (await findMembership(db, id, tenant))!
  const how = { authMethod: 'oidc', amr: [], tokens: {} } as const
  const { secret } = await identity.sessions.start(visitor, { id, email, displayName: id }, membership, how)
  return { id, email, headers: { cookie: `veritrace_session=${secret}`, 'x-csrf': '1' } as Headers }
}

const bearer = (token: string): Headers => ({ authorization: `Bearer ${token}` })
async function call(tenant: Tenant, headers: Headers, method: string, path: string, body?: object) {
  const scope = { 'x-tenant-id': tenant.id, 'x-workspace-id': tenant.id, 'x-context-id': 'default' }
  const response = await fetch(server.url + path, {
    method,
    headers: { ...scope, ...headers, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  const answer = (text.startsWith('{') ? JSON.parse(text) : {}) as Record<string, unknown>
  return { status: response.status, code: answer.code, answer }
}
const keyOf = async (tenant: Tenant, headers: Headers, role: Role) =>
  String((await call(tenant, headers, 'POST', `${APP}/api-keys`, { name: 'CI', role })).answer.secret)

describe('a removed member has no access', () => {
  before(async () => {
    server = await strictServer()
  })

  test('an admin who was removed does not come back through a key that they created', async () => {
    const tenant = await openTenant()
    const [alice, mallory] = [await tenant.person('owner'), await tenant.person('admin')]
    const key = bearer(await keyOf(tenant, mallory.headers, 'admin'))
    const inner = bearer(await keyOf(tenant, key, 'admin'))
    for (const credentials of [mallory.headers, key, inner])
      assert.equal((await call(tenant, credentials, 'GET', `${APP}/me/export`)).status, 200)
    const removed = await call(tenant, alice.headers, 'DELETE', `${ACCESS}/members/${mallory.id}`)
    assert.equal(removed.status, 204)
    await aSecond()
    for (const credentials of [mallory.headers, key, inner]) {
      assert.equal((await call(tenant, credentials, 'GET', `${APP}/me/export`)).status, 401)
      const invite = { email: mallory.email, role: 'admin' }
      assert.equal((await call(tenant, credentials, 'POST', `${ACCESS}/invites`, invite)).status, 401)
    }
  })

  test('no key and no personal token can invite anyone or change members, whatever its role', async () => {
    const tenant = await openTenant()
    const [owner, other] = [await tenant.person('owner'), await tenant.person('member')]
    const { identity } = server.platform
    const caller = {
      ...systemCaller(tenant.id, tenant.customer_id),
      actor: { type: 'user' as const, id: owner.id, label: owner.id },
    }
    const { secret: token } = await identity.keys.create(caller, { name: 'Laptop', kind: 'pat' })
    for (const secret of [await keyOf(tenant, owner.headers, 'owner'), token]) {
      const refused = async (method: string, path: string, body?: object) => {
        const { status, code } = await call(tenant, bearer(secret), method, path, body)
        assert.deepEqual([status, code], [403, 'people_only'], `${method} ${path}`)
      }
      await refused('POST', `${ACCESS}/invites`, { email: 'x@example.com', role: 'viewer' })
      await refused('DELETE', `${ACCESS}/invites/inv_none`)
      await refused('POST', `${ACCESS}/members`, { user_id: other.id, role: 'admin' })
      await refused('DELETE', `${ACCESS}/members/${other.id}/role`)
      await refused('DELETE', `${ACCESS}/members/${other.id}`)
      await refused('POST', `${ACCESS}/members/${other.id}/removal`, {})
      await refused('PATCH', `${APP}/members/${other.id}`, { role: 'owner' })
      await refused('POST', `${APP}/members/${other.id}/removal`, {})
    }
  })

  test('every operation that changes memberships or roles is for people only', () => {
    const changing = PRODUCT_NAMES.flatMap((name) => operationsOf(contract[name]))
      .map(({ endpoint }) => endpoint)
      .filter(({ method, path }) => method !== 'GET' && /\/(members|invites|invitations|roles)(\/|$)/.test(path))
    assert.ok(changing.length >= 9)
    for (const { line, spec } of changing) assert.equal(spec.people, true, line)
  })

  test('the access tokens of a client stop working when the client or its owner is removed', async () => {
    const { db, clock, config } = server.platform
    const tenant = await openTenant()
    const [alice, mallory, heir] = [
      await tenant.person('owner'),
      await tenant.person('admin'),
      await tenant.person('admin'),
    ]
    const open = async (owner?: string) => {
      const made = {
        displayName: 'Sync',
        grantTypes: ['client_credentials'],
        tenant: tenant.id,
        role: 'admin',
      } as const
      const { clientId, clientSecret } = await ensureClient(db, { ...made, ...(owner && { owner }) })
      const asked = { token_endpoint: `${server.url}/auth/token`, audience: config.auth.audience }
      const token = () => fetchToken({ client_id: clientId, client_secret: clientSecret, ...asked })
      return { clientId, token, headers: bearer(await token()) }
    }
    const [ours, theirs, kept] = [await open(), await open(mallory.id), await open(mallory.id)]
    const statusOf = async ({ headers }: { headers: Headers }) =>
      (await call(tenant, headers, 'GET', `${APP}/me`)).status
    const key = { headers: bearer(await keyOf(tenant, theirs.headers, 'admin')) }
    for (const one of [ours, theirs, kept, key]) assert.equal(await statusOf(one), 200)
    const invite = { email: 'x@example.com', role: 'viewer' }
    assert.equal((await call(tenant, theirs.headers, 'POST', `${ACCESS}/invites`, invite)).code, 'people_only')

    const held = await call(tenant, alice.headers, 'GET', `${APP}/members/${mallory.id}/holdings`)
    assert.deepEqual(
      (held.answer.items as { kind: string; total: number }[]).map(({ kind, total }) => [kind, total]),
      [
        ['session', 1],
        ['api_key', 1],
        ['client', 2],
      ],
    )
    const hand_over = [{ kind: 'client', id: kept.clientId, to: heir.id }]
    const removal = await call(tenant, alice.headers, 'POST', `${APP}/members/${mallory.id}/removal`, { hand_over })
    assert.deepEqual(removal.answer, { ended: { session: 1, api_key: 1, client: 1 }, handed_over: { client: 1 } })
    await revokeClient(db, ours.clientId, clock.now())
    await aSecond()
    assert.deepEqual(await Promise.all([ours, theirs, kept, key].map(statusOf)), [401, 401, 200, 401])
    await assert.rejects(theirs.token())
    assert.ok(await kept.token())
  })

  test('a demotion limits keys, clients and their tokens immediately, and the list of keys shows it', async () => {
    const tenant = await openTenant()
    const [alice, bob] = [await tenant.person('owner'), await tenant.person('admin')]
    const key = bearer(await keyOf(tenant, bob.headers, 'admin'))
    assert.equal((await call(tenant, key, 'GET', `${APP}/me/export`)).status, 200)
    const lower = await call(tenant, alice.headers, 'PATCH', `${APP}/members/${bob.id}`, { role: 'viewer' })
    assert.deepEqual([lower.status, lower.answer.role], [200, 'viewer'])
    await aSecond()
    assert.equal((await call(tenant, key, 'GET', `${APP}/me/export`)).code, 'role_too_low')
    assert.equal((await call(tenant, key, 'GET', `${APP}/me`)).status, 200)
    const { answer } = await call(tenant, alice.headers, 'GET', `${APP}/api-keys`)
    const [listed] = answer.items as Record<string, unknown>[]
    assert.deepEqual(
      [listed!.role, listed!.effective_role, listed!.capped, listed!.owner_id],
      ['admin', 'viewer', 'owner_has_less', bob.id],
    )
  })

  test('a key can do no more in casework than its owner can', async () => {
    const tenant = await openTenant()
    const [alice, bob] = [await tenant.person('owner'), await tenant.person('admin')]
    const key = bearer(await keyOf(tenant, bob.headers, 'member'))
    const roleNow = async () => (await call(tenant, key, 'GET', `${ACCESS}/me`)).answer.role
    assert.equal(await roleNow(), 'architect')
    await call(tenant, alice.headers, 'PATCH', `${APP}/members/${bob.id}`, { role: 'member' })
    const body = { user_id: bob.id, role: 'reviewer' }
    assert.equal((await call(tenant, alice.headers, 'POST', `${ACCESS}/members`, body)).status, 200)
    await aSecond()
    assert.equal(await roleNow(), 'viewer')
  })

  test('a casework admin who is a plain member can remove only the casework role', async () => {
    const tenant = await openTenant()
    const [alice, bob, carol] = [
      await tenant.person('owner'),
      await tenant.person('member'),
      await tenant.person('member'),
    ]
    const give = (who: Headers, user_id: string, role: string) =>
      call(tenant, who, 'POST', `${ACCESS}/members`, { user_id, role })
    assert.equal((await give(alice.headers, bob.id, 'admin')).status, 200)
    for (const [method, path, body] of [
      ['DELETE', `${ACCESS}/members/${carol.id}`],
      ['POST', `${ACCESS}/members/${carol.id}/removal`, {}],
      ['GET', `${ACCESS}/members/${carol.id}/holdings`],
      ['POST', `${ACCESS}/invites`, { email: 'x@example.com', role: 'analyst' }],
      ['DELETE', `${ACCESS}/invites/inv_none`],
    ] as const) {
      const { status, code } = await call(tenant, bob.headers, method, path, body)
      assert.deepEqual([status, code], [403, 'role_too_low'], `${method} ${path}`)
    }
    assert.equal((await call(tenant, carol.headers, 'GET', `${APP}/me`)).status, 200)
    assert.equal((await give(bob.headers, carol.id, 'operator')).answer.role, 'operator')
    const taken = await call(tenant, bob.headers, 'DELETE', `${ACCESS}/members/${carol.id}/role`)
    assert.deepEqual([taken.status, taken.answer.role, taken.answer.given], [200, 'architect', false])
  })

  test('invitations sent by or to someone end with their membership', async () => {
    const tenant = await openTenant()
    const [alice, mallory] = [await tenant.person('owner'), await tenant.person('admin')]
    const invite = async (by: Headers, email: string) => {
      const { answer } = await call(tenant, by, 'POST', `${ACCESS}/invites`, { email, role: 'analyst' })
      return String(answer.link).split('/').at(-1)
    }
    const links = [
      await invite(mallory.headers, 'friend@example.com'),
      await invite(alice.headers, mallory.email),
      await invite(alice.headers, 'colleague@example.com'),
    ]
    await call(tenant, alice.headers, 'POST', `${APP}/members/${mallory.id}/removal`, {})
    const states = links.map(async (link) => (await call(tenant, {}, 'GET', `${ACCESS}/invites/${link}`)).answer.status)
    assert.deepEqual(await Promise.all(states), ['revoked', 'revoked', 'pending'])
  })

  test('a signed URL stops working when its requester is removed', async () => {
    const tenant = await openTenant()
    const [alice, mallory] = [await tenant.person('owner'), await tenant.person('admin')]
    const key = bearer(await keyOf(tenant, mallory.headers, 'admin'))
    const bytes = Buffer.from('hello')
    const sha256 = hash('sha256', bytes)
    const asked = { filename: 'a.txt', content_type: 'text/plain', size_bytes: bytes.length, sha256 }
    const uploads = []
    for (const headers of [mallory.headers, key, alice.headers])
      uploads.push((await call(tenant, headers, 'POST', `${APP}/evidence/presign`, asked)).answer)
    await call(tenant, alice.headers, 'POST', `${APP}/members/${mallory.id}/removal`, {})
    const put = ({ upload_url, headers }: Record<string, unknown>) =>
      fetch(String(upload_url), { method: 'PUT', headers: headers as Headers, body: bytes }).then(
        ({ status }) => status,
      )
    assert.deepEqual(await Promise.all(uploads.map(put)), [403, 403, 201])
  })

  test('keys expire after 90 days by default, and after a year at most', async () => {
    const tenant = await openTenant()
    const { headers } = await tenant.person('admin')
    const DAY = 86_400_000
    const make = (expires_at?: string | null) =>
      call(tenant, headers, 'POST', `${APP}/api-keys`, { name: 'CI', ...(expires_at !== undefined && { expires_at }) })
    for (const expires_at of [undefined, null]) {
      const { status, answer } = await make(expires_at)
      const days = (Date.parse(String(answer.expires_at)) - Date.now()) / DAY
      assert.ok(status === 201 && days > 89.9 && days <= 90, `${status} ${days}`)
    }
    const inDays = (days: number) => new Date(Date.now() + days * DAY).toISOString()
    assert.equal((await make(inDays(365))).status, 201)
    const { status, code } = await make(inDays(370))
    assert.deepEqual([status, code], [422, 'unacceptable'])
    assert.equal((await make(inDays(-1))).status, 422)
  })

  test('only tenant admins see members and what they own, and never those of another tenant', async () => {
    const [tenant, other] = [await openTenant(), await openTenant()]
    const target = await tenant.person('member')
    const stranger = await other.person('owner')
    for (const role of ROLES) {
      const { headers } = await tenant.person(role)
      const may = role === 'admin' || role === 'owner'
      for (const path of [`${APP}/members`, `${APP}/members/${target.id}/holdings`])
        assert.equal((await call(tenant, headers, 'GET', path)).status, may ? 200 : 403, `${role} ${path}`)
    }
    for (const [method, path, body] of [
      ['GET', `${APP}/members/${target.id}/holdings`],
      ['PATCH', `${APP}/members/${target.id}`, { role: 'viewer' }],
      ['POST', `${APP}/members/${target.id}/removal`, {}],
      ['GET', `${ACCESS}/members/${target.id}/holdings`],
      ['POST', `${ACCESS}/members/${target.id}/removal`, {}],
    ] as const)
      assert.equal((await call(other, stranger.headers, method, path, body)).code, 'member_not_found', path)
    assert.equal((await call(tenant, target.headers, 'GET', `${APP}/me`)).status, 200)
  })
})
