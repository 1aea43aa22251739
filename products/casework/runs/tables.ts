// Row types of runs and their step results.
import type { RUN_KINDS, Run, RunDiff, RunInputs, RunOutputs } from '@veritrace/contract/casework/runs'
import type { Actor, JOB_STATES } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>

/** Options of the request that started the run. */
export interface RunOptions {
  note?: string
  force?: boolean
  /** The plan that a verification checks. */
  plan_id?: string
}

interface RunsTable {
  id: string
  tenant_id: string
  workspace_id: string
  case_id: string
  n: number
  kind: (typeof RUN_KINDS)[number]
  state: (typeof JOB_STATES)[number]
  target: string
  steps: Json<Run['steps']>
  options: Json<RunOptions>
  inputs: MaybeJson<RunInputs>
  outputs: MaybeJson<RunOutputs>
  diff: MaybeJson<RunDiff>
  verification: MaybeJson<NonNullable<Run['verification']>>
  unchanged: Generated<boolean>
  triggered_by: Json<Actor>
  scope_digest: string
  estate_revision: number | null
  pack_revision: string | null
  catalog_entries: Generated<string[]>
  list_patterns: Generated<string[]>
  error: MaybeJson<{ code: string; detail: string }>
  queued_at: Date
  started_at: Date | null
  finished_at: Date | null
}

interface ResultsTable {
  run_id: string
  step: string
  tenant_id: string
  workspace_id: string
  body: Json<unknown>
}

export interface RunTables {
  'casework.case_runs': RunsTable
  'casework.case_run_results': ResultsTable
}
export type RunRow = Selectable<RunsTable>
