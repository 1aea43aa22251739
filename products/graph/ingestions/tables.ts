// The row type of ingestions.
import type { Ingestion } from '@veritrace/contract/graph/ingestions'
import type { Actor } from '@veritrace/platform/caller'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { Width } from '../scope/rules.ts'

interface IngestionsTable {
  tenant_id: string
  workspace_id: string
  context: string
  id: string
  status: Ingestion['status']
  content_type: string
  width: Width
  mode: Generated<Ingestion['mode']>
  source: string | null
  checksum: string
  bytes: number
  total: number | null
  chunks: Generated<number>
  received: Generated<number>
  inserted: Generated<number>
  duplicates: Generated<number>
  rejected: Generated<number>
  errors: ColumnType<Ingestion['errors'], string | undefined, string>
  actor: ColumnType<Actor, string, never>
  customer_id: string
  created_at: Date
  started_at: Date | null
  touched_at: Date
  completed_at: Date | null
  cancelled_at: Date | null
}

export interface IngestionTables {
  'graph.ingestions': IngestionsTable
}

export type IngestionRow = Selectable<IngestionsTable>
