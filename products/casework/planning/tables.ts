// Row types of quick plans.
import type { PlanTotals, PlanVersion } from '@veritrace/contract/casework/plan'
import type { Actor, Target } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Selectable } from 'kysely'
import type { ItemDetail } from './engine/input.ts'

type Json<T> = ColumnType<T, string, never>

interface PlanKeysTable {
  tenant_id: string
  workspace_id: string
  plan_key: string
  versions: number
}

interface PlanVersionsTable {
  id: string
  tenant_id: string
  workspace_id: string
  plan_key: string
  version: number
  title: string
  pack_id: string
  project_id: string | null
  target: Json<Target>
  totals: Json<PlanTotals>
  inputs: Json<PlanInputs>
  inputs_digest: string
  created_by: Json<Actor>
  created_at: Date
}

interface PlanBodiesTable {
  version_id: string
  tenant_id: string
  workspace_id: string
  body: Json<PlanBody>
}

/** Digests and revisions of the inputs, by the cause of difference they stand for. */
export interface PlanInputs {
  catalog: string
  evidence: string
  ruleset: string
  decisions: string
  constraints: string
}

/** A version without its summary, but with the internal data of its items. */
export type PlanBody = Omit<
  PlanVersion,
  | ('id' | 'plan_key' | 'version' | 'title' | 'target' | 'totals')
  | ('inputs_digest' | 'is_current' | 'created_by' | 'created_at')
> & { details: Record<string, ItemDetail> }

export interface PlanTables {
  'casework.plan_keys': PlanKeysTable
  'casework.plan_versions': PlanVersionsTable
  'casework.plan_bodies': PlanBodiesTable
}
export type PlanVersionRow = Selectable<PlanVersionsTable>
