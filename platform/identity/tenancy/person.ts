// Someone the identity provider vouches for, before and after a tenant is chosen.
import type { Caller, Visitor } from '../caller.ts'
import type { Membership } from '../membership.ts'

export interface Person {
  id: string
  email: string | null
  displayName: string
}

/** What others read of them. */
export const labelOf = ({ id, email, displayName }: Person): string => displayName || email || id

/** The person as caller, with what the membership allows. */
export const callerFor = (visitor: Visitor, person: Person, membership: Membership): Caller => ({
  requestId: visitor.requestId,
  ip: visitor.ip,
  userAgent: visitor.userAgent,
  ...membership,
  actor: { type: 'user', id: person.id, label: labelOf(person) },
  scopes: [],
})
