// Active access to a workspace: sessions of people and API keys of machines.
import type { Static } from 'typebox'
import { endpoint, ROLES, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'

export type Session = Static<typeof Session>
export const Session = named(
  'Session',
  t.Object({
    id: t.String(),
    current: t.Boolean({ description: 'True for the session of this call' }),
    auth_method: t.String({ description: 'oidc, password, magic_link or demo' }),
    ip: t.String(),
    user_agent: t.String(),
    device_label: t.String(),
    location_hint: nullable(t.String()),
    created_at: DateTime,
    last_seen_at: DateTime,
    expires_at: DateTime,
    amr: t.Array(t.String(), { description: 'Methods of the sign-in (RFC 8176)' }),
    mfa: t.Boolean(),
    user_id: t.String(),
    org_id: t.String(),
  }),
)

const apiKeyFields = {
  id: t.String(),
  name: t.String(),
  prefix: t.String({ description: 'Eight characters that identify the key' }),
  role: nullable(oneOf(ROLES)),
  effective_role: nullable(
    oneOf(ROLES, {
      description: 'The lower of the key’s role and its owner’s current role; null if the key does not work',
    }),
  ),
  capped: nullable(
    oneOf(['owner_has_less', 'owner_left'], {
      description: 'Why `effective_role` is lower than `role`; null if it is not',
    }),
  ),
  scopes: t.Array(t.String(), { description: 'Empty: everything that the role allows' }),
  allowed_cidrs: t.Array(t.String(), { description: 'Empty: any address' }),
  status: oneOf(['active', 'expired', 'revoked']),
  created_by: t.String(),
  owner_id: t.String({
    description: 'The member, or the key, that owns it. When the owner is removed or revoked, so is the key',
  }),
  created_at: DateTime,
  expires_at: nullable(DateTime),
  last_used_at: nullable(DateTime),
  last_used_ip: nullable(t.String()),
  revoked_at: nullable(DateTime),
  revoked_by: nullable(t.String()),
  revoke_reason: nullable(t.String()),
}
export type ApiKey = Static<typeof ApiKey>
export const ApiKey = named('ApiKey', t.Object(apiKeyFields))
export const MadeApiKey = named(
  'MadeApiKey',
  t.Object({
    ...apiKeyFields,
    secret: t.Optional(
      t.String({ description: 'Shown only once; a response repeated for an Idempotency-Key does not include it' }),
    ),
  }),
)

export type NewApiKey = Static<typeof NewApiKey>
export const NewApiKey = named(
  'NewApiKey',
  strict({
    name: t.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    role: t.Optional(oneOf(ROLES, { description: 'At most your own role. Default: member' })),
    scopes: t.Optional(
      t.Array(formed('a scope such as graph:read', '^(provenance|graph|casework):(read|write)$'), {
        uniqueItems: true,
        maxItems: 6,
      }),
    ),
    allowed_cidrs: t.Optional(t.Array(t.String({ minLength: 2, maxLength: 49 }), { uniqueItems: true, maxItems: 50 })),
    expires_at: t.Optional(
      nullable(t.String({ format: 'date-time', description: 'Default: 90 days from now; at most one year' })),
    ),
  }),
)

export const sessions = {
  list: endpoint('GET /app/sessions', {
    summary: 'List active sessions, newest first',
    auth: 'session',
    query: strict({
      ...pageQuery,
      of: t.Optional(oneOf(['me', 'everyone'], { default: 'me', description: '`everyone` is for admins' })),
    }),
    ok: pageOf(Session),
    errors: ['invalid_cursor'],
  }),
  revoke: endpoint('DELETE /app/sessions/{id}', {
    summary: 'End one of your sessions or, as an admin, any session of the workspace',
    description: 'Ending the session of this call signs you out.',
    auth: 'session',
    ok: noContent,
    status: 204,
    errors: ['session_not_found'],
  }),
}

export const apiKeys = {
  list: endpoint('GET /app/api-keys', {
    summary: 'List API keys, newest first, including revoked keys',
    auth: 'session',
    role: 'admin',
    query: strict(pageQuery),
    ok: pageOf(ApiKey),
    errors: ['invalid_cursor'],
  }),
  create: endpoint('POST /app/api-keys', {
    summary: 'Create an API key',
    auth: 'session',
    role: 'admin',
    body: NewApiKey,
    ok: MadeApiKey,
    status: 201,
    errors: ['unacceptable', 'scope_denied', 'role_too_low', 'membership_ended'],
  }),
  revoke: endpoint('DELETE /app/api-keys/{id}', {
    summary: 'Revoke an API key and all keys created with it',
    auth: 'session',
    role: 'admin',
    query: strict({ reason: t.Optional(t.String({ minLength: 1, maxLength: 500 })) }),
    ok: noContent,
    status: 204,
    errors: ['api_key_not_found'],
  }),
}
