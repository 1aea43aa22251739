import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { isAppError } from '../../errors.ts'
import { removeMember } from '../leaving/remove-member.ts'
import { type TestTenancy, testPerson, testTenancy, testTenant } from '../testing.ts'
import { listNames } from '../workspaces/store.ts'
import { insertOperator } from './installation-store.ts'
import { addMember, changeRole } from './members.ts'
import { findMembership, findTenant, listMembers, listTenantsOf } from './store.ts'
import { createTenant, deleteTenant, ensureTenant, ensureWorkspace } from './tenants.ts'

let tenancy: TestTenancy
before(async () => {
  tenancy = await testTenancy()
})
const visitor = { requestId: 'req_1', ip: '192.0.2.1', userAgent: 'test' }
const withCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code
const fresh = () => `t-${crypto.randomUUID()}`

async function actionsOf(tenant: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit_entries where tenant_id = ${tenant} order by sequence`.execute(tenancy.db)
  return rows.map((row) => row.action)
}

test('ensuring a tenant that exists changes nothing', async () => {
  const id = fresh()
  const first = await ensureTenant(tenancy.db, { id, displayName: 'Acme', plan: 'pro', products: ['graph'] })
  const second = await ensureTenant(tenancy.db, { id, displayName: 'Other' })
  assert.deepEqual(second, first)
  assert.match(first.customer_id, /^cus_/)
  assert.deepEqual([first.plan, first.products, first.display_name], ['pro', ['graph'], 'Acme'])
  await ensureWorkspace(tenancy.db, id, 'second')
  await ensureWorkspace(tenancy.db, id, 'second')
  assert.deepEqual((await listNames(tenancy.db, id, 9)).map((workspace) => workspace.id).sort(), ['second', id].sort())
})

test('an invalid or taken tenant ID is rejected', async () => {
  const { id } = await testTenant(tenancy)
  await assert.rejects(ensureTenant(tenancy.db, { id: 'Not A Slug', displayName: 'x' }), withCode('unacceptable'))
  await assert.rejects(
    createTenant(tenancy, visitor, testPerson(), { id, displayName: 'Again' }),
    withCode('slug_taken'),
  )
  assert.deepEqual(await actionsOf(id), ['tenant.create'])
})

test('without a named tenant, a person acts for the one joined first, and never for a deleted one', async () => {
  const first = await testTenant(tenancy)
  const second = await testTenant(tenancy, { plan: 'enterprise' })
  const person = testPerson()
  await addMember(tenancy, first.owner, person, 'reviewer')
  tenancy.clock.advance(1_000)
  await addMember(tenancy, second.owner, person, 'admin')
  const found = await findMembership(tenancy.db, person.id)
  assert.deepEqual([found?.tenant, found?.role, found?.operator], [first.id, 'reviewer', false])
  const named = await findMembership(tenancy.db, person.id, second.id)
  assert.deepEqual([named?.role, named?.plan, named?.workspace], ['admin', 'enterprise', second.id])
  assert.deepEqual(
    (await listTenantsOf(tenancy.db, person.id)).map((tenant) => tenant.id),
    [first.id, second.id],
  )
  await deleteTenant(tenancy, first.owner)
  assert.equal(await findTenant(tenancy.db, first.id), undefined)
  assert.equal(await findMembership(tenancy.db, person.id, first.id), undefined)
  assert.equal((await findMembership(tenancy.db, person.id))?.tenant, second.id)
  await assert.rejects(deleteTenant(tenancy, first.owner), withCode('tenant_not_found'))
})

test('an operator is an operator in every tenant', async () => {
  const { owner, id } = await testTenant(tenancy)
  await insertOperator(tenancy.db, owner.actor.id)
  assert.equal((await findMembership(tenancy.db, owner.actor.id, id))?.operator, true)
})

test('every change of membership is in the audit log', async () => {
  const tenant = await testTenant(tenancy)
  const member = await tenant.join('member')
  await changeRole(tenancy, tenant.owner, member.actor.id, 'admin')
  await changeRole(tenancy, tenant.owner, member.actor.id, 'admin')
  await removeMember(tenancy, tenant.owner, member.actor.id)
  assert.deepEqual(await actionsOf(tenant.id), ['tenant.create', 'member.add', 'member.change_role', 'member.remove'])
})

test('the last owner can neither leave nor step down', async () => {
  const { owner, join } = await testTenant(tenancy)
  await join('admin')
  await assert.rejects(removeMember(tenancy, owner, owner.actor.id), withCode('last_owner'))
  await assert.rejects(changeRole(tenancy, owner, owner.actor.id, 'admin'), withCode('last_owner'))
  const second = await join('owner')
  await removeMember(tenancy, owner, owner.actor.id)
  await assert.rejects(removeMember(tenancy, second, second.actor.id), withCode('last_owner'))
})

test('if two owners leave at the same moment, one remains', async () => {
  const tenant = await testTenant(tenancy)
  const second = await tenant.join('owner')
  const outcomes = await Promise.allSettled(
    [tenant.owner, second].map((owner) => removeMember(tenancy, owner, owner.actor.id)),
  )
  assert.deepEqual(outcomes.map((outcome) => outcome.status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await listMembers(tenancy.db, tenant.id, { limit: 10 })).items.length, 1)
})

test('no one can grant a role above their own, or change a member above them', async () => {
  const { owner, join } = await testTenant(tenancy)
  const admin = await join('admin')
  await assert.rejects(addMember(tenancy, admin, testPerson(), 'owner'), withCode('role_too_low'))
  await assert.rejects(changeRole(tenancy, admin, admin.actor.id, 'owner'), withCode('role_too_low'))
  await assert.rejects(removeMember(tenancy, admin, owner.actor.id), withCode('role_too_low'))
})

test('a stranger cannot find members of another tenant', async () => {
  const tenant = await testTenant(tenancy)
  const member = await tenant.join('member')
  const stranger = await testTenant(tenancy)
  await assert.rejects(removeMember(tenancy, stranger.owner, member.actor.id), withCode('member_not_found'))
  await assert.rejects(changeRole(tenancy, stranger.owner, member.actor.id, 'viewer'), withCode('member_not_found'))
})

test('members are listed in pages, in the order of joining', async () => {
  const tenant = await testTenant(tenancy)
  const joined = [tenant.owner.actor.id]
  for (const role of ['member', 'viewer', 'admin'] as const) {
    tenancy.clock.advance(1_000)
    joined.push((await tenant.join(role)).actor.id)
  }
  const first = await listMembers(tenancy.db, tenant.id, { limit: 3 })
  const second = await listMembers(tenancy.db, tenant.id, { limit: 3, cursor: first.next })
  assert.deepEqual(
    [...first.items, ...second.items].map((member) => member.user_id),
    joined,
  )
  assert.equal(second.next, '')
})
