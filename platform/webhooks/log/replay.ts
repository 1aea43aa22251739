// Sends again: a time range, one message, or a test. The message ID stays the same, so that receivers can detect
// duplicates.
import type { VerbOf } from '@veritrace/contract/event-types'
import type { Caller } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import { afterCommit, transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import type { Events } from '../../events/event.ts'
import { newId } from '../../ids.ts'
import { labelOf, type WebhookEndpoint } from '../endpoint.ts'
import { messageBody } from '../message.ts'
import { insertDeliveries } from '../queue/store.ts'
import { MAX_ATTEMPTS } from '../schedule.ts'
import { lockEndpoint } from '../store.ts'
import type { DeliveryStatus } from './delivery.ts'
import { findDelivery, requeueDeliveries, requeueDelivery } from './store.ts'

export interface ReplayDeps {
  db: Db
  events: Pick<Events, 'record'>
  clock: Clock
  wake(): void
}
export interface ReplayRange {
  since: Date
  /** Exclusive. Default: now. */
  until?: Date
  /** Default: failed and dead. */
  status?: readonly DeliveryStatus[]
}

const BATCH = 2_000
export const TEST_EVENT = 'webhook.test'

/**
 * Queues the messages of a time range again, each with all its attempts. Returns their number. Messages in flight are
 * skipped.
 */
export async function replay(
  deps: ReplayDeps,
  caller: Caller,
  endpointId: string,
  range: ReplayRange,
): Promise<{ queued: number }> {
  const now = deps.clock.now()
  const { since, until = now, status: statuses = ['failed', 'dead'] } = range
  if (since >= until) fail('unacceptable', 'The start of the range must be before its end.')
  return transact(deps.db, async (tx) => {
    const endpoint = await lockEnabled(tx, caller, endpointId)
    let queued = 0
    let after = ''
    for (;;) {
      const ids = await requeueDeliveries(tx, caller.tenant, { endpointId, since, until, statuses, after }, BATCH, now)
      queued += ids.length
      if (ids.length < BATCH) break
      after = ids.at(-1)!
    }
    const data = { since: since.toISOString(), until: until.toISOString(), queued }
    await record(deps, tx, caller, 'replay', endpoint, data)
    return { queued }
  })
}

/** Queues one message again, whatever its status. */
export function redeliver(deps: ReplayDeps, caller: Caller, deliveryId: string): Promise<void> {
  return transact(deps.db, async (tx) => {
    const delivery = (await findDelivery(tx, caller.tenant, deliveryId)) ?? notFound('delivery', deliveryId)
    const endpoint = await lockEnabled(tx, caller, delivery.endpoint_id)
    const free = await requeueDelivery(tx, caller.tenant, deliveryId, deps.clock.now())
    if (!free) fail('delivery_in_progress')
    await record(deps, tx, caller, 'redeliver', endpoint, { delivery_id: deliveryId })
  })
}

/** Queues a test message, whatever types the endpoint subscribes to. Returns its ID. */
export function sendTest(deps: ReplayDeps, caller: Caller, endpointId: string): Promise<{ id: string }> {
  const now = deps.clock.now()
  return transact(deps.db, async (tx) => {
    const endpoint = await lockEnabled(tx, caller, endpointId)
    const id = newId('msg')
    const payload = { message: 'This is a test.', webhook_id: endpointId }
    const body = messageBody({ id: 0, type: TEST_EVENT, payload, created_at: now }, 'full')
    const delivery = { id, endpoint_id: endpointId, tenant_id: caller.tenant, outbox_id: null, event_type: TEST_EVENT }
    await insertDeliveries(tx, [{ ...delivery, body }], MAX_ATTEMPTS, now)
    await record(deps, tx, caller, 'send_test', endpoint, { delivery_id: id })
    return { id }
  })
}

async function lockEnabled(tx: Db, caller: Caller, id: string): Promise<WebhookEndpoint> {
  const endpoint = (await lockEndpoint(tx, caller.tenant, id)) ?? notFound('webhook', id)
  if (!endpoint.enabled) fail('webhook_disabled')
  return endpoint
}

async function record(
  deps: ReplayDeps,
  tx: Db,
  caller: Caller,
  verb: VerbOf<'webhook'>,
  { id, url }: WebhookEndpoint,
  data: Record<string, unknown>,
): Promise<void> {
  await deps.events.record(tx, caller, {
    action: `webhook.${verb}`,
    resource: { type: 'webhook', id, label: labelOf(url) },
    data,
  })
  afterCommit(tx, deps.wake)
}
