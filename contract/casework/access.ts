// Members and their roles in casework.
import type { Static } from 'typebox'
import { endpoint, ROLES, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { HeldBy, REMOVAL_DESCRIPTION, Removal, Removed } from '../members.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'
import { CASE_ROLES, MAY } from './roles.ts'

const CaseRole = oneOf(CASE_ROLES)

/** Scope of a role: the workspace named by X-Workspace-ID, or all workspaces of the tenant. */
export const ROLE_SCOPES = ['workspace', 'tenant'] as const
export type RoleScope = (typeof ROLE_SCOPES)[number]
const Email = t.String({ format: 'email', maxLength: 320 })

export const Me = named(
  'CaseworkMe',
  t.Object({
    id: t.String(),
    name: t.String(),
    kind: t.String(),
    tenant: t.String(),
    workspace: t.String(),
    role: CaseRole,
    tenant_role: oneOf(ROLES),
    may: t.Array(t.String(), {
      description: 'Families of operations: ask, work, decide, comment, judge, operate, administer',
    }),
    admins: t.Array(t.String(), { description: 'Admins to ask for more rights' }),
  }),
)

export type CaseMember = Static<typeof CaseMember>
export const CaseMember = named(
  'CaseworkMember',
  t.Object({
    id: t.String(),
    name: t.String(),
    email: nullable(t.String()),
    role: CaseRole,
    tenant_role: oneOf(ROLES),
    given: t.Boolean({ description: 'True if the role was set in casework, false if it follows from the tenant role' }),
    scope: nullable(oneOf(ROLE_SCOPES, { description: 'Scope of the casework role; null if none was set' })),
    joined_at: DateTime,
  }),
)

export const INVITE_STATES = ['pending', 'accepted', 'revoked', 'expired'] as const
export type CaseInvite = Static<typeof CaseInvite>
export const CaseInvite = named(
  'CaseworkInvite',
  t.Object({
    id: t.String(),
    email: t.String(),
    role: CaseRole,
    invited_by: t.String(),
    created_at: DateTime,
    expires_at: DateTime,
    status: oneOf(INVITE_STATES),
  }),
)

export const access = {
  me: endpoint('GET /access/me', { summary: 'Get the caller and their rights', auth: 'bearer', ok: Me }),
  members: endpoint('GET /access/members', {
    summary: 'List members with their roles in casework',
    auth: 'bearer',
    may: MAY.administer,
    query: strict({ ...pageQuery }),
    ok: pageOf(CaseMember),
    errors: ['invalid_cursor'],
  }),
  giveRole: endpoint('POST /access/members', {
    summary: 'Give a member a role in casework',
    auth: 'bearer',
    whileArchived: true,
    may: MAY.administer,
    people: true,
    description:
      'With `scope: tenant` the role applies in all workspaces, and replaces roles set for single workspaces. A role set for a workspace later takes precedence there.',
    body: strict({
      user_id: t.String({ minLength: 1, maxLength: 200 }),
      role: CaseRole,
      scope: t.Optional(
        oneOf(ROLE_SCOPES, { description: '`workspace` (default): only this workspace. `tenant`: all workspaces' }),
      ),
    }),
    ok: CaseMember,
    errors: ['member_not_found', 'role_fixed'],
  }),
  takeRole: endpoint('DELETE /access/members/{id}/role', {
    summary: 'Remove a member’s casework role; their tenant role applies again',
    auth: 'bearer',
    whileArchived: true,
    may: MAY.administer,
    people: true,
    ok: CaseMember,
    errors: ['member_not_found', 'role_fixed'],
  }),
  holdings: endpoint('GET /access/members/{id}/holdings', {
    summary: 'List what a member created and owns, and what happens to it when they are removed',
    auth: 'bearer',
    role: 'admin',
    ok: HeldBy,
    errors: ['member_not_found'],
  }),
  removeMember: endpoint('DELETE /access/members/{id}', {
    summary: 'Remove a member from the tenant, and revoke everything they created or own',
    description: REMOVAL_DESCRIPTION,
    auth: 'bearer',
    role: 'admin',
    people: true,
    status: 204,
    ok: noContent,
    errors: ['member_not_found', 'last_owner'],
  }),
  removal: endpoint('POST /access/members/{id}/removal', {
    summary: 'Remove a member from the tenant, and transfer what the team still needs',
    description: REMOVAL_DESCRIPTION,
    auth: 'bearer',
    role: 'admin',
    people: true,
    body: Removal,
    ok: Removed,
    errors: ['member_not_found', 'last_owner', 'cannot_take_over'],
  }),
  invites: endpoint('GET /access/invites', {
    summary: 'List open invitations',
    auth: 'bearer',
    may: MAY.administer,
    query: strict({ ...pageQuery }),
    ok: pageOf(CaseInvite),
    errors: ['invalid_cursor'],
  }),
  invite: endpoint('POST /access/invites', {
    summary: 'Invite someone by email; only this response and the email contain the link',
    auth: 'bearer',
    role: 'admin',
    people: true,
    whileArchived: true,
    body: strict({
      email: Email,
      role: CaseRole,
      scope: t.Optional(
        oneOf(ROLE_SCOPES, {
          description:
            '`tenant` (default): all workspaces. `workspace`: only this one; elsewhere the tenant role applies',
        }),
      ),
    }),
    status: 201,
    ok: t.Intersect([CaseInvite, t.Object({ link: nullable(t.String()), token_hint: t.String() })]),
    errors: ['membership_ended'],
  }),
  revokeInvite: endpoint('DELETE /access/invites/{id}', {
    summary: 'Revoke an invitation',
    auth: 'bearer',
    whileArchived: true,
    role: 'admin',
    people: true,
    status: 204,
    ok: noContent,
    errors: ['invitation_not_found'],
  }),
  readInvite: endpoint('GET /access/invites/{token}', {
    summary: 'Get the offer of an invitation by its link',
    auth: 'public',
    ok: t.Object({
      status: oneOf(INVITE_STATES),
      workspace: t.String(),
      role: CaseRole,
      email: t.String(),
      expires_at: DateTime,
    }),
    errors: ['invitation_not_found'],
  }),
  acceptInvite: endpoint('POST /access/invites/{token}/accept', {
    summary: 'Accept an invitation as the signed-in user',
    auth: 'session',
    people: true,
    ok: t.Object({ tenant: t.String(), role: CaseRole }),
    errors: ['invitation_not_found', 'invitation_expired', 'invitation_for_other', 'already_member'],
  }),
}
