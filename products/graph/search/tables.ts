// The row types of search.
import type { Selectable } from 'kysely'

interface VectorSpacesTable {
  tenant_id: string
  workspace_id: string
  context: string
  space: string
  dimension: number
  vectors: number
  seq: number
}

interface VectorsTable {
  tenant_id: string
  workspace_id: string
  context: string
  space: string
  node_id: string
  node: string
  vector: Buffer | null
  statement_id: string | null
  text_hash: string | null
  seq: number
}

interface EmbeddingProgressTable {
  tenant_id: string
  workspace_id: string
  model: string
  seq: number
  scan_to: number | null
  scan_seq: number
  scan_id: string
}

export interface SearchTables {
  'graph.vector_spaces': VectorSpacesTable
  'graph.vectors': VectorsTable
  'graph.embedding_progress': EmbeddingProgressTable
}

export type SpaceRow = Selectable<VectorSpacesTable>
export type ProgressRow = Selectable<EmbeddingProgressTable>
