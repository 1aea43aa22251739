// Row types of the tables that graph reads and writes.
import type { Statement } from '@veritrace/contract/graph/statements'
import type { ColumnType, Selectable } from 'kysely'

interface WorkspacesTable {
  tenant_id: string
  workspace_id: string
  seq: number
}

interface ContextsTable {
  tenant_id: string
  workspace_id: string
  context: string
  statements: number
  last_write_at: Date
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
  changed_at: Date
}

export interface Tables {
  'graph.workspaces': WorkspacesTable
  'graph.contexts': ContextsTable
  'graph.statements': StatementsTable
  'graph.changes': ChangesTable
}

export type StatementRow = Selectable<StatementsTable>
