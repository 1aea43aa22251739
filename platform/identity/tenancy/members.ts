// The members of a tenant and their roles. A tenant always has an owner.
import { ROLES, type Role } from '@veritrace/contract/endpoint'
import { type Caller, hasRole } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import { revokeBeyond } from '../invitations/store.ts'
import type { Person } from './person.ts'
import { findMember, insertMember, lockOwners, type Member, updateMember } from './store.ts'
import type { Tenancy } from './tenants.ts'

/** Makes the person a member of the caller's tenant; an existing member is not changed. */
export async function addMember(
  { db, events, clock }: Tenancy,
  caller: Caller,
  person: Person,
  role: Role,
): Promise<Member> {
  mayGive(caller, role)
  return transact(db, async (tx) => {
    const added = await insertMember(tx, {
      tenant_id: caller.tenant,
      user_id: person.id,
      role,
      email: person.email,
      display_name: person.displayName,
      joined_at: clock.now(),
    })
    const member = (await findMember(tx, caller.tenant, person.id))!
    if (added) await events.record(tx, caller, { action: 'member.add', resource: asResource(member), data: { role } })
    return member
  })
}

/**
 * Limits everything they created from the next call on, without a write: each use checks the owner's current role. Open
 * invitations that they could no longer send are revoked.
 */
export async function changeRole(
  { db, events, clock }: Tenancy,
  caller: Caller,
  userId: string,
  role: Role,
): Promise<Member> {
  mayGive(caller, role)
  return transact(db, async (tx) => {
    const member = await lockMember(tx, caller, userId, role)
    if (member.role === role) return member
    await updateMember(tx, caller.tenant, userId, { role })
    const withdrawn = await revokeBeyond(tx, caller.tenant, userId, role, clock.now())
    await events.record(tx, caller, {
      action: 'member.change_role',
      resource: asResource(member),
      changes: [{ field: 'role', from: member.role, to: role }],
      ...(withdrawn > 0 && { data: { invitations_withdrawn: withdrawn } }),
    })
    return { ...member, role }
  })
}

/** No one can grant a higher role than their own; otherwise an admin could become an owner through a friend. */
export function mayGive(caller: Caller, role: Role): void {
  if (!hasRole(caller, role)) fail('role_too_low', `You are ${caller.role} and cannot make someone ${role}.`)
}

/** Returns the member with the owners locked; refuses to change a member above the caller, or the last owner. */
export async function lockMember(tx: Db, caller: Caller, userId: string, next: Role | undefined): Promise<Member> {
  const owners = await lockOwners(tx, caller.tenant)
  const member = (await findMember(tx, caller.tenant, userId)) ?? notFound('member', userId)
  if (ROLES.indexOf(member.role) > ROLES.indexOf(caller.role))
    fail('role_too_low', `You are ${caller.role} and cannot change someone who is ${member.role}.`)
  if (next !== 'owner' && owners.length === 1 && owners[0] === userId) fail('last_owner')
  return member
}

export const asResource = (member: Pick<Member, 'user_id' | 'display_name'>) => ({
  type: 'member',
  id: member.user_id,
  label: member.display_name,
})
