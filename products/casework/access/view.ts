import type { CaseInvite, CaseMember } from '@veritrace/contract/casework/access'
import { CASE_ROLE_OF, type CaseRole } from '@veritrace/contract/casework/roles'
import type { Invitation } from '@veritrace/platform/identity/invitations/store'
import type { Member } from '@veritrace/platform/identity/tenancy/store'
import type { GivenRole } from './rules.ts'

export const viewInvite = (invitation: Invitation, role: CaseRole, now: Date): CaseInvite => ({
  id: invitation.id,
  email: invitation.email,
  role,
  invited_by: invitation.invited_by,
  created_at: invitation.created_at.toISOString(),
  expires_at: invitation.expires_at.toISOString(),
  status: invitation.accepted_at
    ? 'accepted'
    : invitation.revoked_at
      ? 'revoked'
      : invitation.expires_at <= now
        ? 'expired'
        : 'pending',
})

export function viewMember(member: Member, given: Pick<GivenRole, 'role' | 'scope'> | undefined): CaseMember {
  const standard = CASE_ROLE_OF[member.role]
  const counts = standard === 'admin' ? undefined : given
  return {
    id: member.user_id,
    name: member.display_name,
    email: member.email,
    role: counts?.role ?? standard,
    tenant_role: member.role,
    given: counts !== undefined,
    scope: counts?.scope ?? null,
    joined_at: member.joined_at.toISOString(),
  }
}
