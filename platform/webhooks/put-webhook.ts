// Creates or replaces the only endpoint of a scope.

import type { Caller } from '../caller.ts'
import type { Db } from '../db/db.ts'
import { transact } from '../db/transact.ts'
import { fail } from '../errors.ts'
import { lockTenant } from '../identity/tenancy/store.ts'
import { newId } from '../ids.ts'
import { checkSettings, keepHidden, type NewEndpoint, type WebhookEndpoint } from './endpoint.ts'
import { DEFAULTS, type EndpointDeps, ROTATION_MS, record, type WithSecret } from './endpoints.ts'
import { newSigningSecret } from './sign.ts'
import { insertEndpoint, lockOnlyEndpoint, replaceSecret, updateEndpoint } from './store.ts'

export interface PutOptions {
  /** Gives it a new secret. */
  rotate?: boolean
  /** How long the old secret also signs. Default: a day. */
  overlapMs?: number
  ifVersion?: number
}
/** Includes the secret if it is new. */
export type Put = { made: boolean; endpoint: WebhookEndpoint & Partial<WithSecret> }

/** Missing settings get their default. */
export async function putWebhook(
  deps: EndpointDeps,
  caller: Caller,
  given: NewEndpoint,
  options: PutOptions = {},
): Promise<Put> {
  checkSettings(deps.safeFetch, given)
  return transact(deps.db, async (tx) => {
    if (!(await lockTenant(tx, caller.tenant))) fail('customer_not_resolved')
    const known = await lockOnlyEndpoint(tx, caller.tenant, given.scope ?? '')
    if (options.ifVersion !== undefined && known?.version !== options.ifVersion) fail('stale_version')
    return known ? replace(deps, tx, caller, known, given, options) : make(deps, tx, caller, given)
  })
}

async function make(deps: EndpointDeps, tx: Db, caller: Caller, given: NewEndpoint): Promise<Put> {
  const secret = newSigningSecret()
  const custom_headers = keepHidden(given.custom_headers ?? {}, {})
  const values = { ...DEFAULTS, ...given, custom_headers, id: newId('whk'), scope: given.scope ?? '', secret }
  const made = await insertEndpoint(tx, caller.tenant, values, deps.clock.now())
  await record(deps, tx, caller, 'create', made)
  return { made: true, endpoint: { ...made, secret } }
}

async function replace(
  deps: EndpointDeps,
  tx: Db,
  caller: Caller,
  known: WebhookEndpoint,
  given: NewEndpoint,
  { rotate = false, overlapMs = ROTATION_MS }: PutOptions,
): Promise<Put> {
  const now = deps.clock.now()
  const custom_headers = keepHidden(given.custom_headers ?? {}, known.custom_headers)
  const values = { ...DEFAULTS, ...given, custom_headers }
  const fresh = values.enabled && (!known.enabled || values.url !== known.url)
  const updated = await updateEndpoint(tx, caller.tenant, known.id, values, fresh, now)
  const secret = rotate ? newSigningSecret() : undefined
  const until = new Date(now.getTime() + overlapMs)
  const endpoint = secret ? await replaceSecret(tx, caller.tenant, known.id, secret, until, now) : updated
  await record(deps, tx, caller, 'update', updated, Object.keys(given))
  if (secret) await record(deps, tx, caller, 'rotate_secret', endpoint)
  return { made: false, endpoint: { ...endpoint, ...(secret && { secret }) } }
}
