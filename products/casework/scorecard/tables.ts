// Row types of the scorecard's history.
import type { ColumnType, Selectable } from 'kysely'
import type { Status } from './rules.ts'

interface PointsTable {
  tenant_id: string
  workspace_id: string
  pack_id: string
  scope_kind: string
  scope_id: string
  control_id: string
  day: ColumnType<Date, string, string>
  at: Date
  value: number | null
  status: Status
}

export interface ScorecardTables {
  'casework.control_points': PointsTable
}
export type ControlPointRow = Pick<Selectable<PointsTable>, 'control_id' | 'at' | 'value' | 'status'>
