// Roles of casework through HTTP: permissions of keys and members, and invitations.
import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { access } from '@veritrace/contract/casework/access'
import { caseworkHealth } from '@veritrace/contract/casework/health'
import { systemCaller } from '@veritrace/platform/caller'
import { insertMember } from '@veritrace/platform/identity/tenancy/store'
import type { TestApp } from '@veritrace/platform/testing/app'
import { caseworkApp } from '../testing.ts'
import { acceptInvite } from './invite-person.ts'
import { openRoleOf } from './role-of.ts'

let app: TestApp
before(async () => {
  app = await caseworkApp()
})

const scope = (tenant: string) => ({ 'x-tenant-id': tenant, 'x-workspace-id': tenant, 'x-context-id': 'default' })

async function member(tenant: string, id: string, role: 'viewer' | 'member' | 'owner') {
  const row = {
    tenant_id: tenant,
    user_id: id,
    role,
    email: `${id}@example.com`,
    display_name: id,
    joined_at: new Date(),
  }
  await insertMember(app.platform.db, row)
}

test('a key has the permissions of the role it was created with', async () => {
  const tenant = await app.tenant()
  const me = await app.client(access, tenant, 'member').me({ headers: scope(tenant.id) })
  assert.deepEqual([me.role, me.tenant_role], ['architect', 'member'])
  assert.ok(me.may.includes('decide') && !me.may.includes('judge'))
})

test('a member has the role given by a casework admin, and an owner always stays admin', async () => {
  const tenant = await app.tenant()
  await member(tenant.id, 'uma', 'member')
  await member(tenant.id, 'olof', 'owner')
  const { client, id } = await app.person(tenant, 'admin')
  const admin = client(access)
  const headers = scope(tenant.id)
  const given = await admin.giveRole({ body: { user_id: 'uma', role: 'analyst' }, headers })
  assert.deepEqual([given.role, given.given], ['analyst', true])
  const refused = admin.giveRole({ body: { user_id: 'olof', role: 'viewer' }, headers })
  await assert.rejects(refused, { code: 'role_fixed' })
  const caller = {
    ...systemCaller(tenant.id, tenant.customer_id),
    role: 'member' as const,
    actor: { type: 'user' as const, id: 'uma', label: 'Uma' },
  }
  assert.equal(await openRoleOf(app.platform)(caller), 'analyst')
  const items = (await admin.members({ headers })).items.filter((one) => one.id !== id)
  assert.deepEqual(items.map((one) => [one.id, one.role]).toSorted(), [
    ['olof', 'admin'],
    ['uma', 'analyst'],
  ])
})

test('the admins to contact are listed even if many members joined before them', async () => {
  const tenant = await app.tenant()
  for (let i = 0; i < 60; i++) await member(tenant.id, `early-${i}`, 'member')
  await member(tenant.id, 'olga', 'owner')
  assert.deepEqual((await app.client(access, tenant, 'viewer').me({ headers: scope(tenant.id) })).admins, ['olga'])
})

test('only admins see members and invitations', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  for (const role of ['viewer', 'reviewer', 'member'] as const) {
    const client = app.client(access, tenant, role)
    await assert.rejects(client.members({ headers }), { code: 'role_required' })
    await assert.rejects(client.invite({ body: { email: 'x@example.com', role: 'viewer' }, headers }), {
      code: 'role_too_low',
    })
  }
})

test('an invitation can be read with its link, which is shown once, until it is revoked', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  const admin = (await app.person(tenant, 'admin')).client(access)
  const made = await admin.invite({ body: { email: 'Ada@example.com', role: 'analyst' }, headers })
  const token = made.link!.split('/').at(-1)!
  const read = await app.visitor(access).readInvite({ params: { token } })
  assert.deepEqual([read.status, read.role, read.email], ['pending', 'analyst', 'Ada@example.com'])
  const { items } = await admin.invites({ headers })
  assert.deepEqual(
    items.map(({ id, role }) => [id, role]),
    [[made.id, 'analyst']],
  )
  assert.ok(!JSON.stringify(items).includes(token))
  await admin.revokeInvite({ params: { id: made.id }, headers })
  assert.equal((await app.visitor(access).readInvite({ params: { token } })).status, 'revoked')
  await assert.rejects(app.visitor(access).readInvite({ params: { token: 'x'.repeat(43) } }), { status: 404 })
})

test('an invitation is accepted once, by the person it was sent to, with the role it offers', async () => {
  const [home, hosts] = [await app.tenant(), await app.tenant()]
  await member(home.id, 'ada', 'member')
  await member(home.id, 'eve', 'member')
  const as = (id: string) => ({
    ...systemCaller(home.id, home.customer_id),
    actor: { type: 'user' as const, id, label: id },
  })
  const headers = { ...scope(hosts.id), 'x-workspace-id': 'main' }
  const body = { email: 'Ada@example.com', role: 'analyst' as const }
  const made = await (await app.person(hosts, 'admin')).client(access).invite({ body, headers })
  const token = made.link!.split('/').at(-1)!
  assert.equal((await app.visitor(access).readInvite({ params: { token } })).role, 'analyst')
  await assert.rejects(acceptInvite(app.platform, as('eve'), token), { code: 'invitation_for_other' })
  assert.deepEqual(await acceptInvite(app.platform, as('ada'), token), { tenant: hosts.id, role: 'analyst' })
  await assert.rejects(acceptInvite(app.platform, as('ada'), token), { code: 'already_member' })
  const there = { ...as('ada'), tenant: hosts.id, workspace: 'main', role: 'member' as const }
  assert.equal(await openRoleOf(app.platform)(there), 'analyst')
})

test('a member who rejoins has the new role, not the one from before', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  const admin = (await app.person(tenant, 'admin')).client(access)
  const roleNow = async () => {
    const caller = { ...systemCaller(tenant.id, tenant.customer_id), role: 'viewer' as const, workspace: tenant.id }
    return openRoleOf(app.platform)({ ...caller, actor: { type: 'user', id: 'uma', label: 'Uma' } })
  }
  await member(tenant.id, 'uma', 'viewer')
  await admin.giveRole({ body: { user_id: 'uma', role: 'operator' }, headers })
  assert.equal(await roleNow(), 'operator')
  await admin.removeMember({ params: { id: 'uma' }, headers })
  await member(tenant.id, 'uma', 'viewer')
  assert.equal(await roleNow(), 'viewer')
  const { items } = await admin.members({ headers })
  assert.deepEqual(
    items.filter(({ id }) => id === 'uma').map(({ role, given }) => [role, given]),
    [['viewer', false]],
  )
})

test('a revoked invitation does not pass its role to anyone', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  const admin = (await app.person(tenant, 'admin')).client(access)
  const made = await admin.invite({ body: { email: 'Uma@example.com', role: 'operator' }, headers })
  await admin.revokeInvite({ params: { id: made.id }, headers })
  await member(tenant.id, 'uma', 'viewer')
  const { items } = await admin.members({ headers })
  assert.deepEqual(
    items.filter(({ id }) => id === 'uma').map(({ id, role }) => [id, role]),
    [['uma', 'viewer']],
  )
  await assert.rejects(admin.revokeInvite({ params: { id: made.id }, headers }), { status: 404 })
  const actions = (await app.audit(tenant)).map(({ action }) => action)
  assert.deepEqual(actions, ['session.create', 'invitation.create', 'invitation.revoke'])
})

test('an invitation shows the role that it offered, whatever a later one offers', async () => {
  const tenant = await app.tenant()
  const headers = scope(tenant.id)
  const admin = (await app.person(tenant, 'admin')).client(access)
  const invite = async (role: 'analyst' | 'operator' | 'admin') => {
    const made = await admin.invite({ body: { email: 'una@example.com', role }, headers })
    return { id: made.id, token: made.link!.split('/').at(-1)! }
  }
  const shown = async ({ token }: { token: string }) => {
    const { status, role } = await app.visitor(access).readInvite({ params: { token } })
    return [status, role]
  }
  const first = await invite('analyst')
  await admin.revokeInvite({ params: { id: first.id }, headers })
  assert.deepEqual(await shown(first), ['revoked', 'analyst'])
  const second = await invite('operator')
  const third = await invite('admin')
  assert.deepEqual(
    [await shown(first), await shown(second), await shown(third)],
    [
      ['revoked', 'analyst'],
      ['revoked', 'operator'],
      ['pending', 'admin'],
    ],
  )
})

test('a call that names a context of another tenant is rejected', async () => {
  const tenant = await app.tenant()
  const call = (context: string) =>
    app.client(access, tenant, 'admin').me({ headers: { ...scope(tenant.id), 'x-context-id': context } })
  assert.equal((await call(`urn:tenant:${tenant.id}:ws:main:graph:default`)).tenant, tenant.id)
  await assert.rejects(call('urn:tenant:somebody-else:ws:main:graph:default'), { code: 'tenant_mismatch' })
})

test('an admin cannot see or revoke invitations of another tenant', async () => {
  const [a, b] = [await app.tenant(), await app.tenant()]
  const made = await (await app.person(a, 'admin'))
    .client(access)
    .invite({ body: { email: 'ada@example.com', role: 'viewer' }, headers: scope(a.id) })
  const stranger = (await app.person(b, 'admin')).client(access)
  await assert.rejects(stranger.revokeInvite({ params: { id: made.id }, headers: scope(b.id) }), { status: 404 })
  assert.deepEqual((await stranger.invites({ headers: scope(b.id) })).items, [])
})

test('anyone may read the health of casework', async () => {
  const { status, dependencies } = await app.visitor(caseworkHealth).read()
  assert.deepEqual([status, dependencies.database?.status], ['ok', 'ok'])
})
