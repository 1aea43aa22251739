// Row types of recommendations.
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>

/** The part that a run writes. People's decisions are stored in separate columns. */
export type RecommendationBody = Omit<
  Recommendation,
  | 'id'
  | 'case_id'
  | 'run_id'
  | 'key'
  | 'action_id'
  | 'priority'
  | 'status'
  | 'decision'
  | 'defer_until'
  | 'plan_item_ids'
  | 'created_at'
  | 'updated_at'
  | 'version'
  | 'etag'
> & {
  /** Short forms of all objects, if the decision concerns the objects themselves. */
  objects?: string[]
}

/** The decision, which is kept even if a later run no longer finds the recommendation. */
export type Decided = NonNullable<Recommendation['decision']> & { status: Recommendation['status'] }

interface RecommendationsTable {
  id: string
  tenant_id: string
  workspace_id: string
  case_id: string
  run_id: string
  key: string
  action_id: string
  priority: number
  body: Json<RecommendationBody>
  status: Recommendation['status']
  decision: MaybeJson<Decided>
  defer_until: Date | null
  plan_item_ids: Generated<string[]>
  version: Generated<number>
  created_at: Date
  updated_at: Date
}

export interface RecommendationTables {
  'casework.recommendations': RecommendationsTable
}
export type RecommendationRow = Selectable<RecommendationsTable>
