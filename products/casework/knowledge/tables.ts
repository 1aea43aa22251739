// Row types of graph contexts, the outbox and validation reports.
import type { ColumnType, Generated, Selectable } from 'kysely'

interface ContextsTable {
  tenant_id: string
  workspace_id: string
  name: string
  kind: string
  statements: Generated<number>
  digest: Generated<string>
  built_digest: Generated<string>
  build_id: string | null
  built_at: Date | null
  dataset_id: ColumnType<string | null, string | null | undefined>
}

interface OutboxTable {
  tenant_id: string
  workspace_id: string
  name: string
  revision: Generated<number>
  whole: boolean
  status: Generated<'pending' | 'retry' | 'dead' | 'auth_dead'>
  attempts: Generated<number>
  last_error: Generated<string>
  next_at: Date
  leased_until: Date | null
  holder: string | null
  returns_at: Date | null
  created_at: Date
}

interface ShapeReportsTable {
  tenant_id: string
  workspace_id: string
  name: string
  shape_id: string
  shape_name: string
  conforms: boolean
  violations: number
  validated_at: Date
}

export interface KnowledgeTables {
  'casework.contexts': ContextsTable
  'casework.outbox': OutboxTable
  'casework.shape_reports': ShapeReportsTable
}
export type ContextRow = Selectable<ContextsTable>
export type OutboxRow = Selectable<OutboxTable>
export type ShapeReportRow = Selectable<ShapeReportsTable>
