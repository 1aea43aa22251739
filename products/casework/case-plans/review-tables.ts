// Row types of reviews and their comments.
import type { VERDICTS } from '@veritrace/contract/casework/plan-reviews'
import type { Actor } from '@veritrace/contract/casework/shapes'
import type { ColumnType, Selectable } from 'kysely'

export type { Scope } from '../model/space.ts'
export type Verdict = (typeof VERDICTS)[number]

type Json<T> = ColumnType<T, string, string>
type MaybeJson<T> = ColumnType<T | null, string | null, string | null>

interface ReviewsTable {
  id: string
  tenant_id: string
  workspace_id: string
  plan_id: string
  plan_version: number
  verdict: Verdict
  body_md: string
  checklist: Json<Record<string, boolean>>
  reviewer_id: string
  reviewer: Json<Actor>
  at: Date
  dismissed: MaybeJson<{ reason: string; at: string }>
}

interface CommentsTable {
  id: string
  tenant_id: string
  workspace_id: string
  plan_id: string
  review_id: string
  item_id: string | null
  body_md: string
  blocking: boolean
  resolved_by: MaybeJson<Actor>
  resolved_at: Date | null
}

export interface ReviewTables {
  'casework.plan_reviews': ReviewsTable
  'casework.plan_comments': CommentsTable
}
export type ReviewRow = Selectable<ReviewsTable>
export type CommentRow = Selectable<CommentsTable>
