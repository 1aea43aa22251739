// Outgoing webhooks: the endpoints of customers, and the messages to them.

import type { Caller } from '../caller.ts'
import { type Clock, systemClock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Page, PageQuery } from '../db/keyset.ts'
import type { OutboxRow } from '../events/consume.ts'
import type { Events } from '../events/event.ts'
import type { Log } from '../log.ts'
import type { DeliveryOutcome } from '../operation/metrics.ts'
import type { SafeFetch } from '../outside/safe-fetch.ts'
import type { EndpointSettings, NewEndpoint, WebhookEndpoint } from './endpoint.ts'
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  rotateSecret,
  updateWebhook,
  type WithSecret,
} from './endpoints.ts'
import { type Accepts, fanOut, type PrepareAccepts } from './fan-out.ts'
import type { Attempt, Delivery, DeliveryStatus } from './log/delivery.ts'
import { getDelivery, listDeliveries } from './log/read-log.ts'
import { type ReplayRange, redeliver, replay, sendTest } from './log/replay.ts'
import { type Put, type PutOptions, putWebhook } from './put-webhook.ts'
import { openDeliverer } from './queue/deliver.ts'

export interface WebhookDeps {
  db: Db
  events: Pick<Events, 'record'>
  safeFetch: SafeFetch
  log: Log
  clock?: Clock
  /** From 0 to 1, for jitter. */
  random?: () => number
  /** Time limit of one attempt. Default: 20 seconds. */
  timeoutMs?: number
  /** Decides by scope and filter; by default an endpoint with a scope gets events with the same `data.scope`. */
  accepts?: Accepts
  /** Called for every attempt whose result is stored. */
  onTried?(outcome: DeliveryOutcome): void
}

export interface Webhooks {
  create(caller: Caller, endpoint: NewEndpoint): Promise<WithSecret>
  get(caller: Caller, id: string): Promise<WebhookEndpoint>
  list(caller: Caller, query: PageQuery & { scope?: string }): Promise<Page<WebhookEndpoint>>
  update(caller: Caller, id: string, patch: Partial<EndpointSettings>, ifVersion?: number): Promise<WebhookEndpoint>
  /** Creates or replaces the only endpoint of a scope. */
  put(caller: Caller, endpoint: NewEndpoint, options?: PutOptions): Promise<Put>
  rotateSecret(caller: Caller, id: string, options?: { overlapMs?: number; ifVersion?: number }): Promise<WithSecret>
  delete(caller: Caller, id: string, ifVersion?: number): Promise<void>

  listDeliveries(
    caller: Caller,
    endpointId: string,
    query: PageQuery & { status?: DeliveryStatus },
  ): Promise<Page<Delivery>>
  getDelivery(caller: Caller, id: string): Promise<Delivery & { attempts: Attempt[] }>
  replay(caller: Caller, endpointId: string, range: ReplayRange): Promise<{ queued: number }>
  redeliver(caller: Caller, deliveryId: string): Promise<void>
  sendTest(caller: Caller, endpointId: string): Promise<{ id: string }>

  /** The consumer of the outbox: queues messages in its transaction, unless a product rejects them. */
  fanOut(tx: Db, rows: readonly OutboxRow[], products?: readonly PrepareAccepts[]): Promise<void>
  /** Starts sending; only in processes with the role worker. */
  start(): void
  wake(): void
  /** Sends everything that is due, and waits for it. */
  deliverDue(): Promise<void>
  stop(graceMs?: number): Promise<void>
}

const TIMEOUT_MS = 20_000

export function openWebhooks(given: WebhookDeps): Webhooks {
  const deps = { clock: systemClock, random: Math.random, accepts: sameScope, timeoutMs: TIMEOUT_MS, ...given }
  const { db, clock, accepts } = deps
  const deliverer = openDeliverer(deps)
  const replaying = { ...deps, wake: deliverer.wake }
  return {
    create: (caller, endpoint) => createWebhook(deps, caller, endpoint),
    get: (caller, id) => getWebhook(db, caller, id),
    list: (caller, query) => listWebhooks(db, caller, query),
    update: (caller, id, patch, ifVersion) => updateWebhook(deps, caller, id, patch, ifVersion),
    put: (caller, endpoint, options) => putWebhook(deps, caller, endpoint, options),
    rotateSecret: (caller, id, options) => rotateSecret(deps, caller, id, options),
    delete: (caller, id, ifVersion) => deleteWebhook(deps, caller, id, ifVersion),
    listDeliveries: (caller, endpointId, query) => listDeliveries(db, caller, endpointId, query),
    getDelivery: (caller, id) => getDelivery(db, caller, id),
    replay: (caller, endpointId, range) => replay(replaying, caller, endpointId, range),
    redeliver: (caller, deliveryId) => redeliver(replaying, caller, deliveryId),
    sendTest: (caller, endpointId) => sendTest(replaying, caller, endpointId),
    fanOut: async (tx, rows, products = []) => {
      const all = [accepts]
      for (const prepare of products) all.push(await prepare(tx, rows))
      await fanOut(tx, rows, { accepts: all, now: clock.now(), wake: deliverer.wake })
    },
    ...deliverer,
  }
}

const sameScope: Accepts = ({ scope }, { payload }) => scope === '' || scope === payload.data.scope
