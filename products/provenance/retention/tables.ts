// Row types of retention policies and their runs.
import type { CleanupRun, RetentionPolicy } from '@veritrace/contract/provenance/storage'
import type { ColumnType, Generated, Selectable } from 'kysely'

type Moment = ColumnType<Date, Date | undefined, Date>
type MomentOrNull = ColumnType<Date | null, Date | null | undefined, Date | null>

interface PoliciesTable {
  id: string
  tenant_id: string
  name: string
  enabled: Generated<boolean>
  kinds: Generated<string[]>
  review_status: Generated<string[]>
  tags: Generated<string[]>
  min_size_bytes: number | null
  action: RetentionPolicy['action']
  after_days: number
  basis: RetentionPolicy['basis']
  keep_last_versions: Generated<number>
  priority: Generated<number>
  dry_run: Generated<boolean>
  last_run_id: string | null
  matched_count: Generated<number>
  version: Generated<number>
  created_at: Moment
  updated_at: Moment
}

interface RunsTable {
  id: string
  tenant_id: string
  policy_id: string
  /** Null for runs from before this column was added. */
  policy_version: number | null
  trigger: CleanupRun['trigger']
  dry_run: boolean
  status: Generated<CleanupRun['status']>
  started_at: MomentOrNull
  finished_at: MomentOrNull
  scanned: Generated<number>
  matched: Generated<number>
  tiered: Generated<number>
  deleted: Generated<number>
  anonymised: Generated<number>
  skipped_hold: Generated<number>
  skipped_error: Generated<number>
  bytes_tiered: Generated<number>
  bytes_deleted: Generated<number>
  errors: ColumnType<CleanupRun['errors'], string | undefined, string>
  actor: string
  created_at: Moment
}

export interface StorageTables {
  'provenance.retention_policies': PoliciesTable
  'provenance.cleanup_runs': RunsTable
}

export type PolicyRow = Selectable<PoliciesTable>
export type RunRow = Selectable<RunsTable>
