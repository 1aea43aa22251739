// The members of a workspace: their roles in the tenant, and their removal.
import type { Static } from 'typebox'
import { endpoint, ROLES, t } from '../endpoint.ts'
import { HeldBy, REMOVAL_DESCRIPTION, Removal, Removed } from '../members.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'

export type WorkspaceMember = Static<typeof WorkspaceMember>
export const WorkspaceMember = named(
  'WorkspaceMember',
  t.Object({
    id: t.String(),
    display_name: t.String(),
    email: nullable(t.String()),
    role: oneOf(ROLES),
    joined_at: DateTime,
  }),
)

export const members = {
  list: endpoint('GET /app/members', {
    summary: 'List the members of the workspace in the order they joined',
    auth: 'session',
    role: 'admin',
    query: strict(pageQuery),
    ok: pageOf(WorkspaceMember),
    errors: ['invalid_cursor'],
  }),
  changeRole: endpoint('PATCH /app/members/{id}', {
    summary: 'Change a member’s role in the tenant',
    description:
      'A lower role takes effect immediately for everything they created: each use of a key checks its owner’s current role.',
    auth: 'session',
    role: 'admin',
    people: true,
    body: strict({ role: oneOf(ROLES) }),
    ok: WorkspaceMember,
    errors: ['member_not_found', 'last_owner'],
  }),
  holdings: endpoint('GET /app/members/{id}/holdings', {
    summary: 'List what a member created and owns, and what happens to it when they are removed',
    auth: 'session',
    role: 'admin',
    ok: HeldBy,
    errors: ['member_not_found'],
  }),
  removal: endpoint('POST /app/members/{id}/removal', {
    summary: 'Remove a member from the workspace, and transfer what the team still needs',
    description: REMOVAL_DESCRIPTION,
    auth: 'session',
    role: 'admin',
    people: true,
    body: Removal,
    ok: Removed,
    errors: ['member_not_found', 'last_owner', 'cannot_take_over'],
  }),
}
