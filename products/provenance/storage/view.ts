// Converts rows to the types of the contract.
import type { CleanupRun, RetentionPolicy } from '@veritrace/contract/provenance/storage'
import { iso } from '@veritrace/platform/clock'
import type { PolicyRow, RunRow } from '../retention/tables.ts'
import { nextRunAt } from './rules.ts'

export const viewPolicy = (row: PolicyRow, now: Date): RetentionPolicy => ({
  id: row.id,
  name: row.name,
  enabled: row.enabled,
  applies_to: {
    kinds: row.kinds,
    review_status: row.review_status,
    tags: row.tags,
    min_size_bytes: row.min_size_bytes,
  },
  action: row.action,
  after_days: row.after_days,
  basis: row.basis,
  keep_last_versions: row.keep_last_versions,
  respect_legal_hold: true,
  priority: row.priority,
  dry_run: row.dry_run,
  last_run_id: row.last_run_id,
  next_run_at: row.enabled ? nextRunAt(now).toISOString() : null,
  matched_count: row.matched_count,
  version: row.version,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
})

export const viewRun = ({ tenant_id, policy_version, ...row }: RunRow): CleanupRun => ({
  ...row,
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
  created_at: row.created_at.toISOString(),
})
