// Maps evidence rows to the contract.
import type { EvidenceItem } from '@veritrace/contract/casework/evidence'
import { iso } from '@veritrace/platform/clock'
import type { EvidenceRow } from './tables.ts'

export const viewEvidence = (row: EvidenceRow, duplicate = false): EvidenceItem => ({
  id: row.id,
  project_id: row.project_id,
  filename: row.filename,
  label: row.label,
  media_type: row.media_type,
  bytes: row.bytes,
  sha256: row.sha256,
  kind: row.kind,
  detection: row.detection,
  status: row.status,
  status_reason: row.status_reason,
  parser: row.parser,
  counts: row.counts,
  rejected_sample: row.rejected,
  warnings: row.warnings,
  columns: row.columns,
  window: row.usage_window,
  system: row.system,
  check_variant: row.check_variant,
  object_set_complete: row.object_set_complete,
  document_ids: row.document_ids,
  entry_id: row.entry_id,
  statements: row.statements,
  context_id: contextOf(row),
  collected_at: iso(row.collected_at),
  uploaded_by: row.uploaded_by,
  uploaded_at: row.uploaded_at.toISOString(),
  supersedes: row.supersedes,
  superseded_by: row.superseded_by,
  redactions: { authors: row.authors_redacted },
  duplicate,
  version: row.version,
  etag: `"${row.version}"`,
})

/** IRI of the project's named graph. */
const contextOf = ({ tenant_id, workspace_id, project_id }: EvidenceRow): string =>
  `urn:tenant:${tenant_id}:ws:${workspace_id}:graph:estate.${project_id}`
