// What happened in a workspace: as a list, as a file, and told live.
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
    sequence: t.Integer({ description: 'Counts the entries of the customer, without gaps' }),
    occurred_at: DateTime,
    actor: t.Object({
      type: oneOf(['user', 'api_key', 'client', 'system', 'crawler', 'webhook']),
      id: t.String(),
      label: t.String(),
      ip: t.Optional(t.String()),
      user_agent: t.Optional(t.String()),
    }),
    action: t.String({ description: 'Resource and verb, such as `evidence.approve`' }),
    resource: t.Object({ type: t.String(), id: t.String(), label: t.String() }),
    outcome: oneOf(['success', 'denied', 'failed']),
    reason: nullable(t.String()),
    changes: t.Array(t.Object({ field: t.String(), from: t.Unknown(), to: t.Unknown() }), {
      description: 'Values of secrets are masked',
    }),
    request_id: t.String(),
    correlation_id: t.String({ description: 'Entries of one cause share it: the request that made them' }),
    prev_hash: t.String({ description: 'The `hash` of the entry before' }),
    hash: t.String({ description: 'SHA-256 over the entry and `prev_hash`' }),
  }),
)

export const AUDIT_FORMATS = ['json', 'csv', 'ndjson', 'ocsf'] as const

export type AuditQuery = Static<typeof AuditQuery>
export const AuditQuery = strict({
  ...pageQuery,
  actor: t.Optional(t.String({ minLength: 1, maxLength: 128, description: 'The id of the actor' })),
  action: t.Optional(t.String({ minLength: 1, maxLength: 64, description: 'The beginning of the action: `page.`' })),
  resource: t.Optional(
    formed('a type such as page, or one such as page:page_01k9', '^[a-z_]{1,40}(:[^\\s\\u0000]{1,200})?$', {
      description: 'A type such as `page`, or one resource such as `page:page_01k9`',
    }),
  ),
  from: t.Optional(DateTime),
  to: t.Optional(t.String({ format: 'date-time', description: 'Up to, not including' })),
  format: t.Optional(oneOf(AUDIT_FORMATS, { default: 'json' })),
})

export const audit = {
  list: endpoint('GET /app/audit-log', {
    summary: 'The audit log of your workspace, newest first',
    description:
      'As JSON a page. `format=csv`, `ndjson` (entries) or `ocsf` (OCSF 1.3.0 API Activity, class 6003, a line each) is a file of everything that fits the filters, `limit` left aside, up to 50,000 entries; where there are more, `Link` with rel="next" names the file that goes on.',
    auth: 'session',
    role: 'admin',
    query: AuditQuery,
    ok: pageOf(AuditEntry),
    file: bytes(['text/csv', 'application/x-ndjson'], 'The entries as a file'),
    errors: ['invalid_cursor'],
  }),
  stream: endpoint('GET /app/notifications/stream', {
    summary: 'Audit entries of your workspace as they happen',
    description:
      'Events named `audit` whose data is the entry as JSON, and whose id is its sequence. `Last-Event-ID` goes on after that entry. A comment line comes every 15 seconds.',
    auth: 'session',
    // An event is the entry as the log has it, so that it is for those who may read the log.
    role: 'admin',
    unresolved: 'customer_not_resolved',
    ok: eventStream('Server-sent events named `audit`; `reset` when the id to resume from is not known'),
    errors: ['customer_not_resolved', 'bad_request'],
  }),
}
