// Row types of the corpus and of decisions, which most slices read.
import type { Completeness } from '@veritrace/contract/casework/corpus'
import type { ColumnType, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string, string>

export interface License {
  spdx: string
  attribution: string
  url: string
  may_store_text: boolean
  may_redistribute: boolean
}

export interface Rejected {
  row: number
  pointer: string
  reason: string
}

interface EntriesTable {
  id: string
  space: string
  pack_id: string
  source_id: string
  list_id: string | null
  kind: 'catalog' | 'guidance' | 'reference' | 'evidence'
  title: string
  uri: string
  version_label: string
  revision: string
  content_hash: string
  bytes: number
  media_type: string
  language: string
  license: Json<License>
  status: 'registered' | 'fetching' | 'fetched' | 'extracting' | 'ready' | 'degraded' | 'failed' | 'retired'
  status_reason: string
  completeness: Completeness
  counts: Json<{ documents: number; artifacts: number; statements: number; rejected: number; repeated?: number }>
  validation: Json<{ conforms: boolean; violations: number; warnings: number }>
  changes: ColumnType<{ added: number; removed: number; changed: number } | null, string | null, string | null>
  rejected: Json<Rejected[]>
  log: Json<{ at: string; step: string; message: string }[]>
  blob_key: string | null
  supersedes: string | null
  is_current: boolean
  as_of: Date | null
  first_seen_at: Date
  fetched_at: Date | null
  extracted_at: Date | null
  retired_at: Date | null
}

interface FactsTable {
  entry_id: string
  type: string
  key: string
  role: string
  state: string
  /** '' if not replaced; 'oneObject', 'multipleObjects' or 'concept'; 'none' if a successor is missing. */
  successor_kind: string
  concept: string
  labels: string[]
  container_type: string
  container_name: string
  software_component: string
  component: string
  pointer: string
  attributes: ColumnType<Record<string, unknown> | null, string | null, string | null>
}

interface SuccessorsTable {
  entry_id: string
  type: string
  key: string
  place: number
  successor_type: string
  successor_key: string
}

interface DecisionsTable {
  id: string
  tenant_id: string
  workspace_id: string
  pack_id: string
  kind: 'overlay' | 'successor_fit' | 'exemption' | 'accept' | 'reject'
  type: string
  key: string
  project_id: string | null
  case_id: string | null
  value: Json<Record<string, unknown>>
  rationale: string
  reviewed: boolean
  by_id: string
  by_name: string
  at: Date
  expires_at: Date | null
  revoked_at: Date | null
}

interface WorkspacesTable {
  tenant_id: string
  workspace_id: string
  decisions_revision: number
}

export interface CorpusTables {
  'casework.entries': EntriesTable
  'casework.facts': FactsTable
  'casework.successors': SuccessorsTable
  'casework.decisions': DecisionsTable
  'casework.workspaces': WorkspacesTable
}
export type EntryRow = Selectable<EntriesTable>
export type FactRow = Selectable<FactsTable>
export type SuccessorRow = Selectable<SuccessorsTable>
export type DecisionRow = Selectable<DecisionsTable>
