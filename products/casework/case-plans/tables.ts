// Row types of plans of cases and of the states of their items.

import type { CasePlan, PlanState } from '@veritrace/contract/casework/case-plans'
import type { ITEM_STATES, PlanTotals } from '@veritrace/contract/casework/plan'
import type { Actor, Target } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Generated, Selectable } from 'kysely'
import type { PlanBody, PlanInputs } from '../planning/tables.ts'

export type { Scope } from '../model/space.ts'

type ItemState = (typeof ITEM_STATES)[number]

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>

/** Failing gates that someone has acknowledged. */
export type Acknowledged = Record<string, { digest: string; by: Actor; at: string }>

interface CasePlansTable {
  id: string
  tenant_id: string
  workspace_id: string
  case_id: string
  number: number
  title: string
  state: PlanState
  held_from: PlanState | null
  target: Json<Target>
  totals: Json<PlanTotals>
  inputs: Json<PlanInputs>
  inputs_digest: string
  run_id: string | null
  run_digest: string | null
  policy: Json<CasePlan['policy']>
  author: Json<Actor>
  based_on: MaybeJson<NonNullable<CasePlan['based_on']>>
  superseded_by: string | null
  acknowledged: Json<Acknowledged>
  approved_catalog: string | null
  verification: MaybeJson<NonNullable<CasePlan['verification']>>
  version: Generated<number>
  submitted_at: Date | null
  approved_at: Date | null
  delivered_at: Date | null
  created_at: Date
  updated_at: Date
}

interface PlanBodiesTable {
  plan_id: string
  tenant_id: string
  workspace_id: string
  body: Json<PlanBody>
}

interface PlanItemsTable {
  plan_id: string
  item_id: string
  tenant_id: string
  workspace_id: string
  place: number
  action_id: string
  p50: number
  /** The estimate before calibration; null in plans from before calibration existed. */
  guessed: number | null
  state: ItemState
  held_from: ItemState | null
  reason: string | null
  actual_days: number | null
  done_at: Date | null
  verified_at: Date | null
  updated_at: Date
}

export interface CasePlanTables {
  'casework.case_plans': CasePlansTable
  'casework.case_plan_bodies': PlanBodiesTable
  'casework.case_plan_items': PlanItemsTable
}
export type CasePlanRow = Selectable<CasePlansTable>
export type PlanItemRow = Selectable<PlanItemsTable>
