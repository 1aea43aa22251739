import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { systemCaller } from '../../caller.ts'
import { isAppError } from '../../errors.ts'
import { removeMember } from '../leaving/remove-member.ts'
import { changeRole } from '../tenancy/members.ts'
import { deleteTenant } from '../tenancy/tenants.ts'
import { type TestTenancy, testTenancy, testTenant } from '../testing.ts'
import { type ApiKeys, openApiKeys } from './api-keys.ts'
import { isOwnWork, sharedPrincipals } from './separation-of-duties.ts'

let tenancy: TestTenancy
let keys: ApiKeys
before(async () => {
  tenancy = await testTenancy()
  keys = openApiKeys(tenancy)
})
const from = (ip: string) => ({ requestId: 'req_1', ip, userAgent: 'test' })
const visitor = from('192.0.2.1')
const withCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code

test('a key acts for its tenant with its role, member by default', async () => {
  const { id, owner } = await testTenant(tenancy, { plan: 'pro' })
  const key = await keys.create(owner, { name: 'CI' })
  assert.match(key.secret, /^vk_[0-9a-f]{8}_[\w-]{43}$/)
  const caller = await keys.resolve(visitor, key.secret)
  assert.deepEqual(
    [caller.tenant, caller.role, caller.plan, caller.actor, caller.customer],
    [id, 'member', 'pro', { type: 'api_key', id: key.id, label: 'CI' }, owner.customer],
  )
  const reader = await keys.create(owner, { name: 'Reader', role: 'viewer', scopes: ['graph:read'] })
  const resolved = await keys.resolve(visitor, reader.secret)
  assert.deepEqual([resolved.role, resolved.scopes], ['viewer', ['graph:read']])
})

test('the secret is shown once; the database has its hash and a prefix', async () => {
  const { id, owner } = await testTenant(tenancy)
  const key = await keys.create(owner, { name: 'CI' })
  const [listed] = (await keys.list(owner, { kind: 'api_key' }, { limit: 10 })).items
  assert.deepEqual({ ...listed, secret: key.secret }, key)
  const bare = key.secret.split('_').slice(2).join('_')
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select k::text as text from platform.api_keys k where tenant_id = ${id}
      union all select a::text from platform.audit_entries a where tenant_id = ${id}) rows
    where text like ${`%${bare}%`}`.execute(tenancy.db)
  assert.equal(rows[0]!.n, 0)
})

test('a wrong secret, an unknown prefix and a prefix of the other kind get the same error', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret } = await keys.create(owner, { name: 'CI' })
  // A cached success must not validate other secrets.
  await keys.resolve(visitor, secret)
  const wrong = `${secret.slice(0, -1)}${secret.endsWith('A') ? 'B' : 'A'}`
  for (const text of [wrong, secret.replace('vk_', 'pat_'), `vk_00000000_${'A'.repeat(43)}`, 'vk_', `${secret}A`])
    await assert.rejects(keys.resolve(visitor, text), withCode('invalid_token'))
})

test('a revoked key stops immediately in this process, and within a second in others', async () => {
  const { owner } = await testTenant(tenancy)
  const elsewhere = openApiKeys(tenancy)
  const { id, secret } = await keys.create(owner, { name: 'CI' })
  await keys.resolve(visitor, secret)
  await elsewhere.resolve(visitor, secret)
  const revoked = await keys.revoke(owner, id, 'leaked')
  assert.deepEqual([revoked.status, revoked.revoke_reason, revoked.revoked_by], ['revoked', 'leaked', owner.actor.id])
  await assert.rejects(keys.resolve(visitor, secret), withCode('invalid_token'))
  tenancy.clock.advance(1_001)
  await assert.rejects(elsewhere.resolve(visitor, secret), withCode('invalid_token'))
  assert.equal((await keys.revoke(owner, id)).revoke_reason, 'leaked')
})

test('an expired key stops working', async () => {
  const { owner } = await testTenant(tenancy)
  const expiresAt = new Date(tenancy.clock.now().getTime() + 5_000)
  const { secret } = await keys.create(owner, { name: 'Short', expiresAt })
  await keys.resolve(visitor, secret)
  tenancy.clock.advance(5_000)
  await assert.rejects(keys.resolve(visitor, secret), withCode('invalid_token'))
  assert.equal((await keys.list(owner, { kind: 'api_key' }, { limit: 1 })).items[0]!.status, 'expired')
  await assert.rejects(keys.create(owner, { name: 'Late', expiresAt }), withCode('unacceptable'))
})

test('a key with allowed addresses works only from them', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret } = await keys.create(owner, { name: 'Office', allowedCidrs: ['198.51.100.0/24', '2001:db8::/32'] })
  for (const ip of ['198.51.100.9', '::ffff:198.51.100.9', '2001:db8::1']) await keys.resolve(from(ip), secret)
  for (const ip of ['198.51.101.9', '2001:db9::1', '', 'unix'])
    await assert.rejects(keys.resolve(from(ip), secret), withCode('scope_denied'))
  await assert.rejects(keys.create(owner, { name: 'x', allowedCidrs: ['10.0.0.0/99'] }), withCode('unacceptable'))
})

test('a personal token acts as its user, with their current role, until they leave', async () => {
  const tenant = await testTenant(tenancy)
  const member = await tenant.join('member')
  const { secret } = await keys.create(member, { name: 'Laptop', kind: 'pat' })
  assert.match(secret, /^pat_/)
  const caller = await keys.resolve(visitor, secret)
  assert.deepEqual([caller.actor.type, caller.actor.id, caller.role], ['user', member.actor.id, 'member'])
  await changeRole(tenancy, tenant.owner, member.actor.id, 'viewer')
  tenancy.clock.advance(1_001)
  assert.equal((await keys.resolve(visitor, secret)).role, 'viewer')
  await removeMember(tenancy, tenant.owner, member.actor.id)
  tenancy.clock.advance(1_001)
  await assert.rejects(keys.resolve(visitor, secret), withCode('invalid_token'))
})

test('a key of a deleted tenant stops working', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret } = await keys.create(owner, { name: 'CI' })
  await deleteTenant(tenancy, owner)
  await assert.rejects(keys.resolve(visitor, secret), withCode('customer_not_resolved'))
})

test('the last use is written at most once a minute', async () => {
  const { owner } = await testTenant(tenancy)
  const { secret } = await keys.create(owner, { name: 'CI' })
  const lastUse = async () => {
    const { last_used_at, last_used_ip } = (await keys.list(owner, { kind: 'api_key' }, { limit: 1 })).items[0]!
    return [last_used_at, last_used_ip]
  }
  const first = tenancy.clock.now().toISOString()
  await keys.resolve(from('192.0.2.1'), secret)
  tenancy.clock.advance(59_000)
  await keys.resolve(from('192.0.2.2'), secret)
  assert.deepEqual(await lastUse(), [first, '192.0.2.1'])
  tenancy.clock.advance(1_000)
  await keys.resolve(from('192.0.2.3'), secret)
  assert.deepEqual(await lastUse(), [tenancy.clock.now().toISOString(), '192.0.2.3'])
})

test('no one can create a key with more rights than their own', async () => {
  const tenant = await testTenant(tenancy)
  const member = await tenant.join('member')
  await assert.rejects(keys.create(member, { name: 'x', role: 'admin' }), withCode('role_too_low'))
  const { secret } = await keys.create(tenant.owner, { name: 'x', role: 'admin', scopes: ['graph:read'] })
  const limited = await keys.resolve(visitor, secret)
  await assert.rejects(keys.create(limited, { name: 'y' }), withCode('scope_denied'))
  await assert.rejects(keys.create(limited, { name: 'y', scopes: ['graph:write'] }), withCode('scope_denied'))
  await keys.create(limited, { name: 'y', scopes: ['graph:read'] })
  await assert.rejects(keys.create(limited, { name: 'y', kind: 'pat' }), withCode('unacceptable'))
})

test('a key made by a caller with some products covers those of them that the tenant still has, and passes the limit on', async () => {
  const tenant = await testTenant(tenancy)
  const narrow = { ...tenant.owner, productLimit: ['graph', 'provenance'] }
  for (const kind of ['api_key', 'pat'] as const) {
    const made = await keys.create(narrow, { name: 'x', kind })
    const resolved = await keys.resolve(visitor, made.secret)
    assert.deepEqual([...resolved.products].sort(), ['graph', 'provenance'])
    const next = await keys.create(resolved, { name: 'y', role: 'viewer' })
    assert.deepEqual([...(await keys.resolve(visitor, next.secret)).products].sort(), ['graph', 'provenance'])
  }
  const { secret } = await keys.create(narrow, { name: 'z' })
  await sql`update platform.tenants set products = '{graph,casework}' where id = ${tenant.id}`.execute(tenancy.db)
  assert.deepEqual((await keys.resolve(visitor, secret)).products, ['graph'])
  const whole = await keys.create(tenant.owner, { name: 'whole' })
  assert.deepEqual((await keys.resolve(visitor, whole.secret)).products, ['graph', 'casework'])
})

test('a key passes on its expiry and addresses, which can only be narrowed', async () => {
  const tenant = await testTenant(tenancy)
  const inDays = (days: number) => new Date(tenancy.clock.now().getTime() + days * 86_400_000)
  const limits = { allowedCidrs: ['192.0.2.0/24'], expiresAt: inDays(2) }
  for (const kind of ['api_key', 'pat'] as const) {
    const { secret } = await keys.create(tenant.owner, { name: 'x', kind, ...limits })
    const limited = await keys.resolve({ ...visitor, ip: '192.0.2.9' }, secret)
    for (const more of [
      { allowedCidrs: ['192.0.2.0/24', '198.51.100.1'] },
      { allowedCidrs: ['192.0.0.0/16'] },
      { allowedCidrs: ['::/0'] },
      { expiresAt: inDays(3) },
    ])
      await assert.rejects(
        keys.create(limited, { name: 'y', kind: 'api_key', role: 'viewer', ...more }),
        withCode('scope_denied'),
      )
    const same = await keys.create(limited, { name: 'y', role: 'viewer' })
    assert.deepEqual([same.allowed_cidrs, same.expires_at], [limits.allowedCidrs, limits.expiresAt.toISOString()])
    const narrowed = { allowedCidrs: ['192.0.2.128/25'], expiresAt: inDays(1) }
    const narrow = await keys.create(limited, { name: 'z', role: 'viewer', ...narrowed })
    assert.deepEqual(
      [narrow.allowed_cidrs, narrow.expires_at],
      [narrowed.allowedCidrs, narrowed.expiresAt.toISOString()],
    )
  }
})

test('a stranger can neither see nor revoke a key, nor a member that of a colleague', async () => {
  const tenant = await testTenant(tenancy)
  const stranger = await testTenant(tenancy)
  const member = await tenant.join('member')
  const { id, secret } = await keys.create(tenant.owner, { name: 'CI' })
  assert.deepEqual((await keys.list(stranger.owner, { kind: 'api_key' }, { limit: 10 })).items, [])
  await assert.rejects(keys.revoke(stranger.owner, id), withCode('api_key_not_found'))
  await assert.rejects(keys.revoke(member, id), withCode('api_key_not_found'))
  await keys.resolve(visitor, secret)
})

test('keys are listed in pages, newest first, personal tokens separately', async () => {
  const tenant = await testTenant(tenancy)
  const member = await tenant.join('member')
  const made: string[] = []
  for (let i = 0; i < 3; i++) made.unshift((await keys.create(tenant.owner, { name: `k${i}` })).id)
  const pat = await keys.create(member, { name: 'mine', kind: 'pat' })
  const first = await keys.list(tenant.owner, { kind: 'api_key' }, { limit: 2 })
  const second = await keys.list(tenant.owner, { kind: 'api_key' }, { limit: 2, cursor: first.next })
  assert.deepEqual([...first.items, ...second.items].map((key) => key.id).sort(), made.sort())
  const own = await keys.list(member, { kind: 'pat', userId: member.actor.id }, { limit: 2 })
  assert.deepEqual(
    own.items.map((key) => key.id),
    [pat.id],
  )
})

test('a key belongs to its maker, also through other keys; keys made by the platform belong to themselves', async () => {
  const { id, owner } = await testTenant(tenancy)
  const made = async (by: Parameters<ApiKeys['create']>[0]) =>
    keys.resolve(visitor, (await keys.create(by, { name: 'K' })).secret)
  const first = await made(owner)
  const [second, beside] = [await made(first), await made(owner)]
  const system = systemCaller(id, owner.customer)
  const [one, two] = [await made(system), await made(system)]
  const { db } = tenancy
  const all = [owner, first, second, beside]
  for (const caller of all)
    for (const { actor } of all) assert.equal(await isOwnWork(db, caller, actor.id), true, actor.label)
  for (const { actor } of [one, two, { actor: { id: 'usr_other' } }])
    assert.equal(await isOwnWork(db, second, actor.id), false)
  assert.deepEqual([await isOwnWork(db, one, one.actor.id), await isOwnWork(db, one, two.actor.id)], [true, false])
  const principals = await sharedPrincipals(db, second, [beside.actor.id, one.actor.id])
  assert.deepEqual(principals.toSorted(), [owner, first, second, beside, one].map(({ actor }) => actor.id).toSorted())
  const stranger = await testTenant(tenancy)
  assert.equal(await isOwnWork(db, { ...stranger.owner, actor: first.actor }, owner.actor.id), false, 'elsewhere')
})
