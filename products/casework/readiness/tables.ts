// Row types of trend points.
import type { ColumnType, Selectable } from 'kysely'

interface PointsTable {
  tenant_id: string
  workspace_id: string
  project_id: string
  pack_id: string
  target: string
  day: ColumnType<Date, string, string>
  run_id: string
  at: Date
  distribution: ColumnType<Record<string, number>, string, string>
  objects: number
  acceptable: number
  digest: string
}

export interface ReadinessTables {
  'casework.readiness_points': PointsTable
}
export type PointRow = Selectable<PointsTable>
