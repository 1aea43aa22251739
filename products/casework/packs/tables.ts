// Row types of uploaded packs and of settings.
import type { ColumnType, Selectable } from 'kysely'

export type { Named } from '../model/artifacts.ts'
export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>

interface PacksTable {
  tenant_id: string
  workspace_id: string
  pack_id: string
  version: string
  digest: string
  title: string
  /** As uploaded: a ZIP, or JSON. */
  files: Buffer
  created_by: string
  created_at: Date
}

interface ProductPacksTable {
  pack_id: string
  version: string
  digest: string
  files: Buffer
  stored_at: Date
}

interface SettingsTable {
  tenant_id: string
  workspace_id: string
  pack_id: string
  /** Null if the workspace follows the newest built-in version. */
  version: string | null
  options: Json<Record<string, string>>
  updated_by: string
  updated_at: Date
}

export interface PackTables {
  'casework.packs': PacksTable
  'casework.product_packs': ProductPacksTable
  'casework.pack_settings': SettingsTable
}
export type PackRow = Omit<Selectable<PacksTable>, 'files'>
export type SettingsRow = Pick<Selectable<SettingsTable>, 'pack_id' | 'version' | 'options'>
