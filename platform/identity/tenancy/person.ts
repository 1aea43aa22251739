// A person authenticated by the identity provider, independent of a tenant.
import type { Caller, Visitor } from '../../caller.ts'
import type { Membership } from '../membership.ts'

export interface Person {
  id: string
  email: string | null
  displayName: string
}

/** The name that others see. */
export const labelOf = ({ id, email, displayName }: Person): string => displayName || email || id

/** The person as caller, with the rights of the membership. */
export const callerFor = (visitor: Visitor, person: Person, membership: Membership): Caller => ({
  requestId: visitor.requestId,
  ip: visitor.ip,
  userAgent: visitor.userAgent,
  ...membership,
  actor: { type: 'user', id: person.id, label: labelOf(person) },
  scopes: [],
})
