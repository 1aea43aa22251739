// Creates, replaces or rotates the webhook subscription of a tenant.
import type { WebhookSettings, WebhookSubscription } from '@veritrace/contract/provenance/webhooks'
import { type Answer, answer } from '@veritrace/platform/answer'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Provenance } from '../deps.ts'
import { readDeliveries } from './read-subscription.ts'
import { listKnownVendors } from './store.ts'
import { viewSubscription } from './view.ts'

const HOUR_MS = 3_600_000

export async function putSubscription(
  deps: Provenance,
  caller: Caller,
  body: WebhookSettings,
  ifVersion?: number,
): Promise<Answer<WebhookSubscription>> {
  const { rotate_secret: rotate, grace_hours, vendor_scope = 'all', vendor_ids = [], ...settings } = body
  await requireVendors(deps, vendor_scope, vendor_ids)
  const { made, endpoint } = await deps.webhooks.put(
    caller,
    { ...settings, filter: { vendor_scope, vendor_ids } },
    { rotate, ifVersion, overlapMs: grace_hours === undefined ? undefined : grace_hours * HOUR_MS },
  )
  const shown = viewSubscription(endpoint, await readDeliveries(deps, caller, endpoint.id))
  return answer(shown, { status: made ? 201 : 200, headers: { 'cache-control': 'no-store' } })
}

async function requireVendors({ db }: Provenance, scope: string, ids: readonly string[]): Promise<void> {
  if (scope !== 'list' && ids.length > 0) fail('unacceptable', 'vendor_ids requires vendor_scope to be list.')
  if (scope === 'list' && ids.length === 0) fail('unacceptable', 'If vendor_scope is list, vendor_ids is required.')
  if (ids.length === 0) return
  const known = new Set((await listKnownVendors(db, ids)).map(({ id }) => id))
  const unknown = ids.flatMap((id, i) =>
    known.has(id) ? [] : [{ path: `vendor_ids/${i}`, message: `“${id}” is not a vendor` }],
  )
  if (unknown.length > 0) fail('unknown_reference', undefined, { errors: unknown })
}
