// Plan webhooks: others are told what happens to the plans of a case, signed as Standard Webhooks say.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { noContent } from '../media.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict } from '../wire.ts'
import { DELIVERY_STATUSES } from './plan-transports.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

const optional = t.Optional
const list = t.Array

export const PLAN_EVENTS = [
  'plan.created',
  'plan.submitted',
  'plan.changes_requested',
  'plan.approved',
  'plan.rejected',
  'plan.withdrawn',
  'plan.started',
  'plan.held',
  'plan.resumed',
  'plan.item_changed',
  'plan.delivered',
  'plan.verified',
  'plan.verification_failed',
  'plan.superseded',
  'transport.created',
  'transport.status_changed',
  'review.created',
  'ping',
] as const
export type PlanEvent = (typeof PLAN_EVENTS)[number]
export const MAX_PLAN_WEBHOOKS = 10

export type PlanWebhook = Static<typeof PlanWebhook>
export const PlanWebhook = named(
  'PlanWebhook',
  t.Object({
    id: t.String(),
    case_id: t.String(),
    url: t.String(),
    events: list(t.String()),
    description: t.String(),
    active: t.Boolean(),
    secret: optional(t.String({ description: 'Shown once, when the webhook is made' })),
    secret_hint: t.String(),
    created_by: Actor,
    created_at: DateTime,
    last_delivery: optional(t.Object({ status: oneOf(DELIVERY_STATUSES), at: DateTime })),
    failure_count: t.Integer({ description: 'Tries in a row that failed' }),
    disabled_reason: nullable(t.String()),
  }),
)

export type NewPlanWebhook = Static<typeof NewPlanWebhook>
export const NewPlanWebhook = named(
  'NewPlanWebhook',
  strict({
    url: t.String({ minLength: 1, maxLength: 2_048, description: 'A public https address' }),
    events: list(oneOf([...PLAN_EVENTS, '*']), { minItems: 1, maxItems: PLAN_EVENTS.length, uniqueItems: true }),
    description: t.String({ maxLength: 500, default: '' }),
    secret: optional(
      t.String({ maxLength: 200, description: 'whsec_ and 24 to 64 bytes in base64; made where it is not given' }),
    ),
    active: t.Boolean({ default: true }),
  }),
)

export const planWebhooks = {
  list: endpoint('GET /cases/{caseId}/plan-webhooks', {
    summary: 'Webhooks of a case, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery }),
    ok: countedPageOf(PlanWebhook),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
  create: endpoint('POST /cases/{caseId}/plan-webhooks', {
    summary: 'Have someone told what happens to the plans of a case',
    description:
      'The answer is the only one that holds the secret. A ping is sent at once. Messages are tried for about a day and a half; an answer of 410 ends them.',
    auth: 'bearer',
    may: MAY.decide,
    body: NewPlanWebhook,
    ok: PlanWebhook,
    status: 201,
    errors: ['case_not_found', 'gone', 'url_not_allowed', 'unacceptable', 'too_many_webhooks'],
  }),
  remove: endpoint('DELETE /cases/{caseId}/plan-webhooks/{webhookId}', {
    summary: 'Delete a webhook; what waits for it is not sent',
    auth: 'bearer',
    may: MAY.decide,
    ok: noContent,
    status: 204,
    errors: ['case_not_found', 'gone', 'plan_webhook_not_found'],
  }),
}
