// What a caller is in casework: as they were told here, or as their role in the tenant has it.
import { CASE_ROLE_OF, type CaseRole } from '@veritrace/contract/casework/roles'
import { briefCache } from '@veritrace/platform/identity/brief-cache'
import type { Caller } from '@veritrace/platform/identity/caller'
import { findMember } from '@veritrace/platform/identity/tenancy/store'
import type { CaseworkParts } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { namesOf, roleGiven } from './rules.ts'
import { rolesOf } from './store.ts'

/** How long someone may go on as what they were, in another process. */
const BRIEF_MS = 1_000

export type RoleOf = (caller: Caller) => Promise<CaseRole>

export function openRoleOf({ db, clock }: Pick<CaseworkParts, 'db' | 'clock'>): RoleOf {
  const known = briefCache<CaseRole>(clock, BRIEF_MS)
  const givenTo = async (caller: Caller): Promise<CaseRole> => {
    const member = await findMember(db, caller.tenant, caller.actor.id)
    const given = member && roleGiven(await rolesOf(db, scopeOf(caller), namesOf(member)), member)
    return given ?? CASE_ROLE_OF[caller.role]
  }
  return async (caller) => {
    // Every call to casework asks for its role: a context of another tenant is refused here, before all else.
    scopeOf(caller)
    const standard = CASE_ROLE_OF[caller.role]
    // Keys and clients have the role that they were made with; who runs the tenant runs its casework.
    if (caller.actor.type !== 'user' || standard === 'admin') return standard
    const key = `${caller.tenant} ${caller.workspace} ${caller.actor.id}`
    return (await known.get(key, () => givenTo(caller)))!
  }
}
