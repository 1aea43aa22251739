// Opaque keys: `vk_` acts for a tenant with its own role, `pat_` as its user. Neither may do more than its owner may
// now.
import { randomBytes } from 'node:crypto'
import { type Caller, hasRole, type Role, type Visitor } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { PageQuery } from '../../db/keyset.ts'
import { afterCommit, transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import type { Events } from '../../events/event.ts'
import { newId, newSecret } from '../../ids.ts'
import { inRanges, parseRange, withinRanges } from '../addresses.ts'
import { briefCache } from '../brief-cache.ts'
import { fitsHash, hashOf } from '../secrets.ts'
import { requireStillHere } from '../tenancy/former-store.ts'
import { mayGive } from '../tenancy/members.ts'
import { invalidToken } from '../tokens/invalid-token.ts'
import * as store from './store.ts'
import { type Key, viewKey } from './view.ts'

export interface NewKey {
  name: string
  kind?: store.KeyKind
  /** Only for API keys; a personal token has its user's role. */
  role?: Role
  scopes?: readonly string[]
  allowedCidrs?: readonly string[]
  /** Default: in 90 days. */
  expiresAt?: Date
}

export interface ApiKeys {
  /** Only this response contains the secret. */
  create(caller: Caller, input: NewKey): Promise<Key & { secret: string }>
  list(caller: Caller, filter: store.KeyFilter, query: PageQuery): Promise<{ items: Key[]; next: string }>
  /** Also revokes the keys that were made with it. */
  revoke(caller: Caller, id: string, reason?: string): Promise<Key>
  /** Clears the cache for keys that were revoked elsewhere in this process. */
  forget(prefixes: readonly string[]): void
  /** Returns the caller; 401 if the key is unknown, revoked or expired. */
  resolve(visitor: Visitor, text: string): Promise<Caller>
}

const KEY = /^(vk|pat)_([0-9a-f]{8})_([A-Za-z0-9_-]{43})$/
const KINDS = { vk: 'api_key', pat: 'pat' } as const
/** How long a revoked key may still work in other processes. */
const CACHE_MS = 1_000
const TOUCH_MS = 60_000
const DAY_MS = 86_400_000
export const STANDARD_DAYS = 90
/** A year, plus a day for leap years and clock differences. */
export const MOST_DAYS = 366

interface Known {
  key: store.KeyOnCall
  /** Secrets that were verified. The set compares by hash, so its timing reveals nothing. */
  proven: Set<string>
}

const asKnown = (key: store.KeyOnCall | undefined): Known | undefined => key && { key, proven: new Set() }

/** Caches the verification, because the same secret comes with every call. */
function isSecretOf({ key, proven }: Known, secret: string): boolean {
  if (proven.has(secret)) return true
  const fits = fitsHash(secret, key.secretHash)
  if (fits) proven.add(secret)
  return fits
}

export const looksLikeKey = (text: string): boolean => /^(vk|pat)_/.test(text)

export function openApiKeys({ db, events, clock }: { db: Db; events: Events; clock: Clock }): ApiKeys {
  const cache = briefCache<Known>(clock, CACHE_MS)

  return {
    async create(caller, input) {
      const { row, secret } = makeKey(caller, input, clock.now())
      // The secret is added outside the transaction, whose result may be stored for an Idempotency-Key.
      const key = await transact(db, async (tx) => {
        await requireStillHere(tx, caller)
        await store.insertKey(tx, row)
        const data = { prefix: row.prefix, scopes: row.scopes, role: row.role, products: row.products ?? undefined }
        await events.record(tx, caller, { action: `${row.kind}.create`, resource: asResource(row), data })
        return viewKey({ ...row, ceiling: caller.role }, clock.now())
      })
      return { ...key, secret }
    },

    async list(caller, filter, query) {
      const now = clock.now()
      const page = await store.listKeys(db, caller.tenant, filter, now, query)
      return { items: page.items.map((row) => viewKey(row, now)), next: page.next }
    },

    revoke: (caller, id, reason) =>
      transact(db, async (tx) => {
        const row = (await store.lockKey(tx, caller.tenant, id)) ?? notFound('api_key', id)
        const own = row.owner_id === caller.actor.id || row.created_by === caller.actor.id
        if (!own && !hasRole(caller, 'admin')) notFound('api_key', id)
        if (row.revoked_at) return viewKey({ ...row, ceiling: null }, clock.now())
        const end = { revoked_at: clock.now(), revoked_by: caller.actor.id, revoke_reason: reason ?? null }
        const prefixes = await store.markKeyRevoked(tx, caller.tenant, id, end)
        const data = prefixes.length > 1 ? { revoked_with_it: prefixes.length - 1 } : undefined
        await events.record(tx, caller, { action: `${row.kind}.revoke`, resource: asResource(row), reason, data })
        afterCommit(tx, () => prefixes.forEach(cache.forget))
        return viewKey({ ...row, ...end, ceiling: null }, clock.now())
      }),

    forget: (prefixes) => prefixes.forEach(cache.forget),

    async resolve(visitor, text) {
      const [, word, prefix, secret] = KEY.exec(text) ?? []
      if (!word || !prefix || !secret) throw invalidToken('It is not a valid key.')
      const known = await cache.get(prefix, async () => asKnown(await store.findKeyOnCall(db, prefix, clock.now())))
      // The same error for an unknown prefix and a wrong secret.
      if (!known || !isSecretOf(known, secret) || known.key.kind !== KINDS[word as keyof typeof KINDS])
        throw invalidToken('It is not a valid key.')
      const { key } = known
      const now = clock.now()
      refuseUnusable(key, visitor, now)
      if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() >= TOUCH_MS) {
        key.lastUsedAt = now
        await store.touchKey(db, key.tenant, key.id, now, visitor.ip)
      }
      return asCaller(visitor, key, key.role!)
    },
  }
}

function makeKey(caller: Caller, input: NewKey, now: Date) {
  const kind = input.kind ?? 'api_key'
  const role = kind === 'pat' ? null : (input.role ?? 'member')
  if (role) mayGive(caller, role)
  if (kind === 'pat' && caller.actor.type !== 'user') fail('unacceptable', 'A personal token needs a person.')
  const scopes = [...(input.scopes ?? [])]
  if (caller.scopes.length > 0 && (scopes.length === 0 || !scopes.every((scope) => caller.scopes.includes(scope))))
    fail('scope_denied', 'A key cannot create a key with more scopes than its own.')
  const { allowedCidrs, expiresAt } = limitsOf(caller, input, now)
  const prefix = randomBytes(4).toString('hex')
  const secret = newSecret()
  const row = {
    id: newId('key'),
    tenant_id: caller.tenant,
    kind,
    user_id: kind === 'pat' ? caller.actor.id : null,
    role,
    name: input.name,
    prefix,
    secret_hash: hashOf(secret),
    scopes,
    products: caller.productLimit ? [...caller.productLimit] : null,
    allowed_cidrs: allowedCidrs,
    created_by: caller.actor.id,
    owner_id: caller.actor.id,
    created_at: now,
    expires_at: expiresAt,
    last_used_at: null,
    last_used_ip: null,
    revoked_at: null,
    revoked_by: null,
    revoke_reason: null,
  }
  return { row, secret: `${kind === 'pat' ? 'pat' : 'vk'}_${prefix}_${secret}` }
}

/** The requested limits. A key that creates another key passes on its own limits, which can only be narrowed. */
function limitsOf({ keyLimits }: Caller, input: NewKey, now: Date): { allowedCidrs: string[]; expiresAt: Date } {
  const outer = keyLimits?.allowedCidrs ?? []
  const allowedCidrs = [...(input.allowedCidrs?.length ? input.allowedCidrs : outer)]
  for (const text of allowedCidrs) {
    const range = parseRange(text) ?? fail('unacceptable', `“${text}” is not an address or a CIDR range.`)
    if (outer.length > 0 && !withinRanges(range, outer))
      fail('scope_denied', 'A key cannot create a key that works from more addresses than its own.')
  }
  return { allowedCidrs, expiresAt: endOf(input.expiresAt, keyLimits?.expiresAt ?? undefined, now) }
}

function endOf(asked: Date | undefined, outer: Date | undefined, now: Date): Date {
  const inDays = (days: number) => new Date(now.getTime() + days * DAY_MS)
  const standard = inDays(STANDARD_DAYS)
  const end = asked ?? (outer && outer < standard ? outer : standard)
  if (end <= now) fail('unacceptable', 'Choose an expiry date in the future.')
  if (end > inDays(MOST_DAYS)) fail('unacceptable', 'A key can be valid for at most a year. Choose an earlier date.')
  if (outer && end > outer) fail('scope_denied', 'A key cannot create a key that expires after its own.')
  return end
}

function refuseUnusable(key: store.KeyOnCall, visitor: Visitor, now: Date): void {
  if (key.tenantDeleted) fail('customer_not_resolved')
  if (key.revokedAt) throw invalidToken('It was revoked.')
  if (key.expiresAt && key.expiresAt <= now) throw invalidToken('It has expired.')
  if (!key.role) throw invalidToken('Its owner is no longer a member.')
  if (key.allowedCidrs.length > 0 && !inRanges(visitor.ip, key.allowedCidrs))
    fail('scope_denied', 'The key may not be used from this IP address.')
}

const asCaller = (visitor: Visitor, key: store.KeyOnCall, role: Role): Caller => ({
  requestId: visitor.requestId,
  ip: visitor.ip,
  userAgent: visitor.userAgent,
  tenant: key.tenant,
  customer: key.customer,
  workspace: key.workspace,
  plan: key.plan,
  products: key.productLimit ? key.products.filter((one) => key.productLimit!.includes(one)) : key.products,
  productPlans: key.productPlans,
  ...(key.productLimit && { productLimit: key.productLimit }),
  operator: key.operator,
  role,
  ...(key.answeredBy && { answeredBy: key.answeredBy }),
  scopes: key.scopes,
  keyLimits: { allowedCidrs: key.allowedCidrs, expiresAt: key.expiresAt },
  actor: key.userId
    ? { type: 'user', id: key.userId, label: key.userName ?? key.userId }
    : { type: 'api_key', id: key.id, label: key.name },
})

const asResource = (row: Pick<store.KeyRow, 'kind' | 'id' | 'name'>) => ({
  type: row.kind,
  id: row.id,
  label: row.name,
})
