// Converts rows of long-running jobs to the types of the contract.
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import { iso } from '@veritrace/platform/clock'
import type { WorkRow } from './tables.ts'

export const viewWork = (row: WorkRow): CaseJob => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  progress: { done: row.done, total: row.total, unit: row.unit },
  stats: row.stats,
  errors: row.errors,
  requested_by: row.requested_by,
  created_at: row.created_at.toISOString(),
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
})
