// Recommendations of a run, and the decisions about them.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { FEEDBACK_TAGS } from './case-records.ts'
import { RISKS } from './plan.ts'
import { FIT_VERDICTS } from './resolve.ts'
import { MAY } from './roles.ts'
import { Actor, ArtifactRef, Citation, Code, countedPageOf, Effort } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const Id = t.String({ minLength: 1, maxLength: 400 })
const line = (maxLength: number) => t.String({ minLength: 1, maxLength, pattern: '\\S' })

export const RECOMMENDATION_STATUSES = ['proposed', 'accepted', 'rejected', 'deferred', 'superseded', 'done'] as const
export type RecommendationStatus = (typeof RECOMMENDATION_STATUSES)[number]

export type Recommendation = Static<typeof Recommendation>
export const Recommendation = named(
  'Recommendation',
  t.Object({
    id: t.String(),
    case_id: t.String(),
    run_id: t.String(),
    key: t.String({ description: 'Stable across runs; decisions are carried over by key' }),
    action_id: t.String(),
    title: t.String(),
    rationale_md: t.String(),
    pattern: optional(
      t.Object({ reference: ArtifactRef, access: t.String(), code: Code, successors: list(ArtifactRef) }),
    ),
    artifacts: list(ArtifactRef, { description: 'The first artifacts' }),
    artifacts_total: t.Integer(),
    alternatives: list(
      t.Object({ id: t.String(), action_id: t.String(), title: t.String(), effort: Effort, resulting_code: Code }),
    ),
    needs_decision: optional(t.Object({ question: t.String(), options: list(t.String()) })),
    priority: t.Integer({ description: '1 is the highest priority' }),
    lift: t.Object({ objects_reaching_target: t.Integer(), objects_improved: t.Integer() }),
    effort: Effort,
    risk: oneOf(RISKS),
    risk_reasons: list(t.String()),
    confidence: t.Number({ minimum: 0, maximum: 1 }),
    guidance_ids: list(t.String()),
    citations: list(Citation),
    status: oneOf(RECOMMENDATION_STATUSES),
    decision: optional(
      t.Object({
        by: Actor,
        at: DateTime,
        reason: t.String(),
        note: t.String(),
        chosen_alternative_id: nullable(t.String()),
        expires_at: nullable(DateTime),
      }),
    ),
    defer_until: nullable(DateTime),
    plan_item_ids: list(t.String()),
    created_at: DateTime,
    updated_at: DateTime,
    version: t.Integer(),
    etag: t.String(),
  }),
)

export type RecommendationDecision = Static<typeof RecommendationDecision>
export const RecommendationDecision = named(
  'RecommendationDecision',
  strict(
    {
      status: optional(oneOf(RECOMMENDATION_STATUSES, { description: 'Optional if you only send feedback' })),
      reason: optional(line(4_000)),
      note: optional(t.String({ maxLength: 4_000 })),
      chosen_alternative_id: optional(Id),
      defer_until: optional(DateTime),
      exemption: optional(strict({ owner: line(200), expires_at: DateTime, reason: line(4_000) })),
      feedback: optional(
        strict({
          rating: optional(t.Integer({ minimum: 1, maximum: 5 })),
          tags: optional(list(oneOf(FEEDBACK_TAGS), { uniqueItems: true, maxItems: FEEDBACK_TAGS.length })),
          comment: optional(t.String({ maxLength: 4_000 })),
          successor_fit: optional(
            strict({
              successor_id: Id,
              verdict: oneOf(FIT_VERDICTS),
              operations: optional(list(line(60), { maxItems: 20 })),
              note: optional(t.String({ maxLength: 2_000 })),
            }),
          ),
        }),
      ),
    },
    { minProperties: 1 },
  ),
)

export const recommendations = {
  list: endpoint('GET /cases/{id}/recommendations', {
    summary: 'List the recommendations of the latest run with their decisions, most valuable first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      status: optional(oneOf(RECOMMENDATION_STATUSES)),
      action_id: optional(t.String({ minLength: 1, maxLength: 80 })),
      q: optional(t.String({ minLength: 1, maxLength: 200, description: 'Part of the title' })),
    }),
    ok: countedPageOf(Recommendation),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
  decide: endpoint('PATCH /cases/{id}/recommendations/{recId}', {
    summary: 'Accept, reject or defer a recommendation, with reason, exemption and feedback',
    auth: 'bearer',
    may: MAY.decide,
    body: RecommendationDecision,
    ok: Recommendation,
    versioned: true,
    errors: [
      'case_not_found',
      'gone',
      'recommendation_not_found',
      'forbidden_transition',
      'unacceptable',
      'stale_version',
    ],
  }),
}
