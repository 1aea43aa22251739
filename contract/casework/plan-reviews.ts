// Reviews of a plan: verdicts with comments that can block its approval.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const Id = t.String({ minLength: 1, maxLength: 64 })

export const VERDICTS = ['approve', 'request_changes', 'comment', 'reject'] as const

export type PlanComment = Static<typeof PlanComment>
export const PlanComment = named(
  'PlanComment',
  t.Object({
    id: t.String(),
    item_id: optional(t.String()),
    body_md: t.String(),
    blocking: t.Boolean(),
    resolved_by: optional(Actor),
    resolved_at: optional(DateTime),
  }),
)

export type PlanReview = Static<typeof PlanReview>
export const PlanReview = named(
  'PlanReview',
  t.Object({
    id: t.String(),
    plan_id: t.String(),
    plan_etag: t.String({ description: 'The reviewed version' }),
    verdict: oneOf(VERDICTS),
    body_md: t.String(),
    comments: list(PlanComment),
    checklist: t.Record(t.String(), t.Boolean()),
    reviewer: Actor,
    at: DateTime,
    dismissed: nullable(t.Object({ reason: t.String(), at: DateTime })),
  }),
)

export type NewPlanReview = Static<typeof NewPlanReview>
export const NewPlanReview = named(
  'NewPlanReview',
  strict({
    verdict: oneOf(VERDICTS),
    body_md: t.String({ maxLength: 20_000, default: '', description: 'Markdown' }),
    item_comments: optional(
      list(
        strict({
          item_id: optional(Id),
          body_md: t.String({ minLength: 1, maxLength: 20_000, pattern: '\\S' }),
          blocking: t.Boolean({ default: false }),
        }),
        { maxItems: 500 },
      ),
    ),
    resolves: optional(list(Id, { maxItems: 500, uniqueItems: true, description: 'Comments to mark as resolved' })),
    checklist: optional(t.Record(t.String({ maxLength: 80 }), t.Boolean(), { maxProperties: 100 })),
  }),
)

export const planReviews = {
  list: endpoint('GET /cases/{caseId}/plans/{planId}/reviews', {
    summary: 'List the reviews of a plan, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery, verdict: optional(oneOf(VERDICTS)) }),
    ok: countedPageOf(PlanReview),
    errors: ['case_not_found', 'gone', 'case_plan_not_found', 'invalid_cursor'],
  }),
  add: endpoint('POST /cases/{caseId}/plans/{planId}/reviews', {
    summary: 'Review a plan, comment on its items, or resolve comments',
    description:
      'Only reviewers can give verdicts, and only while the plan is in review. Comments are always possible. Submitting the plan again dismisses its approvals.',
    auth: 'bearer',
    may: MAY.comment,
    body: NewPlanReview,
    ok: PlanReview,
    status: 201,
    errors: [
      'case_not_found',
      'gone',
      'case_plan_not_found',
      'plan_item_not_found',
      'plan_comment_not_found',
      'forbidden_transition',
      'self_approval',
      'role_required',
      'unacceptable',
    ],
  }),
}
