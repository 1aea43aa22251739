import type { CaseMember, RoleScope } from '@veritrace/contract/casework/access'
import { CASE_ROLE_OF, type CaseRole } from '@veritrace/contract/casework/roles'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import { fail, notFound } from '@veritrace/platform/errors'
import { findMember } from '@veritrace/platform/identity/tenancy/store'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { namesOf, roleGiven } from './rules.ts'
import { putRole, rolesOf } from './store.ts'
import { viewMember } from './view.ts'

/** Gives a member of the tenant a role in casework. Owners and admins of the tenant are always admins here. */
export async function giveRole(
  { db, clock, events }: Pick<Casework, 'db' | 'clock' | 'events'>,
  caller: Caller,
  { user_id, role, scope = 'workspace' }: { user_id: string; role: CaseRole; scope?: RoleScope },
): Promise<CaseMember> {
  return transact(db, async (tx) => {
    const member = (await findMember(tx, caller.tenant, user_id)) ?? notFound('member', user_id)
    if (CASE_ROLE_OF[member.role] === 'admin') fail('role_fixed')
    const given = await rolesOf(tx, scopeOf(caller), namesOf(member))
    const before = roleGiven(given, member)?.role ?? CASE_ROLE_OF[member.role]
    await putRole(tx, scopeOf(caller), { person: user_id, role, scope, by: caller.actor.id, at: clock.now() })
    await events.record(tx, caller, {
      action: 'casework_role.give',
      resource: { type: 'member', id: user_id, label: member.display_name },
      changes: [{ field: 'role', from: before, to: role }],
      data: { role, ...(scope === 'workspace' && { workspace: caller.workspace }) },
    })
    return viewMember(member, { role, scope })
  })
}
