// Adds the record of a stored file and the job that parses it. A file whose bytes the project already has is not stored twice.
import type { EvidenceFields } from '@veritrace/contract/casework/evidence'
import type { Caller } from '@veritrace/platform/caller'
import type { Db } from '@veritrace/platform/db/db'
import { fail, notFound } from '@veritrace/platform/errors'
import type { Casework } from '../deps.ts'
import { actorOf } from '../model/actors.ts'
import { scopeOf } from '../model/scope.ts'
import { lockActiveProject } from '../projects/get-project.ts'
import type { Tables } from '../tables.ts'
import { addParseJob } from './parse-job.ts'
import { findEvidence, insertEvidence, lockDuplicate } from './store.ts'
import type { EvidenceRow } from './tables.ts'
import { reparse } from './update-evidence.ts'

export interface StoredFile {
  id: string
  key: string
  filename: string
  mediaType: string
  bytes: number
  sha256: string
}

export const ZERO_COUNTS = { objects: 0, references: 0, findings: 0, usages: 0, rows: 0, rows_rejected: 0 }

export async function addEvidence(
  deps: Casework,
  tx: Db<Tables>,
  caller: Caller,
  projectId: string,
  stored: StoredFile,
  fields: EvidenceFields,
): Promise<{ row: EvidenceRow; outcome: 'new' | 'reparsed' | 'duplicate' }> {
  const scope = scopeOf(caller)
  // Checked again: the project may have been archived during the upload.
  await lockActiveProject(tx, scope, projectId)
  const duplicate = await lockDuplicate(tx, scope, projectId, stored.sha256)
  if (duplicate && !asksForReparse(duplicate, fields)) return { row: duplicate, outcome: 'duplicate' }
  if (duplicate) return { row: await reparse(deps, tx, caller, duplicate, fields), outcome: 'reparsed' }
  await requireSupersedable(tx, caller, projectId, fields.supersedes)
  const row = await insertEvidence(tx, { ...emptyRow(deps, caller, projectId, stored), ...columnsOf(fields, stored) })
  await addParseJob(deps, tx, row)
  await deps.events.record(tx, caller, {
    action: 'evidence.upload',
    resource: { type: 'evidence', id: row.id, label: row.label },
    data: { project_id: projectId, filename: row.filename, bytes: row.bytes, sha256: row.sha256 },
  })
  return { row, outcome: 'new' }
}

/** The upload names a different kind or mapping than the stored file has. */
const asksForReparse = (duplicate: EvidenceRow, { kind, mapping }: EvidenceFields): boolean =>
  (kind !== undefined && kind !== duplicate.kind) ||
  (mapping !== undefined && JSON.stringify(mapping) !== JSON.stringify(duplicate.mapping))

/** `supersedes` must name a file of this project that has not been superseded. */
async function requireSupersedable(
  tx: Db<Tables>,
  caller: Caller,
  projectId: string,
  id: string | undefined,
): Promise<void> {
  if (!id) return
  const older = await findEvidence(tx, scopeOf(caller), id)
  if (older?.project_id !== projectId) return notFound('evidence', id)
  if (older.status !== 'superseded') return
  const error = { path: 'supersedes', message: `has already been superseded by ${older.superseded_by}` }
  fail('invalid_body', `${id} ${error.message}.`, { errors: [error] })
}

const emptyRow = ({ clock }: Casework, caller: Caller, projectId: string, stored: StoredFile) => ({
  id: stored.id,
  tenant_id: caller.tenant,
  workspace_id: caller.workspace,
  customer_id: caller.customer,
  project_id: projectId,
  filename: stored.filename,
  media_type: stored.mediaType || 'application/octet-stream',
  bytes: stored.bytes,
  sha256: stored.sha256,
  blob_key: stored.key,
  detection: JSON.stringify({ confidence: 0, alternatives: [] }),
  status: 'received' as const,
  status_reason: '',
  parser: JSON.stringify({ id: '', version: 0 }),
  counts: JSON.stringify(ZERO_COUNTS),
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

const columnsOf = (fields: EvidenceFields, { filename }: StoredFile) => ({
  label: fields.label ?? filename,
  asked_kind: fields.kind ?? null,
  kind: fields.kind ?? ('other' as const),
  mapping: fields.mapping ? JSON.stringify(fields.mapping) : null,
  system: fields.system ?? null,
  collected_at: fields.collected_at ? new Date(fields.collected_at) : null,
  supersedes: fields.supersedes ?? null,
})
