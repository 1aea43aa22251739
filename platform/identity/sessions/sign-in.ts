// Turns an authenticated person into a member of a tenant.
import { ROLES } from '@veritrace/contract/endpoint'
import type { Visitor } from '../../caller.ts'
import { transact } from '../../db/transact.ts'
import { fail } from '../../errors.ts'
import { acceptInvitation } from '../invitations/invitations.ts'
import type { Membership } from '../membership.ts'
import { isFormerMember } from '../tenancy/former-store.ts'
import { callerFor } from '../tenancy/person.ts'
import { findMember, findMembership, insertMember, lockTenant, updateMember } from '../tenancy/store.ts'
import type { Tenancy } from '../tenancy/tenants.ts'
import type { SignedIn } from './relying-party.ts'

export interface SignInOptions extends Tenancy {
  /** An external provider that names a tenant decides who belongs to it; for the embedded one we decide. */
  externalProvider: boolean
}

/** The membership to act with; 403 without one. An invitation takes precedence. */
export async function membershipAtSignIn(
  options: SignInOptions,
  visitor: Visitor,
  signedIn: SignedIn,
  invitation: string | undefined,
): Promise<Membership> {
  const { person, tenant } = signedIn
  if (invitation) return acceptInvitation(options, visitor, person, invitation)
  const joined =
    options.externalProvider && tenant ? await joinNamedTenant(options, visitor, signedIn, tenant) : undefined
  const membership = joined ?? (await findMembership(options.db, person.id, tenant))
  const any = membership ?? (await findMembership(options.db, person.id)) ?? (await refuse(options, signedIn))
  await rememberName(options, any.tenant, signedIn)
  return any
}

/** Gives a removed person the reason, so that they request a new invitation instead of trying again. */
async function refuse({ db }: SignInOptions, { person, tenant }: SignedIn): Promise<never> {
  return fail(tenant && (await isFormerMember(db, tenant, person.id)) ? 'membership_ended' : 'customer_not_resolved')
}

/**
 * The first sign-in creates the membership; the role is ours to change afterward. A removed person cannot return this
 * way, even if their provider still names the tenant.
 */
async function joinNamedTenant(
  { db, events, clock }: SignInOptions,
  visitor: Visitor,
  { person, role: named }: SignedIn,
  tenant: string,
): Promise<Membership | undefined> {
  const known = await findMembership(db, person.id, tenant)
  if (known) return known
  return transact(db, async (tx) => {
    // A removal takes the same lock, so whichever comes second sees the other.
    if (!(await lockTenant(tx, tenant)) || (await isFormerMember(tx, tenant, person.id))) return undefined
    const role = ROLES.find((one) => one === named) ?? 'viewer'
    const added = await insertMember(tx, {
      tenant_id: tenant,
      user_id: person.id,
      role,
      email: person.email,
      display_name: person.displayName,
      joined_at: clock.now(),
    })
    const membership = (await findMembership(tx, person.id, tenant))!
    if (added)
      await events.record(tx, callerFor(visitor, person, membership), {
        action: 'member.add',
        resource: { type: 'member', id: person.id, label: person.displayName },
        data: { role },
      })
    return membership
  })
}

async function rememberName({ db }: SignInOptions, tenant: string, { person }: SignedIn): Promise<void> {
  const known = await findMember(db, tenant, person.id)
  if (known && (known.display_name !== person.displayName || known.email !== person.email))
    await updateMember(db, tenant, person.id, { email: person.email ?? known.email, display_name: person.displayName })
}
