// Operations on endpoints. Each change and its audit record are one transaction.
import type { VerbOf } from '@veritrace/contract/event-types'
import type { Caller } from '../caller.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { type Page, type PageQuery, pageById } from '../db/keyset.ts'
import { transact } from '../db/transact.ts'
import { fail, notFound } from '../errors.ts'
import type { Events } from '../events/event.ts'
import { newId } from '../ids.ts'
import type { SafeFetch } from '../outside/safe-fetch.ts'
import {
  checkSettings,
  type EndpointSettings,
  keepHidden,
  labelOf,
  type NewEndpoint,
  type WebhookEndpoint,
} from './endpoint.ts'
import { newSigningSecret } from './sign.ts'
import {
  deleteEndpoint,
  findEndpoint,
  insertEndpoint,
  lockEndpoint,
  readEndpoints,
  replaceSecret,
  updateEndpoint,
} from './store.ts'

export interface EndpointDeps {
  db: Db
  events: Pick<Events, 'record'>
  safeFetch: SafeFetch
  clock: Clock
}
/** The only two responses with a secret, which cannot be read again. */
export type WithSecret = WebhookEndpoint & { secret: string }

export const DEFAULTS: Omit<EndpointSettings, 'url'> = {
  description: '',
  enabled: true,
  event_types: [],
  filter: {},
  payload: 'full',
  custom_headers: {},
  rate_limit_per_s: null,
}
export const ROTATION_MS = 24 * 3_600_000

export async function createWebhook(deps: EndpointDeps, caller: Caller, given: NewEndpoint): Promise<WithSecret> {
  checkSettings(deps.safeFetch, given)
  return transact(deps.db, async (tx) => {
    const secret = newSigningSecret()
    const values = { ...DEFAULTS, ...given, id: newId('whk'), scope: given.scope ?? '', secret }
    const made = await insertEndpoint(tx, caller.tenant, values, deps.clock.now())
    await record(deps, tx, caller, 'create', made)
    return { ...made, secret }
  })
}

export async function getWebhook(db: Db, caller: Caller, id: string): Promise<WebhookEndpoint> {
  return (await findEndpoint(db, caller.tenant, id)) ?? notFound('webhook', id)
}

export const listWebhooks = (
  db: Db,
  caller: Caller,
  query: PageQuery & { scope?: string },
): Promise<Page<WebhookEndpoint>> =>
  pageById(`webhooks ${caller.tenant} ${query.scope ?? '*'}`, query, (after, count) =>
    readEndpoints(db, caller.tenant, query.scope, after, count),
  )

/** Enabling an endpoint again or changing its URL resets its health. */
export async function updateWebhook(
  deps: EndpointDeps,
  caller: Caller,
  id: string,
  patch: Partial<EndpointSettings>,
  ifVersion?: number,
): Promise<WebhookEndpoint> {
  checkSettings(deps.safeFetch, patch)
  return transact(deps.db, async (tx) => {
    const known = await lock(tx, caller, id, ifVersion)
    const custom_headers = keepHidden(patch.custom_headers ?? known.custom_headers, known.custom_headers)
    const values = { ...known, ...patch, custom_headers }
    const fresh = values.enabled && (!known.enabled || values.url !== known.url)
    const updated = await updateEndpoint(tx, caller.tenant, id, values, fresh, deps.clock.now())
    await record(deps, tx, caller, 'update', updated, Object.keys(patch))
    return updated
  })
}

/** The old secret also signs for a day, or for the given time, so that the receiver can switch. */
export function rotateSecret(
  deps: EndpointDeps,
  caller: Caller,
  id: string,
  { overlapMs = ROTATION_MS, ifVersion }: { overlapMs?: number; ifVersion?: number } = {},
): Promise<WithSecret> {
  return transact(deps.db, async (tx) => {
    await lock(tx, caller, id, ifVersion)
    const now = deps.clock.now()
    const secret = newSigningSecret()
    const until = new Date(now.getTime() + overlapMs)
    const rotated = await replaceSecret(tx, caller.tenant, id, secret, until, now)
    await record(deps, tx, caller, 'rotate_secret', rotated)
    return { ...rotated, secret }
  })
}

/** Also deletes its log. */
export function deleteWebhook(deps: EndpointDeps, caller: Caller, id: string, ifVersion?: number): Promise<void> {
  return transact(deps.db, async (tx) => {
    const known = await lock(tx, caller, id, ifVersion)
    await deleteEndpoint(tx, caller.tenant, id)
    await record(deps, tx, caller, 'delete', known)
  })
}

async function lock(tx: Db, caller: Caller, id: string, ifVersion?: number): Promise<WebhookEndpoint> {
  const known = (await lockEndpoint(tx, caller.tenant, id)) ?? notFound('webhook', id)
  if (ifVersion !== undefined && known.version !== ifVersion) fail('stale_version')
  return known
}

/** Only the names of changed fields, not their values: URLs and headers often contain credentials. */
export const record = (
  deps: EndpointDeps,
  tx: Db,
  caller: Caller,
  verb: VerbOf<'webhook'>,
  endpoint: WebhookEndpoint,
  fields: readonly string[] = [],
): Promise<void> =>
  deps.events.record(tx, caller, {
    action: `webhook.${verb}`,
    resource: { type: 'webhook', id: endpoint.id, label: labelOf(endpoint.url) },
    data: { enabled: endpoint.enabled, version: endpoint.version, ...(fields.length > 0 && { fields }) },
  })
