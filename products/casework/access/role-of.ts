// The casework role of a caller: a role given here, or else the one that follows from their role in the tenant.
import { CASE_ROLE_OF, type CaseRole } from '@veritrace/contract/casework/roles'
import type { Caller } from '@veritrace/platform/caller'
import { briefCache } from '@veritrace/platform/identity/brief-cache'
import { findMember } from '@veritrace/platform/identity/tenancy/store'
import type { CaseworkParts } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { namesOf, roleGiven, sharedRole } from './rules.ts'
import { rolesOf } from './store.ts'

/** How long another process may still use an outdated role. */
const BRIEF_MS = 1_000

export type RoleOf = (caller: Caller) => Promise<CaseRole>

export function openRoleOf({ db, clock }: Pick<CaseworkParts, 'db' | 'clock'>): RoleOf {
  const known = briefCache<CaseRole>(clock, BRIEF_MS)
  const givenTo = async (caller: Caller): Promise<CaseRole> => {
    const member = await findMember(db, caller.tenant, caller.actor.id)
    const given = member && roleGiven(await rolesOf(db, scopeOf(caller), namesOf(member)), member)
    return given ? given.role : CASE_ROLE_OF[caller.role]
  }
  /** The role of a key's owner, which may be lower here than in the tenant. */
  const ofOwner = async (caller: Caller, owner: string): Promise<CaseRole> => {
    const member = await findMember(db, caller.tenant, owner)
    if (!member || CASE_ROLE_OF[member.role] === 'admin') return 'admin'
    return givenTo({ ...caller, role: member.role, actor: { type: 'user', id: owner, label: owner } })
  }
  return async (caller) => {
    // Every call to casework asks for the role, so a context of another tenant is rejected here first.
    scopeOf(caller)
    const standard = CASE_ROLE_OF[caller.role]
    // Admins of the tenant are admins of casework.
    if (standard === 'admin') return standard
    const { actor, answeredBy } = caller
    if (actor.type === 'user')
      return (await known.get(`${caller.tenant} ${caller.workspace} ${actor.id}`, () => givenTo(caller)))!
    // Keys and clients have the role they were created with, limited to the role of their owner.
    if (answeredBy === undefined) return standard
    const key = `${caller.tenant} ${caller.workspace} owner ${answeredBy}`
    return sharedRole(standard, (await known.get(key, () => ofOwner(caller, answeredBy)))!)
  }
}
