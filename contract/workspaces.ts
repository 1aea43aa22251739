// Workspaces of a tenant. Graph and casework store their data in them, so both products serve these operations on the same
// workspaces.
import type { Static } from 'typebox'
import { endpoint, t } from './endpoint.ts'
import { formed } from './formed.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, Slug, strict } from './wire.ts'

const Name = formed('a name on one line with at least one letter or digit', '^\\P{Cc}*[\\p{L}\\p{N}]\\P{Cc}*$', {
  minLength: 1,
  maxLength: 120,
  description: 'Display name; you can change it',
})
const Moment = t.Object({ at: DateTime, by: nullable(t.String({ description: 'Null if it is not recorded' })) })

/** The largest number of active workspaces of a tenant by plan, including the default workspace. */
export const MOST_WORKSPACES = { free: 5, pro: 50, enterprise: 1_000 } as const

export const WORKSPACE_STATES = ['active', 'archived'] as const
export type WorkspaceState = (typeof WORKSPACE_STATES)[number]

// Field names are single words: graph writes longer names in camel case, casework in snake case.
export type Workspace = Static<typeof Workspace>
export const Workspace = named(
  'Workspace',
  t.Object({
    id: t.String({ description: 'The value for X-Workspace-ID; it never changes' }),
    name: t.String(),
    own: t.Boolean({ description: 'The tenant’s default workspace, which always exists and cannot be archived' }),
    status: oneOf(WORKSPACE_STATES),
    created: Moment,
    archived: nullable(Moment),
    version: t.Integer({
      description: 'Grows with every change. Send it as If-Match: "version" to avoid overwriting newer changes',
    }),
  }),
)

export type NewWorkspace = Static<typeof NewWorkspace>
const NewWorkspace = named('NewWorkspace', strict({ id: Slug, name: t.Optional(Name) }))

const ONLY_READ =
  'You can still read, search, and query an archived workspace. Changes are refused with 409 `workspace_archived`; jobs that are already running finish.'

export const workspaces = {
  list: endpoint('GET /workspaces', {
    summary: 'List the workspaces of your tenant by id',
    auth: 'session',
    query: strict({
      ...pageQuery,
      status: t.Optional(oneOf(WORKSPACE_STATES, { description: 'Default: all' })),
    }),
    ok: pageOf(Workspace),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /workspaces', {
    summary: 'Create a workspace',
    description: 'You can use it right away. If you omit `name`, the id is also the name.',
    auth: 'session',
    role: 'admin',
    body: NewWorkspace,
    ok: Workspace,
    status: 201,
    errors: ['workspace_exists', 'plan_limit_reached'],
  }),
  get: endpoint('GET /workspaces/{id}', {
    summary: 'Get a workspace',
    auth: 'session',
    ok: Workspace,
    versioned: true,
    errors: ['workspace_not_found'],
  }),
  update: endpoint('PATCH /workspaces/{id}', {
    summary: 'Rename a workspace',
    description: 'Its id never changes, because URLs, tokens, and graphs contain it.',
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
