// An invitation is a secret link that works once, for seven days. Only its hash is stored.
import type { Role } from '@veritrace/contract/endpoint'
import { type Caller, lowerRole, type Visitor } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import { newId, newSecret } from '../../ids.ts'
import type { Membership } from '../membership.ts'
import { hashOf } from '../secrets.ts'
import { requireStillHere } from '../tenancy/former-store.ts'
import { mayGive } from '../tenancy/members.ts'
import { callerFor, type Person } from '../tenancy/person.ts'
import { findMembership, insertMember, lockTenant } from '../tenancy/store.ts'
import type { Tenancy } from '../tenancy/tenants.ts'
import {
  FOUNDED,
  findInvitation,
  type Invitation,
  insertInvitation,
  inviterRole,
  lockInvitation,
  markAccepted,
  markRevoked,
  revokeOpenFor,
} from './store.ts'

const LIFETIME_MS = 7 * 24 * 3_600_000

/** Only this response contains the token. An older open invitation to the same email address is revoked. */
export async function invite(
  tenancy: Tenancy,
  caller: Caller,
  input: { email: string; role: Role },
): Promise<Invitation & { token: string }> {
  const token = newSecret()
  // The token is added outside the transaction, whose result may be stored for an Idempotency-Key.
  const invitation = await inviteWith(tenancy, caller, { ...input, token }, async (_, row) => row)
  return { ...invitation, token }
}

/** The same with a given token, and with additional work in the same transaction. */
export async function inviteWith<D extends Db, T>(
  { db, events, clock }: Omit<Tenancy, 'db'> & { db: D },
  caller: Caller,
  input: { email: string; role: Role; token: string },
  also: (tx: D, invitation: Invitation) => Promise<T>,
): Promise<T> {
  mayGive(caller, input.role)
  return transact(db, async (tx) => {
    const now = clock.now()
    // If two invitations to one address are created simultaneously, the second waits and then revokes the first.
    if (!(await lockTenant(tx, caller.tenant))) fail('customer_not_resolved')
    await requireStillHere(tx, caller)
    await revokeOpenFor(tx, caller.tenant, input.email, now)
    const row = {
      id: newId('inv'),
      tenant_id: caller.tenant,
      email: input.email,
      role: input.role,
      invited_by: caller.actor.id,
      created_at: now,
      expires_at: new Date(now.getTime() + LIFETIME_MS),
      accepted_at: null,
      revoked_at: null,
    }
    await insertInvitation(tx, { ...row, token_hash: hashOf(input.token) })
    const result = await also(tx, row)
    await events.record(tx, caller, {
      action: 'invitation.create',
      resource: asResource(row),
      data: { role: row.role },
    })
    return result
  })
}

/**
 * Makes the recipient a member with the invited role; a forwarded link admits no one else. An existing member keeps
 * their role.
 */
export async function acceptInvitation(
  { db, events, clock }: Tenancy,
  visitor: Visitor,
  person: Person,
  token: string,
): Promise<Membership> {
  return transact(db, async (tx) => {
    const now = clock.now()
    const hash = hashOf(token)
    // Lock the tenant first, in the same order as removals and invitations.
    const tenant = (await findInvitation(tx, hash))?.tenant_id
    if (!tenant || !(await lockTenant(tx, tenant))) return fail('invitation_not_found')
    const invitation = await lockInvitation(tx, hash)
    if (!invitation || invitation.accepted_at || invitation.revoked_at) return fail('invitation_not_found')
    if (invitation.expires_at <= now) fail('invitation_expired')
    if (!isFor(invitation, person)) fail('invitation_for_other')
    const highest = await inviterRole(tx, invitation, now)
    if (!highest || lowerRole(highest, invitation.role) !== invitation.role) fail('invitation_not_found')
    await markAccepted(tx, tenant, invitation.id, person.id, now)
    await insertMember(tx, {
      tenant_id: tenant,
      user_id: person.id,
      role: invitation.role,
      email: person.email,
      display_name: person.displayName,
      joined_at: now,
    })
    const membership = (await findMembership(tx, person.id, tenant))!
    await events.record(tx, callerFor(visitor, person, membership), {
      action: 'invitation.accept',
      resource: asResource(invitation),
      data: { user_id: person.id, role: membership.role },
    })
    return membership
  })
}

/**
 * The founder of a tenant gets the link from us directly, and may sign in with another email address than the
 * company's.
 */
const isFor = ({ email, invited_by }: Invitation, person: Person): boolean =>
  invited_by === FOUNDED || person.email?.toLowerCase() === email.toLowerCase()

/** Runs `also` in the same transaction. */
export async function revokeInvitation(
  { db, events, clock }: Tenancy,
  caller: Caller,
  id: string,
  also?: (tx: Db, invitation: Invitation) => Promise<void>,
): Promise<undefined> {
  return transact(db, async (tx) => {
    const invitation = (await markRevoked(tx, caller.tenant, id, clock.now())) ?? notFound('invitation', id)
    await also?.(tx, invitation)
    await events.record(tx, caller, { action: 'invitation.revoke', resource: asResource(invitation) })
    return undefined
  })
}

const asResource = (invitation: Pick<Invitation, 'id' | 'email'>) => ({
  type: 'invitation',
  id: invitation.id,
  label: invitation.email,
})
