// Converts rows of reviews to the types of the contract.
import type { PlanComment, PlanReview } from '@veritrace/contract/casework/plan-reviews'
import type { CommentRow, ReviewRow } from '../case-plans/review-tables.ts'

export const viewReview = (row: ReviewRow, comments: readonly CommentRow[]): PlanReview => ({
  id: row.id,
  plan_id: row.plan_id,
  plan_etag: `"${row.plan_version}"`,
  verdict: row.verdict,
  body_md: row.body_md,
  comments: comments.filter(({ review_id }) => review_id === row.id).map(viewComment),
  checklist: row.checklist,
  reviewer: row.reviewer,
  at: row.at.toISOString(),
  dismissed: row.dismissed,
})

const viewComment = (row: CommentRow): PlanComment => ({
  id: row.id,
  ...(row.item_id !== null && { item_id: row.item_id }),
  body_md: row.body_md,
  blocking: row.blocking,
  ...(row.resolved_by && { resolved_by: row.resolved_by }),
  ...(row.resolved_at && { resolved_at: row.resolved_at.toISOString() }),
})
