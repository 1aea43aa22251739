// The row types of the tables that graph uses.
import type { Statement } from '@veritrace/contract/graph/statements'
import type { ColumnType, Selectable } from 'kysely'
import type { CatalogTables } from './catalog/tables.ts'
import type { IngestionTables } from './ingestions/tables.ts'
import type { OntologyTables } from './ontologies/tables.ts'
import type { SearchTables } from './search/tables.ts'
import type { ShapeTables } from './shapes/tables.ts'
import type { WorkflowTables } from './workflow/tables.ts'

interface WorkspacesTable {
  tenant_id: string
  workspace_id: string
  seq: number
  reader: ColumnType<string | null, never>
  reader_until: ColumnType<Date | null, never>
  shared_until: ColumnType<Date | null, never>
}

interface ContextsTable {
  tenant_id: string
  workspace_id: string
  context: string
  statements: number
  last_write_at: Date
  read_in: ColumnType<string | null, string | null | undefined>
  replaced_by: ColumnType<string | null, string | null | undefined>
  removed_at: ColumnType<Date | null, Date | null | undefined>
}

interface StatementsTable {
  tenant_id: string
  workspace_id: string
  id: string
  context: string
  subject: string
  predicate: string
  object: string
  object_type: Statement['objectType']
  datatype: string | null
  language: string | null
  metadata: ColumnType<Record<string, unknown>, string, string>
  assertions: number
  seq: number
  created_at: Date
  updated_at: Date
  created_by: string
}

interface ChangesTable {
  tenant_id: string
  workspace_id: string
  seq: number
  part: number
  added: string[]
  removed: string[]
  rows: number
  changed_at: Date
}

export interface Tables
  extends CatalogTables,
    OntologyTables,
    SearchTables,
    ShapeTables,
    WorkflowTables,
    IngestionTables {
  'graph.workspaces': WorkspacesTable
  'graph.contexts': ContextsTable
  'graph.statements': StatementsTable
  'graph.changes': ChangesTable
}

export type StatementRow = Selectable<StatementsTable>
