// Webhooks about the plans of a case, signed according to Standard Webhooks.
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
    secret: optional(t.String({ description: 'Shown only once, when the webhook is created' })),
    secret_hint: t.String(),
    created_by: Actor,
    created_at: DateTime,
    last_delivery: optional(t.Object({ status: oneOf(DELIVERY_STATUSES), at: DateTime })),
    failure_count: t.Integer({ description: 'Failed attempts in a row' }),
    disabled_reason: nullable(t.String()),
  }),
)

export type NewPlanWebhook = Static<typeof NewPlanWebhook>
export const NewPlanWebhook = named(
  'NewPlanWebhook',
  strict({
    url: t.String({ minLength: 1, maxLength: 2_048, description: 'A public https URL' }),
    events: list(oneOf([...PLAN_EVENTS, '*']), { minItems: 1, maxItems: PLAN_EVENTS.length, uniqueItems: true }),
    description: t.String({ maxLength: 500, default: '' }),
    secret: optional(
      t.String({ maxLength: 200, description: 'whsec_ and 24 to 64 bytes in base64. Default: generated' }),
    ),
    active: t.Boolean({ default: true }),
  }),
)

export const planWebhooks = {
  list: endpoint('GET /cases/{caseId}/plan-webhooks', {
    summary: 'List the webhooks of a case, newest first',
    auth: 'bearer',
    query: strict({ ...pageQuery }),
    ok: countedPageOf(PlanWebhook),
    errors: ['case_not_found', 'gone', 'invalid_cursor'],
  }),
  create: endpoint('POST /cases/{caseId}/plan-webhooks', {
    summary: 'Create a webhook for the plans of a case',
    description:
      'Only this response contains the secret. We send a ping immediately. We retry messages for about 36 hours; a 410 response disables the webhook.',
    auth: 'bearer',
    may: MAY.decide,
    body: NewPlanWebhook,
    ok: PlanWebhook,
    status: 201,
    errors: ['case_not_found', 'gone', 'url_not_allowed', 'unacceptable', 'too_many_webhooks'],
  }),
  remove: endpoint('DELETE /cases/{caseId}/plan-webhooks/{webhookId}', {
    summary: 'Delete a webhook and its pending messages',
    auth: 'bearer',
    may: MAY.decide,
    ok: noContent,
    status: 204,
    errors: ['case_not_found', 'gone', 'plan_webhook_not_found'],
  }),
}
