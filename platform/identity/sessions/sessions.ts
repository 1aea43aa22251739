// Workspace sessions: the browser has a random value, everything else is stored here.

import { type Caller, hasRole, type Visitor } from '../../caller.ts'
import type { Clock } from '../../clock.ts'
import type { Db } from '../../db/db.ts'
import type { Page, PageQuery } from '../../db/keyset.ts'
import { transact } from '../../db/transact.ts'
import { fail, notFound } from '../../errors.ts'
import type { Events } from '../../events/event.ts'
import { newId, newSecret } from '../../ids.ts'
import { seal, unseal } from '../../seal.ts'
import type { Membership } from '../membership.ts'
import { hashOf } from '../secrets.ts'
import { callerFor, labelOf, type Person } from '../tenancy/person.ts'
import { findMember, findMembership } from '../tenancy/store.ts'
import { forgetBrowsers } from '../users/store.ts'
import type { ProviderTokens } from './relying-party.ts'
import * as store from './store.ts'
import { type Session, viewSession } from './view.ts'

/** Context string for encryption with the cookie's value. */
const SEALED = 'provider tokens'

export interface SessionsOptions {
  db: Db
  events: Events
  clock: Clock
  idleMs: number
  maxMs: number
}

/** How the person signed in. */
export interface SignIn {
  authMethod: 'oidc' | 'password' | 'magic_link' | 'demo'
  amr: readonly string[]
  tokens: ProviderTokens
}
/** The value for the cookie, and its expiry. */
export interface Issued {
  secret: string
  expiresAt: Date
}
interface Record {
  caller: Caller
  action: 'session.create' | 'session.revoke'
  id: string
  /** The owner, if someone else has ended the session. */
  of?: { id: string; label: string } | undefined
}
export interface OpenSession {
  caller: Caller
  email: string | null
  expiresAt: Date
}

export interface Sessions {
  /** Starts a session with a new value and ends the browser's previous one. */
  start(visitor: Visitor, person: Person, membership: Membership, signIn: SignIn, old?: string): Promise<Issued>
  /** Undefined if the value opens no active session. `quiet` does not count as activity. */
  find(visitor: Visitor, secret: string, quiet?: boolean): Promise<OpenSession | undefined>
  /** Moves the sign-in to another tenant of the user, with a new value. */
  switchTenant(visitor: Visitor, secret: string, tenant: string): Promise<Issued>
  /** Ends the session and returns the provider's tokens, which its sign-out requires. */
  end(visitor: Visitor, secret: string): Promise<ProviderTokens>
  /** Without `userId` those of the whole tenant. */
  list(caller: Caller, filter: { userId?: string }, query: PageQuery): Promise<Page<Session>>
  /** Ends one's own session, or for admins any of the tenant. */
  revoke(caller: Caller, id: string): Promise<void>
  /** Deletes sessions that ended before this date. */
  deleteBefore(before: Date): Promise<number>
}

const TOUCH_MS = 60_000

export function openSessions({ db, events, clock, idleMs, maxMs }: SessionsOptions): Sessions {
  const isAlive = (found: store.SessionOnCall, now: Date): boolean =>
    found.expiresAt > now && found.lastSeenAt.getTime() + idleMs > now.getTime()

  const findAlive = async (secret: string, handle = db): Promise<store.SessionOnCall | undefined> => {
    const found = await store.findSessionOnCall(handle, hashOf(secret))
    return found && isAlive(found, clock.now()) ? found : undefined
  }

  const insert = async (tx: Db, caller: Caller, signIn: SignIn, expiresAt: Date): Promise<Issued & { log: Record }> => {
    const secret = newSecret()
    const now = clock.now()
    const id = newId('ses')
    await store.insertSession(tx, {
      id,
      secret_hash: hashOf(secret),
      tenant_id: caller.tenant,
      user_id: caller.actor.id,
      auth_method: signIn.authMethod,
      amr: [...signIn.amr],
      ip: caller.ip,
      user_agent: caller.userAgent,
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      sealed_tokens: seal(secret, SEALED, signIn.tokens),
    })
    return { secret, expiresAt, log: { caller, action: 'session.create', id } }
  }

  const endFound = async (tx: Db, visitor: Visitor, found: store.SessionOnCall): Promise<Record | undefined> => {
    const row = await store.markSessionRevoked(tx, found.tenant, found.id, found.userId, clock.now())
    return row && { caller: asCaller(visitor, found), action: 'session.revoke', id: found.id }
  }

  /** Ordered by tenant, so that two simultaneous switches between the same two tenants do not deadlock. */
  const record = async (tx: Db, ...logs: (Record | undefined)[]): Promise<void> => {
    const known = logs.filter((log) => log !== undefined)
    known.sort((a, b) => (a.caller.tenant < b.caller.tenant ? -1 : 1))
    for (const { caller, action, id, of } of known)
      await events.record(tx, caller, {
        action,
        resource: { type: 'session', id, label: (of ?? caller.actor).label },
        ...(of && { data: { user_id: of.id } }),
      })
  }

  return {
    start: (visitor, person, membership, signIn, old) =>
      transact(db, async (tx) => {
        const before = old ? await store.findSessionOnCall(tx, hashOf(old)) : undefined
        const ended = before && (await endFound(tx, visitor, before))
        const expiresAt = new Date(clock.now().getTime() + maxMs)
        const { log, ...issued } = await insert(tx, callerFor(visitor, person, membership), signIn, expiresAt)
        await record(tx, ended, log)
        return issued
      }),

    async find(visitor, secret, quiet = false) {
      const found = await findAlive(secret)
      if (!found) return undefined
      const now = clock.now()
      // Often enough for the shortest idle time, but without a write at every read.
      if (!quiet && now.getTime() - found.lastSeenAt.getTime() >= Math.min(TOUCH_MS, idleMs / 2))
        await store.touchSession(db, found.tenant, found.id, now, visitor.ip)
      return { caller: asCaller(visitor, found), email: found.email, expiresAt: found.expiresAt }
    },

    switchTenant: (visitor, secret, tenant) =>
      transact(db, async (tx) => {
        const found = (await findAlive(secret, tx)) ?? fail('session_expired')
        const membership = (await findMembership(tx, found.userId, tenant)) ?? notFound('tenant', tenant)
        // The first of several simultaneous switches ends the session, so a session yields at most one new session.
        const ended = (await endFound(tx, visitor, found)) ?? fail('session_expired')
        const person = { id: found.userId, email: found.email, displayName: found.userName }
        const tokens = found.sealedTokens ? unseal<ProviderTokens>(secret, SEALED, found.sealedTokens) : {}
        const signIn = { authMethod: found.authMethod as SignIn['authMethod'], amr: found.amr, tokens }
        const { log, ...issued } = await insert(tx, callerFor(visitor, person, membership), signIn, found.expiresAt)
        await record(tx, ended, log)
        return issued
      }),

    end: (visitor, secret) =>
      transact(db, async (tx) => {
        const found = await store.findSessionOnCall(tx, hashOf(secret))
        if (!found) return {}
        await record(tx, await endFound(tx, visitor, found))
        return found.sealedTokens ? unseal<ProviderTokens>(secret, SEALED, found.sealedTokens) : {}
      }),

    async list(caller, { userId }, query) {
      const now = clock.now()
      const alive = { now, seenSince: new Date(now.getTime() - idleMs) }
      const page = await store.listSessions(db, caller.tenant, userId, alive, query)
      return { items: page.items.map((row) => viewSession(row, caller.sessionId)), next: page.next }
    },

    revoke: (caller, id) =>
      transact(db, async (tx) => {
        const row = (await store.lockSession(tx, caller.tenant, id)) ?? notFound('session', id)
        const isOwn = row.user_id === caller.actor.id
        if (!isOwn && !hasRole(caller, 'admin')) notFound('session', id)
        await store.markSessionRevoked(tx, caller.tenant, id, caller.actor.id, clock.now())
        // The session may have run on a device that someone else has now.
        if (id !== caller.sessionId) await forgetBrowsers(tx, row.user_id, clock.now())
        const of = isOwn ? undefined : await nameOf(tx, caller.tenant, row.user_id)
        await record(tx, { caller, action: 'session.revoke', id, of })
      }),

    deleteBefore: (before) => store.deleteSessionsBefore(db, before),
  }
}

async function nameOf(tx: Db, tenant: string, id: string): Promise<{ id: string; label: string }> {
  const member = await findMember(tx, tenant, id)
  return { id, label: labelOf({ id, email: member?.email ?? null, displayName: member?.display_name ?? '' }) }
}

const asCaller = (visitor: Visitor, found: store.SessionOnCall): Caller => ({
  requestId: visitor.requestId,
  ip: visitor.ip,
  userAgent: visitor.userAgent,
  tenant: found.tenant,
  customer: found.customer,
  workspace: found.workspace,
  role: found.role,
  operator: found.operator,
  plan: found.plan,
  products: found.products,
  productPlans: found.productPlans,
  actor: { type: 'user', id: found.userId, label: found.userName },
  scopes: [],
  sessionId: found.id,
})
