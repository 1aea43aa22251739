// Row types of recommendations.
import type { Recommendation } from '@veritrace/contract/casework/recommendations'
import type { ColumnType, Generated, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>

/** What a run says; everything that people decide stands beside it. */
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
  /** Short forms of all objects, where the decision is about them and not about what they use. */
  objects?: string[]
}

/** With what was decided, which stays known when a run no longer finds it. */
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
