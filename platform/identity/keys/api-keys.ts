// Opaque keys: `vk_` acts for a tenant with a role of its own, `pat_` as its user with the role they have now.
import { randomBytes } from 'node:crypto'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { PageQuery } from '../../db/keyset.ts'
import { afterCommit, transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import type { Events } from '../../events/event.ts'
import { newId, newSecret } from '../../ids.ts'
import { inRanges, parseRange, withinRanges } from '../addresses.ts'
import { briefCache } from '../brief-cache.ts'
import { type Caller, hasRole, type Role, type Visitor } from '../caller.ts'
import { fitsHash, hashOf } from '../secrets.ts'
import { mayGive } from '../tenancy/members.ts'
import { invalidToken } from '../tokens/invalid-token.ts'
import * as store from './store.ts'
import { type Key, viewKey } from './view.ts'

export interface NewKey {
  name: string
  kind?: store.KeyKind
  /** Of an API key; a personal token has its user's. */
  role?: Role
  scopes?: readonly string[]
  allowedCidrs?: readonly string[]
  expiresAt?: Date
}

export interface ApiKeys {
  /** The secret is in this answer and nowhere else. */
  create(caller: Caller, input: NewKey): Promise<Key & { secret: string }>
  list(caller: Caller, filter: store.KeyFilter, query: PageQuery): Promise<{ items: Key[]; next: string }>
  revoke(caller: Caller, id: string, reason?: string): Promise<Key>
  /** Who calls with this key; 401 where it is not, or no more, a key of ours. */
  resolve(visitor: Visitor, text: string): Promise<Caller>
}

const KEY = /^(vk|pat)_([0-9a-f]{8})_([A-Za-z0-9_-]{43})$/
const KINDS = { vk: 'api_key', pat: 'pat' } as const
/** How long a revoked key may still work in another process. */
const CACHE_MS = 1_000
const TOUCH_MS = 60_000

interface Known {
  key: store.KeyOnCall
  /** The secret once it was found right. A set compares hashes first, so that its time tells nothing. */
  proven: Set<string>
}

const asKnown = (key: store.KeyOnCall | undefined): Known | undefined => key && { key, proven: new Set() }

/** To hash a secret once in a while is enough; the same one comes with every call. */
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
      // The secret joins outside the transaction, whose result may be kept for an Idempotency-Key.
      const key = await transact(db, async (tx) => {
        await store.insertKey(tx, row)
        const data = { prefix: row.prefix, scopes: row.scopes, role: row.role, products: row.products ?? undefined }
        await events.record(tx, caller, { action: `${row.kind}.create`, resource: asResource(row), data })
        return viewKey(row, clock.now())
      })
      return { ...key, secret }
    },

    async list(caller, filter, query) {
      const page = await store.listKeys(db, caller.tenant, filter, query)
      return { items: page.items.map((row) => viewKey(row, clock.now())), next: page.next }
    },

    revoke: (caller, id, reason) =>
      transact(db, async (tx) => {
        const row = (await store.lockKey(tx, caller.tenant, id)) ?? notFound('api_key', id)
        const own = row.created_by === caller.actor.id || row.user_id === caller.actor.id
        if (!own && !hasRole(caller, 'admin')) notFound('api_key', id)
        if (row.revoked_at) return viewKey(row, clock.now())
        const end = { revoked_at: clock.now(), revoked_by: caller.actor.id, revoke_reason: reason ?? null }
        await store.markKeyRevoked(tx, caller.tenant, id, end)
        await events.record(tx, caller, { action: `${row.kind}.revoke`, resource: asResource(row), reason })
        afterCommit(tx, () => cache.forget(row.prefix))
        return viewKey({ ...row, ...end }, clock.now())
      }),

    async resolve(visitor, text) {
      const [, word, prefix, secret] = KEY.exec(text) ?? []
      if (!word || !prefix || !secret) throw invalidToken('It is not a key of ours.')
      const known = await cache.get(prefix, async () => asKnown(await store.findKeyOnCall(db, prefix)))
      // The same answer for an unknown prefix and a wrong secret.
      if (!known || !isSecretOf(known, secret) || known.key.kind !== KINDS[word as keyof typeof KINDS])
        throw invalidToken('It is not a key of ours.')
      const { key } = known
      const now = clock.now()
      refuseUnusable(key, visitor, now)
      if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() >= TOUCH_MS) {
        key.lastUsedAt = now
        await store.touchKey(db, key.id, now, visitor.ip)
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
    fail('scope_denied', 'A key cannot make one that may do more than itself.')
  const { allowedCidrs, expiresAt } = limitsOf(caller, input)
  if (expiresAt && expiresAt <= now) fail('unacceptable', 'The key would have expired already.')
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

/** Those asked for; where a key makes another, it hands on its own and may only narrow them. */
function limitsOf({ keyLimits }: Caller, input: NewKey): { allowedCidrs: string[]; expiresAt: Date | null } {
  const outer = keyLimits?.allowedCidrs ?? []
  const allowedCidrs = [...(input.allowedCidrs?.length ? input.allowedCidrs : outer)]
  for (const text of allowedCidrs) {
    const range = parseRange(text) ?? fail('unacceptable', `“${text}” is not an address or a CIDR range.`)
    if (outer.length > 0 && !withinRanges(range, outer))
      fail('scope_denied', 'A key cannot make one that works from more addresses than itself.')
  }
  const end = keyLimits?.expiresAt ?? null
  const expiresAt = input.expiresAt ?? end
  if (end && expiresAt! > end) fail('scope_denied', 'A key cannot make one that works longer than itself.')
  return { allowedCidrs, expiresAt }
}

function refuseUnusable(key: store.KeyOnCall, visitor: Visitor, now: Date): void {
  if (key.tenantDeleted) fail('customer_not_resolved')
  if (key.revokedAt) throw invalidToken('It was revoked.')
  if (key.expiresAt && key.expiresAt <= now) throw invalidToken('It has expired.')
  if (!key.role) throw invalidToken('Its user is no member any more.')
  if (key.allowedCidrs.length > 0 && !inRanges(visitor.ip, key.allowedCidrs))
    fail('scope_denied', 'The key may not be used from this address.')
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
