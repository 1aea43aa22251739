// Transports of approved work to other systems, their results, and all delivery attempts.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { DateTime, named, nullable, oneOf, pageQuery, strict, WebAddress } from '../wire.ts'
import { MAY } from './roles.ts'
import { Actor, countedPageOf } from './shapes.ts'

const optional = t.Optional
const list = t.Array
const Id = t.String({ minLength: 1, maxLength: 64 })
const word = (maxLength: number) => t.String({ minLength: 1, maxLength, pattern: '\\S' })
const Items = list(Id, { minItems: 1, maxItems: 2_000, uniqueItems: true })

export const TRANSPORT_KINDS = ['cts', 'ctms', 'git', 'tracker', 'webhook', 'file'] as const
export const TRANSPORT_STATUSES = [
  'prepared',
  'sent',
  'running',
  'succeeded',
  'warning',
  'failed',
  'cancelled',
] as const
export type TransportStatus = (typeof TRANSPORT_STATUSES)[number]
/** Statuses in the import queue of a transport management system. */
export const QUEUE_STATUSES = [
  'Initial',
  'Running',
  'Succeeded',
  'Skipped',
  'Warning',
  'Error',
  'Fatal',
  'Deleted',
  'Repeatable',
] as const
const Reported = oneOf([...TRANSPORT_STATUSES, ...QUEUE_STATUSES])
export const TRANSPORT_FORMATS = ['json', 'csv', 'markdown'] as const
export const DELIVERY_STATUSES = [
  'queued',
  'delivering',
  'delivered',
  'retrying',
  'failed',
  'dead_letter',
  'skipped',
] as const
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number]

const object = { pgmid: word(20), object: word(40), obj_name: word(200) }
export type TransportObject = Static<typeof TransportObject>
export const TransportObject = named('TransportObject', t.Object(object))

const ScopeCheck = t.Object({
  extra: list(t.String(), { description: 'Transported objects that are not part of any item of the plan' }),
  missing: list(t.String(), { description: 'Planned objects that were not transported' }),
})
const Target = strict({
  system: optional(word(80)),
  url: optional(WebAddress),
  repo: optional(word(300)),
  project_key: optional(word(80)),
  webhook_id: optional(Id),
})
const Requests = list(
  t.Object({
    id: t.String(),
    description: optional(t.String()),
    owner: optional(t.String()),
    status: oneOf(TRANSPORT_STATUSES),
    systems: list(t.Object({ sid: t.String(), status: oneOf(TRANSPORT_STATUSES), at: DateTime })),
  }),
)

const shown = {
  id: t.String(),
  kind: oneOf(TRANSPORT_KINDS),
  target: Target,
  item_ids: list(t.String()),
  requests: Requests,
  status: oneOf(TRANSPORT_STATUSES),
  scope_check: ScopeCheck,
  created_by: Actor,
  created_at: DateTime,
  updated_at: DateTime,
}
export type TransportSummary = Static<typeof TransportSummary>
export const TransportSummary = named(
  'TransportSummary',
  t.Object({
    ...shown,
    manifest: t.Object({ objects: t.Integer(), digest: t.String(), asset_id: nullable(t.String()) }),
  }),
)

const Manifest = t.Object({
  objects: list(TransportObject),
  digest: t.String(),
  asset_id: nullable(t.String()),
  check_list: list(t.String()),
})
export type Transport = Static<typeof Transport>
export const Transport = named(
  'Transport',
  t.Object({ ...shown, plan_id: t.String(), manifest: Manifest, log_excerpt: optional(t.String()) }),
)
const DryRun = named('TransportDryRun', t.Object({ dry_run: t.Boolean(), manifest: Manifest, scope_check: ScopeCheck }))

export type NewTransport = Static<typeof NewTransport>
export const NewTransport = named(
  'NewTransport',
  strict({
    kind: oneOf(TRANSPORT_KINDS),
    target: optional(Target),
    item_ids: optional(Items),
    requests: optional(
      list(
        strict({
          id: word(80),
          description: optional(t.String({ maxLength: 500 })),
          owner: optional(t.String({ maxLength: 200 })),
        }),
        { maxItems: 200 },
      ),
    ),
    format: optional(oneOf(TRANSPORT_FORMATS)),
    dry_run: optional(t.Boolean()),
  }),
)
export type TransportReport = Static<typeof TransportReport>
export const TransportReport = named(
  'TransportReport',
  strict({
    transport_id: Id,
    status: Reported,
    system: optional(word(80)),
    requests: optional(list(strict({ id: word(80), status: Reported }), { maxItems: 200 })),
    delivered_item_ids: optional(Items),
    log_excerpt: optional(t.String({ maxLength: 20_000 })),
    object_list: optional(list(strict(object), { maxItems: 20_000 })),
  }),
)

export type Delivery = Static<typeof Delivery>
export const Delivery = named(
  'Delivery',
  t.Object({
    id: t.String({ description: 'Also the webhook-id of every attempt' }),
    plan_id: t.String(),
    transport_id: nullable(t.String()),
    webhook_id: nullable(t.String()),
    channel: oneOf(TRANSPORT_KINDS),
    event_type: nullable(t.String()),
    target: t.String(),
    attempt: t.Integer({ description: 'Attempts so far' }),
    status: oneOf(DELIVERY_STATUSES),
    http_status: nullable(t.Integer()),
    error: nullable(t.String()),
    request_digest: t.String(),
    response_excerpt: nullable(t.String()),
    duration_ms: nullable(t.Integer()),
    attempts: list(
      t.Object({
        attempt: t.Integer(),
        at: DateTime,
        http_status: nullable(t.Integer()),
        error: nullable(t.String()),
        duration_ms: t.Integer(),
      }),
    ),
    next_retry_at: nullable(DateTime),
    created_at: DateTime,
    finished_at: nullable(DateTime),
  }),
)

export const planTransports = {
  transport: endpoint('POST /cases/{caseId}/plans/{planId}/transports', {
    summary: 'Create a transport of approved work, or report its result',
    description:
      '`kind` creates a transport (or only shows it, with `dry_run`); `transport_id` reports the progress of one. The first transport starts the delivery of an approved plan.',
    auth: 'bearer',
    may: MAY.decide,
    body: t.Union([NewTransport, TransportReport]),
    ok: t.Union([Transport, DryRun]),
    status: 201,
    alsoStatus: 200,
    maxBytes: 4 * 1024 * 1024,
    errors: [
      'case_not_found',
      'gone',
      'case_plan_not_found',
      'transport_not_found',
      'plan_item_not_found',
      'plan_webhook_not_found',
      'forbidden_transition',
      'gate_failed',
      'url_not_allowed',
      'unacceptable',
    ],
  }),
  deliveries: endpoint('GET /cases/{caseId}/plans/{planId}/deliveries', {
    summary: 'List all deliveries and attempts of a plan, including webhooks, newest first',
    auth: 'bearer',
    query: strict({
      ...pageQuery,
      status: optional(oneOf(DELIVERY_STATUSES)),
      channel: optional(oneOf(TRANSPORT_KINDS)),
    }),
    ok: countedPageOf(Delivery),
    errors: ['case_not_found', 'gone', 'case_plan_not_found', 'invalid_cursor'],
  }),
}
