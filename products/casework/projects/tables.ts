// Row types of projects.
import type { FreezePeriod, PROJECT_STATUSES, ProjectSystem } from '@veritrace/contract/casework/projects'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>

interface ProjectsTable {
  id: string
  tenant_id: string
  workspace_id: string
  name: string
  description: string | null
  pack_id: string
  default_target: string
  system: ColumnType<ProjectSystem | null, string | null, string | null>
  former_systems: Generated<string[]>
  status: (typeof PROJECT_STATUSES)[number]
  owner: Json<Actor>
  tags: string[]
  freeze_periods: Json<FreezePeriod[]>
  keep_names: boolean
  pseudonym_key: string
  estate_revision: Generated<number>
  objects: Generated<number>
  packages: Generated<number>
  version: Generated<number>
  created_at: Date
  updated_at: Date
  deleted_at: Date | null
}

export interface ProjectTables {
  /** `files` is counted by a trigger in the database. */
  'casework.projects': ProjectsTable & { files: ColumnType<number, never, never> }
}
export type ProjectRow = Selectable<ProjectsTable>
