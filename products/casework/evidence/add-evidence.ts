// The record of a file that is kept, and the job that reads it. Bytes that the project has already are not kept twice.
import type { EvidenceFields } from '@veritrace/contract/casework/evidence'
import type { Db } from '@veritrace/platform/db/db'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { scopeOf } from '../model/scope.ts'
import { lockActiveProject } from '../projects/get-project.ts'
import type { Tables } from '../tables.ts'
import { addParseJob } from './parse-order.ts'
import { readAgain } from './read-again.ts'
import { findEvidence, insertEvidence, lockTwin } from './store.ts'
import type { EvidenceRow } from './tables.ts'

export interface KeptFile {
  id: string
  key: string
  filename: string
  mediaType: string
  bytes: number
  sha256: string
}

export const NO_COUNTS = { objects: 0, references: 0, findings: 0, usages: 0, rows: 0, rows_rejected: 0 }

export async function addEvidence(
  deps: Casework,
  tx: Db<Tables>,
  caller: Caller,
  projectId: string,
  kept: KeptFile,
  fields: EvidenceFields,
): Promise<{ row: EvidenceRow; outcome: 'new' | 'again' | 'duplicate' }> {
  const scope = scopeOf(caller)
  // Once more: it may have been put away while the bytes came.
  await lockActiveProject(tx, scope, projectId)
  const twin = await lockTwin(tx, scope, projectId, kept.sha256)
  if (twin && !isAskedAgain(twin, fields)) return { row: twin, outcome: 'duplicate' }
  if (twin) return { row: await readAgain(deps, tx, caller, twin, fields), outcome: 'again' }
  await requireOlder(tx, caller, projectId, fields.supersedes)
  const row = await insertEvidence(tx, { ...emptyRow(deps, caller, projectId, kept), ...columnsOf(fields, kept) })
  await addParseJob(deps, tx, row)
  await deps.events.record(tx, caller, {
    action: 'evidence.upload',
    resource: { type: 'evidence', id: row.id, label: row.label },
    data: { project_id: projectId, filename: row.filename, bytes: row.bytes, sha256: row.sha256 },
  })
  return { row, outcome: 'new' }
}

/** Somebody says now what it is, or what its columns mean. */
const isAskedAgain = (twin: EvidenceRow, { kind, mapping }: EvidenceFields): boolean =>
  (kind !== undefined && kind !== twin.kind) ||
  (mapping !== undefined && JSON.stringify(mapping) !== JSON.stringify(twin.mapping))

/** One of the project that stands: what took the place of another keeps it. */
async function requireOlder(tx: Db<Tables>, caller: Caller, projectId: string, id: string | undefined): Promise<void> {
  if (!id) return
  const older = await findEvidence(tx, scopeOf(caller), id)
  if (older?.project_id !== projectId) return notFound('evidence', id)
  if (older.status !== 'superseded') return
  const error = { path: 'supersedes', message: `was superseded by ${older.superseded_by} already` }
  fail('invalid_body', `${id} ${error.message}.`, { errors: [error] })
}

const emptyRow = ({ clock }: Casework, caller: Caller, projectId: string, kept: KeptFile) => ({
  id: kept.id,
  tenant_id: caller.tenant,
  workspace_id: caller.workspace,
  customer_id: caller.customer,
  project_id: projectId,
  filename: kept.filename,
  media_type: kept.mediaType || 'application/octet-stream',
  bytes: kept.bytes,
  sha256: kept.sha256,
  blob_key: kept.key,
  detection: JSON.stringify({ confidence: 0, alternatives: [] }),
  status: 'received' as const,
  status_reason: '',
  parser: JSON.stringify({ id: '', version: 0 }),
  counts: JSON.stringify(NO_COUNTS),
  rejected: '[]',
  warnings: '[]',
  columns: JSON.stringify({ found: [], mapping: {}, needed: [] }),
  usage_window: null,
  usage_types: [],
  check_variant: null,
  object_set_complete: null,
  document_ids: [],
  entry_id: null,
  statements: 0,
  uploaded_by: JSON.stringify(actorOf(caller)),
  uploaded_at: clock.now(),
  superseded_by: null,
  authors_redacted: true,
})

const columnsOf = (fields: EvidenceFields, { filename }: KeptFile) => ({
  label: fields.label ?? filename,
  asked_kind: fields.kind ?? null,
  kind: fields.kind ?? ('other' as const),
  mapping: fields.mapping ? JSON.stringify(fields.mapping) : null,
  system: fields.system ?? null,
  collected_at: fields.collected_at ? new Date(fields.collected_at) : null,
  supersedes: fields.supersedes ?? null,
})
