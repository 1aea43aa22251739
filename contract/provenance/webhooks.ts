// The webhook subscription of a customer, and its recent deliveries.
import type { Static } from 'typebox'
import { endpoint, t } from '../endpoint.ts'
import { formed } from '../formed.ts'
import { DateTime, named, nullable, oneOf, strict } from '../wire.ts'

const VendorScope = oneOf(['all', 'pinned', 'list'])
const Payload = oneOf(['thin', 'full'])

export type WebhookDelivery = Static<typeof WebhookDelivery>
export const WebhookDelivery = named(
  'WebhookDelivery',
  t.Object({
    id: t.String({ description: 'The `webhook-id` header of the message' }),
    event_type: t.String(),
    status: oneOf(['pending', 'succeeded', 'failed', 'dead']),
    attempt_count: t.Integer(),
    max_attempts: t.Integer(),
    next_attempt_at: nullable(DateTime),
    last_status: nullable(t.Integer()),
    last_error: nullable(t.String()),
    response_snippet: nullable(t.String()),
    created_at: DateTime,
    completed_at: nullable(DateTime),
    dead_lettered_at: nullable(DateTime),
  }),
)

export type WebhookSubscription = Static<typeof WebhookSubscription>
export const WebhookSubscription = named(
  'WebhookSubscription',
  t.Object({
    id: t.String(),
    url: t.String(),
    description: t.String(),
    enabled: t.Boolean(),
    event_types: t.Array(t.String(), {
      description:
        'Types such as `page.publish`, or prefixes such as `page.*`. Empty: all types. Unknown types are refused with a list of similar names',
    }),
    vendor_scope: VendorScope,
    vendor_ids: t.Array(t.String()),
    payload: Payload,
    api_version: t.String(),
    secret: t.Optional(
      t.String({
        description: '`whsec_…` (Standard Webhooks); included only in the response that created or rotated it',
      }),
    ),
    previous_secret_expires_at: nullable(
      t.String({ description: 'Until then, messages are signed with both secrets' }),
    ),
    custom_headers: t.Record(t.String(), t.String(), { description: 'Values are masked' }),
    rate_limit_per_s: nullable(t.Integer()),
    status: oneOf(['active', 'failing', 'disabled']),
    disabled_reason: nullable(oneOf(['410', 'consecutive_failures', 'manual'])),
    failure_streak: t.Integer(),
    last_success_at: nullable(DateTime),
    last_failure_at: nullable(DateTime),
    last_status_code: nullable(t.Integer()),
    recent_deliveries: t.Array(WebhookDelivery, { description: 'The latest 20, newest first' }),
    version: t.Integer(),
    created_at: DateTime,
    updated_at: DateTime,
  }),
)

export type WebhookSettings = Static<typeof WebhookSettings>
export const WebhookSettings = named(
  'WebhookSettings',
  strict({
    url: t.String({ minLength: 1, maxLength: 2048 }),
    description: t.Optional(t.String({ maxLength: 500 })),
    enabled: t.Optional(t.Boolean()),
    event_types: t.Optional(t.Array(t.String({ maxLength: 100 }), { uniqueItems: true, maxItems: 100 })),
    vendor_scope: t.Optional(VendorScope),
    vendor_ids: t.Optional(t.Array(t.String({ minLength: 1, maxLength: 64 }), { uniqueItems: true, maxItems: 500 })),
    payload: t.Optional(Payload),
    custom_headers: t.Optional(
      t.Record(t.String(), t.String({ maxLength: 1024 }), {
        description: 'A masked value leaves the stored value unchanged',
      }),
    ),
    rate_limit_per_s: t.Optional(nullable(t.Integer({ minimum: 1, maximum: 1000 }))),
    rotate_secret: t.Optional(t.Boolean({ description: 'Create a new secret and return it' })),
    grace_hours: t.Optional(
      t.Integer({ minimum: 0, maximum: 168, description: 'Hours during which the old secret also signs. Default: 24' }),
    ),
  }),
)

export const webhooks = {
  get: endpoint('GET /app/webhooks', {
    summary: 'Get the webhook subscription',
    auth: 'session',
    role: 'admin',
    ok: WebhookSubscription,
    versioned: true,
    errors: ['webhook_not_found'],
  }),
  put: endpoint('PUT /app/webhooks', {
    summary: 'Create or replace the webhook subscription, or rotate its secret',
    description:
      'A customer has one subscription. Omitted fields get their defaults. Only the response that creates (201) or rotates the secret contains it. Events about vendors are sent for all vendors, for pinned vendors, or for `vendor_ids`, depending on `vendor_scope`. Other events are always sent.',
    auth: 'session',
    role: 'admin',
    body: WebhookSettings,
    ok: WebhookSubscription,
    alsoStatus: 201,
    versioned: true,
    errors: ['address_refused', 'unacceptable', 'unknown_reference', 'stale_version'],
  }),
}

export const development = {
  testWebhook: endpoint('POST /webhooks/test', {
    summary: 'Send a test message to your webhook subscription',
    description: 'Not available in production (404).',
    auth: 'session',
    role: 'admin',
    ok: t.Object({ id: t.String({ description: 'The delivery; GET /app/webhooks shows its status' }) }),
    status: 202,
    errors: ['webhook_not_found', 'webhook_disabled'],
  }),
  testUsage: endpoint('POST /usage', {
    summary: 'Record test usage for your workspace',
    description: 'Not available in production (404).',
    auth: 'session',
    role: 'admin',
    body: named(
      'TestUsage',
      strict({
        operation: t.Optional(
          formed('up to 63 lowercase letters, digits and _ . -', '^[a-z][a-z0-9_.-]{0,62}$', {
            description: 'Default: `test`',
          }),
        ),
        units: t.Integer({ minimum: 1, maximum: 1_000_000 }),
      }),
    ),
    ok: t.Object({ operation: t.String(), units: t.Integer() }),
    status: 202,
  }),
}
