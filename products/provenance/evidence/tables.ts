// Row types of evidence: files, uploads, leftover objects, and tombstones of removed evidence.
import type { Evidence, ReviewStatus } from '@veritrace/contract/provenance/evidence'
import type { ColumnType, Generated, Selectable } from 'kysely'

type Moment = ColumnType<Date, Date | undefined, Date>
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>

interface EvidenceTable {
  id: string
  tenant_id: string
  title: string
  description: Generated<string>
  kind: Generated<Evidence['kind']>
  tags: Generated<string[]>
  content_type: string
  size_bytes: number | null
  sha256: string | null
  filename: string | null
  storage_key: string | null
  storage_tier: Generated<Evidence['storage_tier']>
  upload_status: Generated<Evidence['upload_status']>
  scan_status: Generated<Evidence['scan_status']>
  scan_detail: string | null
  review_status: Generated<ReviewStatus>
  reviewer_id: string | null
  reviewed_at: MomentOrNull
  review_reason: string | null
  visibility: Generated<Evidence['visibility']>
  version: Generated<number>
  supersedes_id: string | null
  lineage_id: string | null
  issued_at: MomentOrNull
  valid_from: MomentOrNull
  valid_until: MomentOrNull
  renewal_due_at: MomentOrNull
  issuer: Generated<string>
  scope: Generated<string>
  period_start: MomentOrNull
  period_end: MomentOrNull
  source: Generated<Evidence['source']>
  legal_hold: Generated<boolean>
  retention_policy_id: string | null
  purge_after: MomentOrNull
  uploaded_by: string | null
  collection_procedure: Generated<string>
  expired_at: MomentOrNull
  superseded_at: MomentOrNull
  last_accessed_at: MomentOrNull
  restore_requested_at: MomentOrNull
  restored_at: MomentOrNull
  anonymised_at: MomentOrNull
  created_at: Moment
  updated_at: Moment
}

interface UploadsTable {
  token: string
  tenant_id: string
  storage_key: string
  filename: string
  content_type: string
  size_bytes: number
  sha256: string
  used_at: MomentOrNull
  created_by: string
  created_at: Moment
}

interface LeftoversTable {
  storage_key: string
  tenant_id: string
  created_at: Moment
}

interface TombstonesTable {
  id: string
  tenant_id: string
  sha256: string | null
  policy_id: string
  deleted_at: ColumnType<Date, Date, Date>
}

export interface EvidenceTables {
  'provenance.evidence': EvidenceTable
  'provenance.evidence_uploads': UploadsTable
  'provenance.evidence_leftovers': LeftoversTable
  'provenance.evidence_tombstones': TombstonesTable
}

export type EvidenceRow = Selectable<EvidenceTable>
export type UploadRow = Selectable<UploadsTable>
