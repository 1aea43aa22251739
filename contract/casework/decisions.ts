// Decisions about artifacts: overlays of a level, fit of successors, and exemptions.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { ArtifactRef, Code, countedPageOf } from './shapes.ts'

export const DECISION_KINDS = ['overlay', 'successor_fit', 'exemption', 'accept', 'reject'] as const
const DECISION_STATUSES = ['active', 'expired', 'revoked'] as const

export type Decision = Static<typeof Decision>
export const Decision = named(
  'Decision',
  t.Object({
    id: t.String(),
    kind: oneOf(DECISION_KINDS),
    artifact: ArtifactRef,
    value: t.Record(t.String(), t.Unknown()),
    rationale: t.String(),
    reviewed: t.Boolean(),
    by: t.String(),
    at: DateTime,
    expires_at: nullable(DateTime),
    revoked_at: nullable(DateTime),
    status: oneOf(DECISION_STATUSES),
    project_id: nullable(t.String()),
    case_id: nullable(t.String()),
  }),
)

const Rationale = t.String({ minLength: 10, maxLength: 4_000 })

export const decisions = {
  list: endpoint('GET /decisions', {
    summary: 'List the decisions of the workspace, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      kind: t.Optional(oneOf(DECISION_KINDS)),
      status: t.Optional(oneOf(DECISION_STATUSES)),
      pack: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
    }),
    ok: countedPageOf(Decision),
    errors: ['invalid_cursor', 'pack_not_found'],
  }),
  overlay: endpoint('POST /decisions/overlays', {
    summary: 'Override the level of an artifact in the lists',
    description: 'The newest overlay of an artifact applies. It is shown as a conflict if the lists disagree.',
    auth: 'bearer',
    may: MAY.decide,
    body: strict({
      type: t.String({ minLength: 1, maxLength: 40, pattern: '\\S' }),
      name: t.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
      level: Code,
      rationale: Rationale,
      expires_at: t.Optional(DateTime),
      pack: t.Optional(t.String({ minLength: 1, maxLength: 64 })),
    }),
    status: 201,
    ok: Decision,
    errors: ['role_required', 'pack_not_found', 'unacceptable'],
  }),
  renew: endpoint('PATCH /decisions/{id}', {
    summary: 'Change the expiry of an exemption or overlay',
    auth: 'bearer',
    may: MAY.decide,
    body: strict({ expires_at: DateTime, rationale: Rationale }),
    ok: Decision,
    errors: ['role_required', 'decision_not_found', 'unacceptable'],
  }),
  revoke: endpoint('DELETE /decisions/{id}', {
    summary: 'Revoke a decision; it remains in the audit log',
    auth: 'bearer',
    may: MAY.decide,
    status: 204,
    ok: noContent,
    errors: ['role_required', 'decision_not_found'],
  }),
}
