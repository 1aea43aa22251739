// The webhook subscription of a tenant, and its latest deliveries.

import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { WebhookEndpoint } from '@veritrace/platform/webhooks/endpoint'
import type { Delivery } from '@veritrace/platform/webhooks/log/delivery'
import type { Provenance } from '../deps.ts'

const DELIVERIES = 20

export async function getSubscription({ webhooks }: Provenance, caller: Caller): Promise<WebhookEndpoint> {
  const { items } = await webhooks.list(caller, { scope: '', limit: 1 })
  return (
    items[0] ??
    fail('webhook_not_found', 'This workspace has no webhook subscription. Create one with PUT /app/webhooks.')
  )
}

export const readDeliveries = async ({ webhooks }: Provenance, caller: Caller, id: string): Promise<Delivery[]> =>
  (await webhooks.listDeliveries(caller, id, { limit: DELIVERIES })).items
