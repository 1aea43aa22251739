import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { sql } from 'kysely'
import { isAppError } from '../../errors.ts'
import { findMembership } from '../tenancy/store.ts'
import { deleteTenant } from '../tenancy/tenants.ts'
import { type TestTenancy, testPerson, testTenancy, testTenant } from '../testing.ts'
import { acceptInvitation, invite, revokeInvitation } from './invitations.ts'
import { listInvitations } from './store.ts'

let tenancy: TestTenancy
before(async () => {
  tenancy = await testTenancy()
})
const visitor = { requestId: 'req_1', ip: '192.0.2.1', userAgent: 'test' }
const withCode = (code: string) => (error: unknown) => isAppError(error) && error.code === code
const ADA = 'ada@example.com'
const personWithEmail = (email: string | null) => ({ ...testPerson(), email })
const WEEK = 7 * 24 * 3_600_000

test('an invitation makes its recipient a member, once', async () => {
  const { id, owner } = await testTenant(tenancy)
  const { token } = await invite(tenancy, owner, { email: ADA, role: 'reviewer' })
  const ada = personWithEmail('Ada@Example.com')
  assert.equal((await acceptInvitation(tenancy, visitor, ada, token)).role, 'reviewer')
  await assert.rejects(
    acceptInvitation(tenancy, visitor, personWithEmail(ADA), token),
    withCode('invitation_not_found'),
  )
  await assert.rejects(acceptInvitation(tenancy, visitor, ada, token), withCode('invitation_not_found'))
  assert.equal((await findMembership(tenancy.db, ada.id, id))?.role, 'reviewer')
})

test('a forwarded link admits no one else and remains valid', async () => {
  const { owner } = await testTenant(tenancy)
  const { token } = await invite(tenancy, owner, { email: ADA, role: 'admin' })
  for (const email of ['eve@example.com', null])
    await assert.rejects(
      acceptInvitation(tenancy, visitor, personWithEmail(email), token),
      withCode('invitation_for_other'),
    )
  assert.equal((await acceptInvitation(tenancy, visitor, personWithEmail(ADA), token)).role, 'admin')
})

test('if ten people use the same link at once, only one gets in', async () => {
  const { owner } = await testTenant(tenancy)
  const { token } = await invite(tenancy, owner, { email: ADA, role: 'member' })
  const tries = Array.from({ length: 10 }, () => acceptInvitation(tenancy, visitor, personWithEmail(ADA), token))
  const outcomes = await Promise.allSettled(tries)
  assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
})

test('an invitation expires after seven days', async () => {
  const { owner } = await testTenant(tenancy)
  const { token } = await invite(tenancy, owner, { email: ADA, role: 'member' })
  tenancy.clock.advance(WEEK)
  await assert.rejects(acceptInvitation(tenancy, visitor, personWithEmail(ADA), token), withCode('invitation_expired'))
})

test('a revoked invitation, one of a deleted tenant and an unknown one are not found', async () => {
  const { owner } = await testTenant(tenancy)
  const first = await invite(tenancy, owner, { email: ADA, role: 'member' })
  await revokeInvitation(tenancy, owner, first.id)
  await assert.rejects(
    acceptInvitation(tenancy, visitor, personWithEmail(ADA), first.token),
    withCode('invitation_not_found'),
  )
  await assert.rejects(revokeInvitation(tenancy, owner, first.id), withCode('invitation_not_found'))
  await assert.rejects(
    acceptInvitation(tenancy, visitor, personWithEmail(ADA), 'invented'),
    withCode('invitation_not_found'),
  )
  const second = await invite(tenancy, owner, { email: ADA, role: 'member' })
  await deleteTenant(tenancy, owner)
  await assert.rejects(
    acceptInvitation(tenancy, visitor, personWithEmail(ADA), second.token),
    withCode('invitation_not_found'),
  )
})

test('a newer invitation to the same email address replaces the older one, in any spelling', async () => {
  const { id, owner } = await testTenant(tenancy)
  const older = await invite(tenancy, owner, { email: ADA, role: 'member' })
  const newer = await invite(tenancy, owner, { email: 'Ada@Example.com', role: 'viewer' })
  assert.deepEqual(
    (await listInvitations(tenancy.db, id, { limit: 10 })).items.map((open) => open.id),
    [newer.id],
  )
  await assert.rejects(
    acceptInvitation(tenancy, visitor, personWithEmail(ADA), older.token),
    withCode('invitation_not_found'),
  )
})

test('simultaneous invitations to one email address all succeed, and only the last one is valid', async () => {
  const { id, owner } = await testTenant(tenancy)
  await Promise.all(Array.from({ length: 6 }, () => invite(tenancy, owner, { email: ADA, role: 'viewer' })))
  assert.equal((await listInvitations(tenancy.db, id, { limit: 10 })).items.length, 1)
})

test('no one can be invited to a deleted workspace', async () => {
  const { owner } = await testTenant(tenancy)
  await deleteTenant(tenancy, owner)
  await assert.rejects(invite(tenancy, owner, { email: ADA, role: 'viewer' }), withCode('customer_not_resolved'))
})

test('an existing member keeps their role', async () => {
  const { owner, join } = await testTenant(tenancy)
  const admin = await join('admin')
  const { token } = await invite(tenancy, owner, { email: ADA, role: 'viewer' })
  const person = { id: admin.actor.id, email: ADA, displayName: 'Ada' }
  assert.equal((await acceptInvitation(tenancy, visitor, person, token)).role, 'admin')
})

test('no one can invite to a role above their own', async () => {
  const { join } = await testTenant(tenancy)
  const admin = await join('admin')
  await assert.rejects(invite(tenancy, admin, { email: ADA, role: 'owner' }), withCode('role_too_low'))
})

test('a stranger can neither see nor revoke an invitation', async () => {
  const { owner } = await testTenant(tenancy)
  const stranger = await testTenant(tenancy)
  const { id } = await invite(tenancy, owner, { email: ADA, role: 'member' })
  assert.deepEqual((await listInvitations(tenancy.db, stranger.id, { limit: 10 })).items, [])
  await assert.rejects(revokeInvitation(tenancy, stranger.owner, id), withCode('invitation_not_found'))
})

test('the token itself is not stored in the database', async () => {
  const { id, owner } = await testTenant(tenancy)
  const { token } = await invite(tenancy, owner, { email: ADA, role: 'member' })
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select i::text as text from platform.invitations i where tenant_id = ${id}
      union all select a::text from platform.audit_entries a where tenant_id = ${id}) rows
    where text like ${`%${token}%`}`.execute(tenancy.db)
  assert.equal(rows[0]!.n, 0)
})
