// Row types of long-running jobs.
import type { CaseJob } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Selectable } from 'kysely'

type Json<T> = ColumnType<T, string | undefined, string>

interface WorkTable {
  id: string
  tenant_id: string | null
  workspace_id: string | null
  kind: CaseJob['kind']
  state: CaseJob['state']
  input: Json<Record<string, unknown>>
  done: ColumnType<number, number | undefined>
  total: number | null
  unit: string
  stats: Json<Record<string, unknown>>
  errors: Json<CaseJob['errors']>
  requested_by: string
  created_at: Date
  started_at: Date | null
  touched_at: Date
  finished_at: Date | null
}

export interface WorkTables {
  'casework.work': WorkTable
}
export type WorkRow = Selectable<WorkTable>
