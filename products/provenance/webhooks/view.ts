// Converts endpoints of the platform to the types of the contract.
import type { WebhookDelivery, WebhookSubscription } from '@veritrace/contract/provenance/webhooks'
import { iso } from '@veritrace/platform/clock'
import type { WebhookEndpoint } from '@veritrace/platform/webhooks/endpoint'
import type { Delivery } from '@veritrace/platform/webhooks/log/delivery'
import { vendorFilter } from './rules.ts'

export const viewSubscription = (
  endpoint: WebhookEndpoint & { secret?: string },
  deliveries: readonly Delivery[],
): WebhookSubscription => ({
  id: endpoint.id,
  url: endpoint.url,
  description: endpoint.description,
  enabled: endpoint.enabled,
  event_types: endpoint.event_types,
  ...vendorFilter(endpoint.filter),
  payload: endpoint.payload,
  api_version: endpoint.api_version,
  ...(endpoint.secret && { secret: endpoint.secret }),
  previous_secret_expires_at: iso(endpoint.previous_secret_expires_at),
  custom_headers: endpoint.custom_headers,
  rate_limit_per_s: endpoint.rate_limit_per_s,
  status: endpoint.status,
  disabled_reason: endpoint.disabled_reason,
  failure_streak: endpoint.failure_streak,
  last_success_at: iso(endpoint.last_success_at),
  last_failure_at: iso(endpoint.last_failure_at),
  last_status_code: endpoint.last_status_code,
  recent_deliveries: deliveries.map(viewDelivery),
  version: endpoint.version,
  created_at: endpoint.created_at.toISOString(),
  updated_at: endpoint.updated_at.toISOString(),
})

const viewDelivery = (delivery: Delivery): WebhookDelivery => ({
  id: delivery.id,
  event_type: delivery.event_type,
  status: delivery.status,
  attempt_count: delivery.attempt_count,
  max_attempts: delivery.max_attempts,
  // A delivery that succeeded or was given up is not attempted again.
  next_attempt_at: delivery.completed_at ? null : delivery.next_attempt_at.toISOString(),
  last_status: delivery.last_status,
  last_error: delivery.last_error,
  response_snippet: delivery.response_snippet,
  created_at: delivery.created_at.toISOString(),
  completed_at: iso(delivery.completed_at),
  dead_lettered_at: iso(delivery.dead_lettered_at),
})
