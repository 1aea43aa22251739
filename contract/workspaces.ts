// Workspaces of a tenant. Graph and casework keep their data in them, so each of the two answers these operations, about the
// same workspaces.
import type { Static } from 'typebox'
import { endpoint, t } from './endpoint.ts'
import { formed } from './formed.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, Slug, strict } from './wire.ts'

const Name = formed('a name on one line with at least one letter or digit', '^\\P{Cc}*[\\p{L}\\p{N}]\\P{Cc}*$', {
  minLength: 1,
  maxLength: 120,
  description: 'For people; it can change',
})
const Moment = t.Object({ at: DateTime, by: nullable(t.String({ description: 'Null if it is not recorded' })) })

/** Active ones of a tenant, its own included. */
export const MOST_WORKSPACES = { free: 5, pro: 50, enterprise: 1_000 } as const

export const WORKSPACE_STATES = ['active', 'archived'] as const
export type WorkspaceState = (typeof WORKSPACE_STATES)[number]

// Names of one word only: graph writes longer ones with capitals, casework with underscores.
export type Workspace = Static<typeof Workspace>
export const Workspace = named(
  'Workspace',
  t.Object({
    id: t.String({ description: 'What X-Workspace-ID says; it never changes' }),
    name: t.String(),
    own: t.Boolean({ description: 'The tenant’s default workspace. It exists from the start and cannot be archived' }),
    status: oneOf(WORKSPACE_STATES),
    created: Moment,
    archived: nullable(Moment),
    version: t.Integer({ description: 'Counts every change; If-Match: "version" refuses to change what has changed' }),
  }),
)

export type NewWorkspace = Static<typeof NewWorkspace>
const NewWorkspace = named('NewWorkspace', strict({ id: Slug, name: t.Optional(Name) }))

const ONLY_READ =
  'You can still read, search and query everything in an archived workspace. Changes are refused with 409 `workspace_archived`; jobs already running finish.'

export const workspaces = {
  list: endpoint('GET /workspaces', {
    summary: 'Workspaces of your tenant, by id',
    auth: 'session',
    query: strict({
      ...pageQuery,
      status: t.Optional(oneOf(WORKSPACE_STATES, { description: 'All of them if left out' })),
    }),
    ok: pageOf(Workspace),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /workspaces', {
    summary: 'Create a workspace',
    description: 'You can use it right away. Without `name`, its name is its id.',
    auth: 'session',
    role: 'admin',
    body: NewWorkspace,
    ok: Workspace,
    status: 201,
    errors: ['workspace_exists', 'plan_limit_reached'],
  }),
  get: endpoint('GET /workspaces/{id}', {
    summary: 'One workspace',
    auth: 'session',
    ok: Workspace,
    versioned: true,
    errors: ['workspace_not_found'],
  }),
  update: endpoint('PATCH /workspaces/{id}', {
    summary: 'Rename a workspace',
    description: 'Its id stays: addresses, tokens and graphs name it.',
    auth: 'session',
    role: 'admin',
    body: strict({ name: Name }),
    ok: Workspace,
    versioned: true,
    errors: ['workspace_not_found', 'stale_version'],
  }),
  archive: endpoint('POST /workspaces/{id}/archive', {
    summary: 'Archive a workspace',
    description: ONLY_READ,
    auth: 'session',
    role: 'admin',
    ok: Workspace,
    versioned: true,
    errors: ['workspace_not_found', 'workspace_is_own'],
  }),
  restore: endpoint('POST /workspaces/{id}/restore', {
    summary: 'Restore an archived workspace',
    auth: 'session',
    role: 'admin',
    ok: Workspace,
    versioned: true,
    errors: ['workspace_not_found', 'plan_limit_reached'],
  }),
}
