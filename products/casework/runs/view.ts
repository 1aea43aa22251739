// Converts rows of runs to the types of the contract.
import type { Run } from '@veritrace/contract/casework/runs'
import { iso } from '@veritrace/platform/clock'
import type { RunRow } from './tables.ts'

export const viewRun = (row: RunRow): Run => ({
  id: row.id,
  case_id: row.case_id,
  n: row.n,
  kind: row.kind,
  state: row.state,
  steps: row.steps,
  ...(row.inputs && { inputs: row.inputs }),
  ...(row.outputs && { outputs: row.outputs }),
  ...(row.diff && { diff: row.diff }),
  ...(row.verification && { verification: row.verification }),
  unchanged: row.unchanged,
  ...(row.options.note !== undefined && { note: row.options.note }),
  triggered_by: row.triggered_by,
  queued_at: row.queued_at.toISOString(),
  started_at: iso(row.started_at),
  finished_at: iso(row.finished_at),
  ...(row.error && { error: row.error }),
})
