// Invites a person: the platform stores the invitation, casework the role that comes with it.
import type { RoleScope } from '@veritrace/contract/casework/access'
import { CASE_ROLE_OF, type CaseRole } from '@veritrace/contract/casework/roles'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import { acceptInvitation, inviteWith, revokeInvitation } from '@veritrace/platform/identity/invitations/invitations'
import { findInvitation, type Invitation } from '@veritrace/platform/identity/invitations/store'
import { hashOf } from '@veritrace/platform/identity/secrets'
import { findMember, findMemberByEmail, findTenant, listTenantsOf } from '@veritrace/platform/identity/tenancy/store'
import { newSecret } from '@veritrace/platform/ids'
import type { Casework } from '../deps.ts'
import { scopeOf } from '../model/scope.ts'
import { mailPerson, TENANT_ROLE } from './rules.ts'
import { deleteOffered, findOffer, insertOffer, newestRoleOf, putRole } from './store.ts'
import { viewInvite } from './view.ts'

export async function invitePerson(
  deps: Casework,
  caller: Caller,
  input: { email: string; role: CaseRole; scope?: RoleScope },
) {
  const { clock, mailer, publicUrl } = deps
  const { email, role, scope = 'tenant' } = input
  const token = newSecret()
  const link = `${publicUrl}/app/access/invite/${token}`
  const given = { email, role: TENANT_ROLE[role], token }
  const invite = await inviteWith(deps, caller, given, async (tx, invitation) => {
    await putRole(tx, scopeOf(caller), { person: mailPerson(email), role, scope, by: caller.actor.id, at: clock.now() })
    await insertOffer(tx, caller.tenant, invitation.id, role)
    await mailer.send(tx, {
      tenant: caller.tenant,
      to: email,
      kind: 'invitation',
      subject: `${caller.actor.label} invites you to Casework`,
      text: `You are invited as ${role}. The link works once, until ${invitation.expires_at.toUTCString()}:\n\n${link}\n`,
    })
    // The result may be stored for an Idempotency-Key, so it must not contain the link.
    return { ...viewInvite(invitation, role, clock.now()), link: null, token_hint: token.slice(-4) }
  })
  return { ...invite, link }
}

export async function readInvite({ db, clock }: Casework, token: string) {
  const invitation = (await findInvitation(db, hashOf(token))) ?? fail('invitation_not_found')
  const tenant = (await findTenant(db, invitation.tenant_id)) ?? fail('invitation_not_found')
  const { email, expires_at, status, role } = viewInvite(invitation, await roleWith(db, invitation), clock.now())
  return { status, workspace: tenant.display_name, role, email, expires_at }
}

/** Also withdraws the offered role, unless the person is already a member. */
export const withdrawInvite = (
  deps: Pick<Casework, 'db' | 'clock' | 'events'>,
  caller: Caller,
  id: string,
): Promise<undefined> =>
  revokeInvitation(deps, caller, id, async (tx, { email, created_at }) => {
    if (!(await findMemberByEmail(tx, caller.tenant, email)))
      await deleteOffered(tx, caller.tenant, mailPerson(email), created_at)
  })

/** Only the invited person can accept, so a forwarded link is useless to others. */
export async function acceptInvite(deps: Pick<Casework, 'db' | 'clock' | 'events'>, caller: Caller, token: string) {
  const { db } = deps
  const invitation = (await findInvitation(db, hashOf(token))) ?? fail('invitation_not_found')
  const member = await findMember(db, caller.tenant, caller.actor.id)
  if (member?.email?.toLowerCase() !== invitation.email.toLowerCase()) fail('invitation_for_other')
  const tenants = await listTenantsOf(db, caller.actor.id)
  if (tenants.some(({ id }) => id === invitation.tenant_id)) fail('already_member')
  const role = await roleWith(db, invitation)
  const person = { id: caller.actor.id, email: member.email, displayName: member.display_name }
  await acceptInvitation(deps, caller, person, token)
  return { tenant: invitation.tenant_id, role }
}

/** The offered role. For an invitation from before offers were recorded, the role last given to its address. */
async function roleWith(db: Casework['db'], { id, tenant_id, email, role, revoked_at }: Invitation): Promise<CaseRole> {
  const offered = await findOffer(db, tenant_id, id)
  if (offered || revoked_at) return offered?.role ?? CASE_ROLE_OF[role]
  return (await newestRoleOf(db, tenant_id, mailPerson(email)))?.role ?? CASE_ROLE_OF[role]
}
