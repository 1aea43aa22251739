// How roles of the tenant and roles of casework relate.
import type { RoleScope } from '@veritrace/contract/casework/access'
import { CASE_ROLES, type CaseRole, MAY } from '@veritrace/contract/casework/roles'
import type { Role } from '@veritrace/contract/endpoint'

/** The tenant role that an invited person needs for a casework role. */
export const TENANT_ROLE: Readonly<Record<CaseRole, Role>> = {
  viewer: 'viewer',
  reviewer: 'reviewer',
  analyst: 'member',
  architect: 'member',
  operator: 'member',
  admin: 'admin',
}

export const mailPerson = (email: string): string => `mailto:${email.toLowerCase()}`

export interface GivenRole {
  role: CaseRole
  scope: RoleScope
  given_at: Date
}
/** The fields of a member that roles depend on. */
interface Joined {
  user_id: string
  email: string | null
  joined_at: Date
}
/** How long an invitation is valid. */
const OFFER_MS = 7 * 24 * 3_600_000

/**
 * The role given to a member since they joined, or else offered with their invitation. Roles from an earlier membership
 * do not count. A role for one workspace overrides a role for all.
 */
export function roleGiven(
  given: ReadonlyMap<string, readonly GivenRole[]>,
  { user_id, email, joined_at }: Joined,
): GivenRole | undefined {
  const own = given.get(user_id)?.find(({ given_at }) => given_at >= joined_at)
  if (own || !email) return own
  const since = joined_at.getTime() - OFFER_MS
  return given.get(mailPerson(email))?.find(({ given_at }) => given_at.getTime() >= since)
}

/** The keys under which roles of a member are stored. */
export const namesOf = ({ user_id, email }: Omit<Joined, 'joined_at'>): string[] => [
  user_id,
  ...(email ? [mailPerson(email)] : []),
]

/** The largest role that both include, because a key must not do more than its owner. Roles are not strictly ranked. */
export function sharedRole(one: CaseRole, other: CaseRole): CaseRole {
  const both = new Set(familiesOf(one)).intersection(new Set(familiesOf(other)))
  const within = CASE_ROLES.filter((role) => new Set(familiesOf(role)).isSubsetOf(both))
  return within.reduce((best, role) => (familiesOf(role).length > familiesOf(best).length ? role : best), 'viewer')
}

/** The families of operations that a role may call. */
export const familiesOf = (role: CaseRole): string[] =>
  Object.entries(MAY)
    .filter(([, roles]) => (roles as readonly CaseRole[]).includes(role))
    .map(([family]) => family)
