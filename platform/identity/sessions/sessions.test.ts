import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import type { Caller } from '../../caller.ts'
import { isAppError } from '../../errors.ts'
import { removeMember } from '../leaving/remove-member.ts'
import { addMember, changeRole } from '../tenancy/members.ts'
import { findMembership } from '../tenancy/store.ts'
import { deleteTenant } from '../tenancy/tenants.ts'
import { type TestTenancy, testTenancy, testTenant } from '../testing.ts'
import { openSessions, type Sessions } from './sessions.ts'
import { deviceLabel } from './view.ts'

const IDLE = 30 * 60_000
const MAX = 12 * 3_600_000
let tenancy: TestTenancy
let sessions: Sessions
before(async () => {
  tenancy = await testTenancy()
  sessions = openSessions({ ...tenancy, idleMs: IDLE, maxMs: MAX })
})
const visitor = { requestId: 'req_1', ip: '192.0.2.1', userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' }
const signIn = {
  authMethod: 'oidc',
  amr: ['pwd', 'otp'],
  tokens: { idToken: 'the-id-token', refreshToken: 'r' },
} as const
const withCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code
const personOf = (caller: Caller) => ({ id: caller.actor.id, email: 'a@example.com', displayName: caller.actor.label })

async function start(caller: Caller, old?: string) {
  const membership = (await findMembership(tenancy.db, caller.actor.id, caller.tenant))!
  return sessions.start(visitor, personOf(caller), membership, signIn, old)
}

test('a session has the current role of its user in the tenant', async () => {
  const tenant = await testTenant(tenancy, { plan: 'enterprise' })
  const member = await tenant.join('member')
  const { secret } = await start(member)
  const found = await sessions.find(visitor, secret)
  assert.deepEqual([found?.caller.tenant, found?.caller.role, found?.caller.plan], [tenant.id, 'member', 'enterprise'])
  assert.match(found!.caller.sessionId!, /^ses_/)
  await changeRole(tenancy, tenant.owner, member.actor.id, 'viewer')
  assert.equal((await sessions.find(visitor, secret))?.caller.role, 'viewer')
  await removeMember(tenancy, tenant.owner, member.actor.id)
  assert.equal(await sessions.find(visitor, secret), undefined)
})

test('a session expires after the idle time without a call, and calls extend it', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret } = await start(owner)
  for (let i = 0; i < 4; i++) {
    tenancy.clock.advance(IDLE - 60_000)
    assert.ok(await sessions.find(visitor, secret))
  }
  tenancy.clock.advance(IDLE - 60_000)
  assert.ok(await sessions.find(visitor, secret, true), 'an open stream does not extend it')
  tenancy.clock.advance(60_000)
  assert.equal(await sessions.find(visitor, secret), undefined)
})

test('a session expires after its maximum lifetime, however busy', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret, expiresAt } = await start(owner)
  while (tenancy.clock.now().getTime() + 20 * 60_000 < expiresAt.getTime()) {
    tenancy.clock.advance(20 * 60_000)
    assert.ok(await sessions.find(visitor, secret))
  }
  tenancy.clock.advance(20 * 60_000)
  assert.equal(await sessions.find(visitor, secret), undefined)
})

test('calls every half minute extend a session with an idle time of one minute', async () => {
  const { owner } = await testTenant(tenancy)
  const brief = openSessions({ ...tenancy, idleMs: 60_000, maxMs: MAX })
  const membership = (await findMembership(tenancy.db, owner.actor.id, owner.tenant))!
  const { secret } = await brief.start(visitor, personOf(owner), membership, signIn)
  for (let i = 0; i < 5; i++) {
    tenancy.clock.advance(30_000)
    assert.ok(await brief.find(visitor, secret))
  }
})

test("signing in issues a new value and invalidates the browser's previous one", async () => {
  const { owner } = await testTenant(tenancy)
  const first = await start(owner)
  const second = await start(owner, first.secret)
  assert.notEqual(second.secret, first.secret)
  assert.equal(await sessions.find(visitor, first.secret), undefined)
  assert.ok(await sessions.find(visitor, second.secret))
  const planted = await start(owner, 'planted-by-someone')
  assert.notEqual(planted.secret, 'planted-by-someone')
  assert.equal(await sessions.find(visitor, 'planted-by-someone'), undefined)
})

test('switching the tenant issues a new value, keeps the expiry, and requires a membership', async () => {
  const first = await testTenant(tenancy)
  const second = await testTenant(tenancy)
  const { secret, expiresAt } = await start(first.owner)
  await assert.rejects(sessions.switchTenant(visitor, secret, second.id), withCode('tenant_not_found'))
  await addMember(tenancy, second.owner, personOf(first.owner), 'reviewer')
  tenancy.clock.advance(60_000)
  const switched = await sessions.switchTenant(visitor, secret, second.id)
  assert.deepEqual(switched.expiresAt, expiresAt)
  const found = await sessions.find(visitor, switched.secret)
  assert.deepEqual([found?.caller.tenant, found?.caller.role], [second.id, 'reviewer'])
  assert.equal(await sessions.find(visitor, secret), undefined)
  assert.equal((await sessions.end(visitor, switched.secret)).idToken, 'the-id-token')
})

test('one of many simultaneous tenant switches with one session succeeds, and none after the session has ended', async () => {
  const { id, owner } = await testTenant(tenancy)
  const { secret } = await start(owner)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => sessions.switchTenant(visitor, secret, id)))
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected')
  assert.equal(refused.length, 7)
  for (const { reason } of refused) assert.ok(withCode('session_expired')(reason))
  assert.equal((await sessions.list(owner, {}, { limit: 10 })).items.length, 1)
})

test('signing out ends the session and returns the provider tokens, once', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret } = await start(owner)
  assert.deepEqual(await sessions.end(visitor, secret), signIn.tokens)
  assert.deepEqual(await sessions.end(visitor, secret), {})
  assert.equal(await sessions.find(visitor, secret), undefined)
})

test('neither the cookie nor the tokens can be read from the database', async () => {
  const { id, owner } = await testTenant(tenancy)
  const { secret } = await start(owner)
  const { rows } = await sql<{ text: string }>`
    select s::text as text from platform.sessions s where tenant_id = ${id}`.execute(tenancy.db)
  assert.equal(rows.length, 1)
  assert.ok(!rows[0]!.text.includes(secret) && !rows[0]!.text.includes('the-id-token'))
})

test('the list shows active sessions, with the current one marked', async () => {
  const { owner } = await testTenant(tenancy)
  const old = await start(owner)
  const { secret } = await start(owner)
  await sessions.end(visitor, old.secret)
  const { caller } = (await sessions.find(visitor, secret))!
  const { items } = await sessions.list(caller, { userId: owner.actor.id }, { limit: 10 })
  assert.equal(items.length, 1)
  const { id, current, auth_method, device_label, mfa, amr, org_id } = items[0]!
  assert.deepEqual([id, current, auth_method], [caller.sessionId, true, 'oidc'])
  assert.deepEqual([device_label, mfa, amr, org_id], ['Firefox on Linux', true, ['pwd', 'otp'], owner.tenant])
  tenancy.clock.advance(IDLE)
  assert.deepEqual((await sessions.list(caller, {}, { limit: 10 })).items, [])
})

test('members can end their own sessions, admins all of the tenant, strangers none', async () => {
  const tenant = await testTenant(tenancy)
  const stranger = await testTenant(tenancy)
  const member = await tenant.join('member')
  const colleague = await tenant.join('member')
  const idOf = async (secret: string) => (await sessions.find(visitor, secret))!.caller.sessionId!
  const first = await start(member)
  const id = await idOf(first.secret)
  await assert.rejects(sessions.revoke(stranger.owner, id), withCode('session_not_found'))
  await assert.rejects(sessions.revoke(colleague, id), withCode('session_not_found'))
  assert.deepEqual((await sessions.list(stranger.owner, {}, { limit: 10 })).items, [])
  await sessions.revoke(member, id)
  assert.equal(await sessions.find(visitor, first.secret), undefined)
  const second = await start(member)
  await sessions.revoke(tenant.owner, await idOf(second.secret))
  assert.equal(await sessions.find(visitor, second.secret), undefined)
})

test('a session ends with its tenant', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret } = await start(owner)
  await deleteTenant(tenancy, owner)
  assert.equal(await sessions.find(visitor, secret), undefined)
})

test('browsers that mimic others are recognized', () => {
  const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36'
  assert.equal(deviceLabel(chrome), 'Chrome on Windows')
  assert.equal(deviceLabel(`${chrome} Edg/140.0`), 'Edge on Windows')
  assert.equal(deviceLabel('Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Safari/604.1'), 'Safari on iPhone')
  assert.equal(deviceLabel('curl/8'), 'Unknown device')
})
