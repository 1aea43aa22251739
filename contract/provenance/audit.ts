// The audit log of a workspace: as a list, as a file, and as a live stream.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { bytes, eventStream } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageOf, pageQuery, strict } from '../wire.ts'

export type AuditEntry = Static<typeof AuditEntry>
export const AuditEntry = named(
  'AuditEntry',
  t.Object({
    id: t.String(),
    sequence: t.Integer({ description: 'Numbers the entries of the customer without gaps' }),
    occurred_at: DateTime,
    actor: t.Object({
      type: oneOf(['user', 'api_key', 'client', 'system', 'crawler', 'webhook']),
      id: t.String(),
      label: t.String(),
      ip: t.Optional(t.String()),
      user_agent: t.Optional(t.String()),
    }),
    action: t.String({ description: 'Resource and verb, for example `evidence.approve`' }),
    resource: t.Object({ type: t.String(), id: t.String(), label: t.String() }),
    outcome: oneOf(['success', 'denied', 'failed']),
    reason: nullable(t.String()),
    changes: t.Array(t.Object({ field: t.String(), from: t.Unknown(), to: t.Unknown() }), {
      description: 'Values of secrets are masked',
    }),
    request_id: t.String(),
    correlation_id: t.String({
      description: 'The request that caused the entry; shared by all entries with the same cause',
    }),
    prev_hash: t.String({ description: 'The `hash` of the previous entry' }),
    hash: t.String({ description: 'SHA-256 of the entry and `prev_hash`' }),
  }),
)

export const AUDIT_FORMATS = ['json', 'csv', 'ndjson', 'ocsf'] as const

export type AuditQuery = Static<typeof AuditQuery>
export const AuditQuery = strict({
  ...pageQuery,
  actor: t.Optional(t.String({ minLength: 1, maxLength: 128, description: 'The id of the actor' })),
  action: t.Optional(
    t.String({ minLength: 1, maxLength: 64, description: 'Prefix of the action, for example `page.`' }),
  ),
  resource: t.Optional(
    formed('a type such as page, or a resource such as page:page_01k9', '^[a-z_]{1,40}(:[^\\s\\u0000]{1,200})?$', {
      description: 'A type such as `page`, or one resource such as `page:page_01k9`',
    }),
  ),
  from: t.Optional(DateTime),
  to: t.Optional(t.String({ format: 'date-time', description: 'Exclusive' })),
  format: t.Optional(oneOf(AUDIT_FORMATS, { default: 'json' })),
})

export const audit = {
  list: endpoint('GET /app/audit-log', {
    summary: 'List the audit log of your workspace, newest first',
    description:
      'As JSON, returns a page. `format=csv`, `ndjson` (entries) or `ocsf` (OCSF 1.3.0 API Activity, class 6003, one per line) returns a file with up to 50,000 entries that match the filters, regardless of `limit`. If there are more, the `Link` header with rel="next" points to the next file.',
    auth: 'session',
    role: 'admin',
    query: AuditQuery,
    ok: pageOf(AuditEntry),
    file: bytes(['text/csv', 'application/x-ndjson'], 'The entries as a file'),
    errors: ['invalid_cursor'],
  }),
  stream: endpoint('GET /app/notifications/stream', {
    summary: 'Stream the audit entries of your workspace as they happen',
    description:
      'Events are named `audit`; their data is the entry as JSON, and their id is its sequence. Send `Last-Event-ID` to continue after that entry. A comment line follows every 15 seconds.',
    auth: 'session',
    // An event contains the full log entry, so it requires the same role as the log.
    role: 'admin',
    unresolved: 'customer_not_resolved',
    ok: eventStream('Server-sent events named `audit`; `reset` if the id in Last-Event-ID is unknown'),
    errors: ['customer_not_resolved', 'bad_request'],
  }),
}
