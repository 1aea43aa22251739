// The row types of shapes.
import type { Generated, Selectable } from 'kysely'

interface ShapesTable {
  tenant_id: string
  workspace_id: string
  id: string
  context: string
  name: string
  turtle: string
  target_classes: string[]
  predicates: string[] | null
  enforced: boolean
  version: Generated<number>
  created_at: Date
  updated_at: Date
  created_by: string
}

export interface ShapeTables {
  'graph.shapes': ShapesTable
}

export type ShapeRow = Selectable<ShapesTable>
