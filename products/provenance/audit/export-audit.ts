// The audit log as a file, streamed while it is read: memory holds one batch, whatever the length of the log.
import type { AuditEntry, AuditQuery } from '@veritrace/contract/provenance/audit'
import { answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import { csvLine } from '@veritrace/platform/csv'
import { exportAudit } from '@veritrace/platform/events/audit'
import type { Provenance } from '../deps.ts'
import { apiActivity } from './ocsf.ts'
import { auditFilter } from './rules.ts'
import { viewEntry } from './view.ts'

const MAX_ENTRIES = 50_000

interface FileFormat {
  extension: string
  contentType: string
  head?: string
  line(entry: AuditEntry, tenant: string): string
}

export async function exportAuditLog(
  { db }: Pick<Provenance, 'db'>,
  caller: Caller,
  query: AuditQuery,
  format: keyof typeof FORMATS,
  max = MAX_ENTRIES,
) {
  const { extension, contentType } = FORMATS[format]
  const filter = { ...auditFilter(query), ...(query.cursor && { cursor: query.cursor }) }
  const { batches, next } = await exportAudit(db, caller.tenant, filter, max)
  const lines = writeLines(FORMATS[format], batches, caller.tenant)
  return answer(lines, {
    headers: {
      'content-type': contentType,
      'content-disposition': `attachment; filename="audit-log.${extension}"`,
      'cache-control': 'no-store',
      ...(next && { link: `<?${nextQuery(query, next)}>; rel="next"` }),
    },
  })
}

async function* writeLines(
  { head = '', line }: FileFormat,
  batches: AsyncIterable<Parameters<typeof viewEntry>[0][]>,
  tenant: string,
): AsyncGenerator<Uint8Array> {
  if (head) yield Buffer.from(head)
  for await (const entries of batches)
    yield Buffer.from(entries.map((entry) => line(viewEntry(entry), tenant)).join(''))
}

/** The query string of the next file. */
function nextQuery({ limit: _, ...query }: AuditQuery, next: string): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries({ ...query, cursor: next }))
    if (value !== undefined) params.set(name, value)
  return params.toString()
}

const COLUMNS: Record<string, (entry: AuditEntry) => string | number | null> = {
  sequence: (entry) => entry.sequence,
  occurred_at: (entry) => entry.occurred_at,
  actor_type: (entry) => entry.actor.type,
  actor_id: (entry) => entry.actor.id,
  actor_label: (entry) => entry.actor.label,
  actor_ip: (entry) => entry.actor.ip ?? null,
  actor_user_agent: (entry) => entry.actor.user_agent ?? null,
  action: (entry) => entry.action,
  resource_type: (entry) => entry.resource.type,
  resource_id: (entry) => entry.resource.id,
  resource_label: (entry) => entry.resource.label,
  outcome: (entry) => entry.outcome,
  reason: (entry) => entry.reason,
  changes: (entry) => (entry.changes.length > 0 ? JSON.stringify(entry.changes) : null),
  request_id: (entry) => entry.request_id,
  correlation_id: (entry) => entry.correlation_id,
  id: (entry) => entry.id,
  prev_hash: (entry) => entry.prev_hash,
  hash: (entry) => entry.hash,
}

const FORMATS = {
  csv: {
    extension: 'csv',
    contentType: 'text/csv; charset=utf-8; header=present',
    head: csvLine(Object.keys(COLUMNS)),
    line: (entry) => csvLine(Object.values(COLUMNS).map((column) => column(entry))),
  },
  ndjson: {
    extension: 'ndjson',
    contentType: 'application/x-ndjson',
    line: (entry) => `${JSON.stringify(entry)}\n`,
  },
  ocsf: {
    extension: 'ocsf.ndjson',
    contentType: 'application/x-ndjson',
    line: (entry, tenant) => `${JSON.stringify(apiActivity(entry, tenant))}\n`,
  },
} satisfies Record<string, FileFormat>
