// Bundles: signed snapshots of everything about a case.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

const optional = t.Optional

export const BUNDLE_PARTS = ['summary', 'resolutions', 'graph', 'recommendations', 'plan', 'evidence'] as const

export type BundleRequest = Static<typeof BundleRequest>
export const BundleRequest = named(
  'BundleRequest',
  strict({
    title: optional(t.String({ minLength: 1, maxLength: 200, pattern: '\\S' })),
    include: optional(t.Array(oneOf(BUNDLE_PARTS), { uniqueItems: true, description: 'Default: all parts' })),
    redact: t.Boolean({ default: false, description: 'Replaces the names of people with numbers' }),
  }),
)

export type Bundle = Static<typeof Bundle>
export const Bundle = named(
  'Bundle',
  t.Object({
    id: t.String(),
    case_id: t.String(),
    n: t.Integer(),
    title: t.String(),
    digest: t.String({ description: 'sha256:<hex> of the content as JSON with sorted keys and without spaces' }),
    content: optional(t.Record(t.String(), t.Unknown())),
    size: t.Integer({ description: 'Size of that JSON in bytes' }),
    created_by: Actor,
    created_at: DateTime,
    permalink: t.String(),
    immutable: t.Boolean(),
    signature: t.Object({
      alg: oneOf(['ed25519']),
      key_id: t.String(),
      public_key: t.String({ description: 'base64url of the 32 bytes' }),
      value: t.String({ description: 'base64url of the signature of the digest as text' }),
    }),
  }),
)

export const bundles = {
  make: endpoint('POST /cases/{id}/bundle', {
    summary: 'Save a snapshot of everything about a case under a permalink',
    auth: 'bearer',
    may: MAY.work,
    body: BundleRequest,
    bodyOptional: true,
    ok: Bundle,
    status: 201,
    errors: ['case_not_found', 'gone'],
  }),
  list: endpoint('GET /cases/{id}/bundles', {
    summary: 'List the bundles of a case without their content, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery }),
    ok: countedPageOf(Bundle),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
}
