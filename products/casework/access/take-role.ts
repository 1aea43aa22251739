import type { CaseMember } from '@veritrace/contract/casework/access'
import { CASE_ROLE_OF } from '@veritrace/contract/casework/roles'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { findMember } from '@veritrace/platform/identity/tenancy/store'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { namesOf, roleGiven } from './rules.ts'
import { deleteRolesIn, rolesOf } from './store.ts'
import { viewMember } from './view.ts'

/** Resets a member to their standard role. Only tenant admins can remove people from the tenant. */
export async function takeRole(
  { db, events }: Pick<Casework, 'db' | 'events'>,
  caller: Caller,
  userId: string,
): Promise<CaseMember> {
  return transact(db, async (tx) => {
    const member = (await findMember(tx, caller.tenant, userId)) ?? notFound('member', userId)
    const standard = CASE_ROLE_OF[member.role]
    if (standard === 'admin') fail('role_fixed')
    const given = roleGiven(await rolesOf(tx, scopeOf(caller), namesOf(member)), member)
    if (given === undefined) return viewMember(member, undefined)
    await deleteRolesIn(tx, scopeOf(caller), namesOf(member))
    await events.record(tx, caller, {
      action: 'casework_role.take',
      resource: { type: 'member', id: userId, label: member.display_name },
      changes: [{ field: 'role', from: given, to: standard }],
    })
    return viewMember(member, undefined)
  })
}
