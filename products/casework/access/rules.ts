// Who counts as what.
import type { RoleScope } from '@veritrace/contract/casework/access'
import { CASE_ROLES, type CaseRole, MAY } from '@veritrace/contract/casework/roles'
import type { Role } from '@veritrace/contract/endpoint'

/** What someone must be in the tenant to be this in casework. */
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
/** As the tenant knows a member. */
interface Joined {
  user_id: string
  email: string | null
  joined_at: Date
}
/** As long as an invitation is open. */
const OFFER_MS = 7 * 24 * 3_600_000

/**
 * What a member was made since they joined, or what they were invited as. What they were in an earlier time counts no more.
 * What holds in the one workspace comes before what holds in all.
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

/** How the roles of a member are looked up. */
export const namesOf = ({ user_id, email }: Omit<Joined, 'joined_at'>): string[] => [
  user_id,
  ...(email ? [mailPerson(email)] : []),
]

/** The largest role within both: a key can do nothing its owner cannot. Roles are not ranked, so it can be below either. */
export function sharedRole(one: CaseRole, other: CaseRole): CaseRole {
  const both = new Set(familiesOf(one)).intersection(new Set(familiesOf(other)))
  const within = CASE_ROLES.filter((role) => new Set(familiesOf(role)).isSubsetOf(both))
  return within.reduce((best, role) => (familiesOf(role).length > familiesOf(best).length ? role : best), 'viewer')
}

/** Families of operations that a role may call. */
export const familiesOf = (role: CaseRole): string[] =>
  Object.entries(MAY)
    .filter(([, roles]) => (roles as readonly CaseRole[]).includes(role))
    .map(([family]) => family)
