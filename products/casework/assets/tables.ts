import type { Asset } from '@veritrace/contract/casework/assets'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, never>

interface AssetsTable {
  id: string
  tenant_id: string
  workspace_id: string
  project_id: string | null
  kind: Asset['kind']
  format: string
  title: string
  filename: string
  media_type: string
  bytes: number
  sha256: string
  blob_key: string | null
  text: string | null
  params: Json<Record<string, unknown>>
  source: Json<Record<string, unknown>>
  created_by: Json<Actor>
  created_at: Date
  expires_at: Date | null
}
export interface AssetTables {
  'casework.assets': AssetsTable
}
export type AssetRow = Omit<Selectable<AssetsTable>, 'text'>
