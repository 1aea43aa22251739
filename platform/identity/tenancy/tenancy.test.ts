import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { isAppError } from '../../errors.ts'
import { removeMember } from '../leaving/remove-member.ts'
import { type House, somebody, testHouse, testTenant } from '../testing.ts'
import { listNames } from '../workspaces/store.ts'
import { insertOperator } from './house-store.ts'
import { addMember, changeRole } from './members.ts'
import { findMembership, findTenant, listMembers, listTenantsOf } from './store.ts'
import { createTenant, deleteTenant, ensureTenant, ensureWorkspace } from './tenants.ts'

let house: House
before(async () => {
  house = await testHouse()
})
const visitor = { requestId: 'req_1', ip: '192.0.2.1', userAgent: 'test' }
const withCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code
const fresh = () => `t-${crypto.randomUUID()}`

async function actionsOf(tenant: string): Promise<string[]> {
  const { rows } = await sql<{ action: string }>`
    select action from platform.audit_entries where tenant_id = ${tenant} order by sequence`.execute(house.db)
  return rows.map((row) => row.action)
}

test('ensuring a tenant that exists changes nothing', async () => {
  const id = fresh()
  const first = await ensureTenant(house.db, { id, displayName: 'Acme', plan: 'pro', products: ['graph'] })
  const second = await ensureTenant(house.db, { id, displayName: 'Other' })
  assert.deepEqual(second, first)
  assert.match(first.customer_id, /^cus_/)
  assert.deepEqual([first.plan, first.products, first.display_name], ['pro', ['graph'], 'Acme'])
  await ensureWorkspace(house.db, id, 'second')
  await ensureWorkspace(house.db, id, 'second')
  assert.deepEqual((await listNames(house.db, id, 9)).map((workspace) => workspace.id).sort(), ['second', id].sort())
})

test('an invalid or taken tenant ID is rejected', async () => {
  const { id } = await testTenant(house)
  await assert.rejects(ensureTenant(house.db, { id: 'Not A Slug', displayName: 'x' }), withCode('unacceptable'))
  await assert.rejects(createTenant(house, visitor, somebody(), { id, displayName: 'Again' }), withCode('slug_taken'))
  assert.deepEqual(await actionsOf(id), ['tenant.create'])
})

test('without a named tenant, a person acts for the one joined first, and never for a deleted one', async () => {
  const first = await testTenant(house)
  const second = await testTenant(house, { plan: 'enterprise' })
  const person = somebody()
  await addMember(house, first.owner, person, 'reviewer')
  house.clock.advance(1_000)
  await addMember(house, second.owner, person, 'admin')
  const found = await findMembership(house.db, person.id)
  assert.deepEqual([found?.tenant, found?.role, found?.operator], [first.id, 'reviewer', false])
  const named = await findMembership(house.db, person.id, second.id)
  assert.deepEqual([named?.role, named?.plan, named?.workspace], ['admin', 'enterprise', second.id])
  assert.deepEqual(
    (await listTenantsOf(house.db, person.id)).map((tenant) => tenant.id),
    [first.id, second.id],
  )
  await deleteTenant(house, first.owner)
  assert.equal(await findTenant(house.db, first.id), undefined)
  assert.equal(await findMembership(house.db, person.id, first.id), undefined)
  assert.equal((await findMembership(house.db, person.id))?.tenant, second.id)
  await assert.rejects(deleteTenant(house, first.owner), withCode('tenant_not_found'))
})

test('an operator is an operator in every tenant', async () => {
  const { owner, id } = await testTenant(house)
  await insertOperator(house.db, owner.actor.id)
  assert.equal((await findMembership(house.db, owner.actor.id, id))?.operator, true)
})

test('every change of membership is in the audit log', async () => {
  const tenant = await testTenant(house)
  const member = await tenant.join('member')
  await changeRole(house, tenant.owner, member.actor.id, 'admin')
  await changeRole(house, tenant.owner, member.actor.id, 'admin')
  await removeMember(house, tenant.owner, member.actor.id)
  assert.deepEqual(await actionsOf(tenant.id), ['tenant.create', 'member.add', 'member.change_role', 'member.remove'])
})

test('the last owner can neither leave nor step down', async () => {
  const { owner, join } = await testTenant(house)
  await join('admin')
  await assert.rejects(removeMember(house, owner, owner.actor.id), withCode('last_owner'))
  await assert.rejects(changeRole(house, owner, owner.actor.id, 'admin'), withCode('last_owner'))
  const second = await join('owner')
  await removeMember(house, owner, owner.actor.id)
  await assert.rejects(removeMember(house, second, second.actor.id), withCode('last_owner'))
})

test('if two owners leave at the same moment, one remains', async () => {
  const tenant = await testTenant(house)
  const second = await tenant.join('owner')
  const outcomes = await Promise.allSettled(
    [tenant.owner, second].map((owner) => removeMember(house, owner, owner.actor.id)),
  )
  assert.deepEqual(outcomes.map((outcome) => outcome.status).sort(), ['fulfilled', 'rejected'])
  assert.equal((await listMembers(house.db, tenant.id, { limit: 10 })).items.length, 1)
})

test('no one can grant a role above their own, or change a member above them', async () => {
  const { owner, join } = await testTenant(house)
  const admin = await join('admin')
  await assert.rejects(addMember(house, admin, somebody(), 'owner'), withCode('role_too_low'))
  await assert.rejects(changeRole(house, admin, admin.actor.id, 'owner'), withCode('role_too_low'))
  await assert.rejects(removeMember(house, admin, owner.actor.id), withCode('role_too_low'))
})

test('a stranger cannot find members of another tenant', async () => {
  const tenant = await testTenant(house)
  const member = await tenant.join('member')
  const stranger = await testTenant(house)
  await assert.rejects(removeMember(house, stranger.owner, member.actor.id), withCode('member_not_found'))
  await assert.rejects(changeRole(house, stranger.owner, member.actor.id, 'viewer'), withCode('member_not_found'))
})

test('members are listed in pages, in the order of joining', async () => {
  const tenant = await testTenant(house)
  const joined = [tenant.owner.actor.id]
  for (const role of ['member', 'viewer', 'admin'] as const) {
    house.clock.advance(1_000)
    joined.push((await tenant.join(role)).actor.id)
  }
  const first = await listMembers(house.db, tenant.id, { limit: 3 })
  const second = await listMembers(house.db, tenant.id, { limit: 3, cursor: first.next })
  assert.deepEqual(
    [...first.items, ...second.items].map((member) => member.user_id),
    joined,
  )
  assert.equal(second.next, '')
})
