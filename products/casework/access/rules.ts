// Who counts as what.
import { type CaseRole, MAY } from '@veritrace/contract/casework/roles'
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

/** Families of operations that a role may call. */
export const familiesOf = (role: CaseRole): string[] =>
  Object.entries(MAY)
    .filter(([, roles]) => (roles as readonly CaseRole[]).includes(role))
    .map(([family]) => family)
