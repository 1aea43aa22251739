// Row types of evidence.
import type { ColumnMapping, EvidenceItem, EvidenceKind, EvidenceStatus } from '@veritrace/contract/casework/evidence'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>
type JsonOrNull<T> = ColumnType<T | null, string | null, string | null>

interface EvidenceTable {
  id: string
  tenant_id: string
  workspace_id: string
  project_id: string
  customer_id: string
  filename: string
  label: string
  media_type: string
  bytes: number
  sha256: string
  blob_key: string
  asked_kind: EvidenceKind | null
  kind: EvidenceKind
  detection: Json<EvidenceItem['detection']>
  mapping: JsonOrNull<ColumnMapping>
  status: EvidenceStatus
  status_reason: string
  parser: Json<EvidenceItem['parser']>
  counts: Json<EvidenceItem['counts']>
  rejected: Json<EvidenceItem['rejected_sample']>
  warnings: Json<string[]>
  columns: Json<EvidenceItem['columns']>
  usage_window: JsonOrNull<NonNullable<EvidenceItem['window']>>
  usage_types: string[]
  system: string | null
  check_variant: string | null
  object_set_complete: boolean | null
  document_ids: string[]
  entry_id: string | null
  statements: number
  collected_at: Date | null
  uploaded_by: Json<Actor>
  uploaded_at: Date
  supersedes: string | null
  superseded_by: string | null
  authors_redacted: boolean
  reading: Generated<number>
  version: Generated<number>
}

export interface EvidenceTables {
  'casework.evidence': EvidenceTable
}
export type EvidenceRow = Selectable<EvidenceTable>
