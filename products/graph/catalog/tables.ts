// The row types of the catalog.
import type { Checksum, Dataset, Distribution } from '@veritrace/contract/graph/catalog'
import type { ColumnType, Generated, Selectable } from 'kysely'

/** Reads objects from jsonb, writes them as JSON text. */
type Json<T> = ColumnType<T | null, string | null | undefined, string | null>

interface DatasetsTable {
  tenant_id: string
  workspace_id: string
  context: string
  id: string
  title: string
  description: Generated<string>
  keywords: Generated<string[]>
  themes: Generated<string[]>
  publisher: string | null
  contact_point: Json<NonNullable<Dataset['contactPoint']>>
  license: string | null
  access_rights: string | null
  issued: string | null
  modified: string | null
  temporal: Json<NonNullable<Dataset['temporal']>>
  spatial: string | null
  conforms_to: Generated<string[]>
  data_context: string | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
  created_by: string
}

interface DistributionsTable {
  tenant_id: string
  workspace_id: string
  id: string
  dataset_id: string
  title: Generated<string>
  access_url: string | null
  download_url: string | null
  media_type: string | null
  format: string | null
  byte_size: number | null
  checksum: Json<Checksum>
  license: string | null
  issued: string | null
  blob_key: string | null
  source_context: string | null
  status: Generated<Distribution['status']>
  problem: string | null
  statement_count: number | null
  seq: number | null
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

interface KeptFilesTable {
  tenant_id: string
  workspace_id: string
  context: string
  distribution_id: string
  title: string
  media_type: string
  format: string | null
  blob_key: string
  source_context: string
}

export interface CatalogTables {
  'graph.datasets': DatasetsTable
  'graph.distributions': DistributionsTable
  'graph.kept_files': KeptFilesTable
}
export type DatasetRow = Selectable<DatasetsTable>
export type KeptFileRow = Selectable<KeptFilesTable>
export type DistributionRow = Selectable<DistributionsTable>
