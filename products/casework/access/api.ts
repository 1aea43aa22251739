// People and access: the endpoints of contract/casework/access.ts.
import { access } from '@veritrace/contract/casework/access'
import { CASE_ROLE_OF } from '@veritrace/contract/casework/roles'
import { ROLES } from '@veritrace/contract/endpoint'
import { listInvitations } from '@veritrace/platform/identity/invitations/store'
import { listHoldings, removeMember } from '@veritrace/platform/identity/leaving/remove-member'
import { listMembers, listMembersAs } from '@veritrace/platform/identity/tenancy/store'
import { implement } from '@veritrace/platform/implement'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { giveRole } from './give-role.ts'
import { acceptInvite, invitePerson, readInvite, withdrawInvite } from './invite-person.ts'
import type { RoleOf } from './role-of.ts'
import { familiesOf, mailPerson, namesOf, roleGiven } from './rules.ts'
import { rolesOf } from './store.ts'
import { takeRole } from './take-role.ts'
import { viewInvite, viewMember } from './view.ts'

const MAX_ADMINS = 5
/** Roles of the tenant that count as admin in casework. */
const ADMINS = ROLES.filter((role) => CASE_ROLE_OF[role] === 'admin')

export const accessApi = (deps: Casework, roleOf: RoleOf) => {
  const { db, clock } = deps
  return implement(access, {
    me: async (_, caller) => {
      const role = await roleOf(caller)
      const admins = await listMembersAs(db, caller.tenant, ADMINS, MAX_ADMINS)
      return {
        id: caller.actor.id,
        name: caller.actor.label,
        kind: caller.actor.type,
        tenant: caller.tenant,
        workspace: caller.workspace,
        role,
        tenant_role: caller.role,
        may: familiesOf(role),
        admins: admins.map(({ display_name }) => display_name),
      }
    },
    members: async ({ query }, caller) => {
      const { items, next } = await listMembers(db, caller.tenant, query)
      const given = await rolesOf(db, scopeOf(caller), items.flatMap(namesOf))
      return { items: items.map((member) => viewMember(member, roleGiven(given, member))), next }
    },
    giveRole: ({ body }, caller) => giveRole(deps, caller, body),
    takeRole: ({ params }, caller) => takeRole(deps, caller, params.id),
    holdings: ({ params }, caller) => listHoldings(deps, caller, params.id),
    removal: ({ params, body }, caller) => removeMember(deps, caller, params.id, body.hand_over),
    removeMember: async ({ params }, caller) => {
      await removeMember(deps, caller, params.id)
      return undefined
    },
    invites: async ({ query }, caller) => {
      const { items, next } = await listInvitations(db, caller.tenant, query)
      const given = await rolesOf(
        db,
        scopeOf(caller),
        items.map(({ email }) => mailPerson(email)),
      )
      const now = clock.now()
      return {
        items: items.map((one) =>
          viewInvite(one, given.get(mailPerson(one.email))?.[0]?.role ?? CASE_ROLE_OF[one.role], now),
        ),
        next,
      }
    },
    invite: ({ body }, caller) => invitePerson(deps, caller, body),
    revokeInvite: ({ params }, caller) => withdrawInvite(deps, caller, params.id),
    readInvite: ({ params }) => readInvite(deps, params.token),
    acceptInvite: ({ params }, caller) => acceptInvite(deps, caller, params.token),
  })
}
