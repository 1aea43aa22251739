// The SQL of workspace sessions, which are found by the hash of the cookie's value.
import { type Kysely, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { type PageQuery, pageById } from '../../db/keyset.ts'
import type { Membership } from '../membership.ts'

export interface SessionRow {
  id: string
  tenant_id: string
  user_id: string
  auth_method: string
  amr: string[]
  ip: string
  user_agent: string
  created_at: Date
  last_seen_at: Date
  expires_at: Date
}
interface Tables {
  'platform.sessions': SessionRow & {
    secret_hash: string
    sealed_tokens: string | null
    revoked_at: Date | null
    revoked_by: string | null
  }
}
const typed = (db: Db): Kysely<Tables> => db
const COLUMNS = ['id', 'tenant_id', 'user_id', 'auth_method', 'amr', 'ip', 'user_agent'] as const
const TIMES = ['created_at', 'last_seen_at', 'expires_at'] as const

export async function insertSession(
  db: Db,
  row: SessionRow & { secret_hash: string; sealed_tokens: string | null },
): Promise<void> {
  await typed(db)
    .insertInto('platform.sessions')
    .values({ ...row, revoked_at: null, revoked_by: null })
    .execute()
}

/** A session with the current role of its user in the tenant, read in one query per call. */
export interface SessionOnCall extends Membership {
  id: string
  userId: string
  userName: string
  email: string | null
  authMethod: string
  amr: string[]
  createdAt: Date
  lastSeenAt: Date
  expiresAt: Date
  sealedTokens: string | null
}

/** Undefined if it is revoked, its user has left the tenant or the tenant is deleted. */
export async function findSessionOnCall(db: Db, secretHash: string): Promise<SessionOnCall | undefined> {
  const { rows } = await sql<SessionOnCall>`
    select s.id, s.user_id as "userId", coalesce(nullif(m.display_name, ''), m.email, m.user_id) as "userName", m.email,
      s.auth_method as "authMethod", s.amr, s.created_at as "createdAt", s.last_seen_at as "lastSeenAt",
      s.expires_at as "expiresAt", s.sealed_tokens as "sealedTokens", m.role, t.id as tenant, t.customer_id as customer,
      t.plan, t.products, t.product_plans as "productPlans",
      exists (select 1 from platform.operators o where o.user_id = s.user_id) as operator,
      t.id as workspace
    from platform.sessions s
      join platform.members m on m.tenant_id = s.tenant_id and m.user_id = s.user_id
      join platform.tenants t on t.id = s.tenant_id
    where s.secret_hash = ${secretHash} and s.revoked_at is null and t.deleted_at is null`.execute(db)
  return rows[0]
}

export async function touchSession(db: Db, tenant: string, id: string, now: Date, ip: string): Promise<void> {
  await typed(db)
    .updateTable('platform.sessions')
    .set({ last_seen_at: now, ip })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()
}

/** Returns the session as it was, if it was open. */
export const markSessionRevoked = (db: Db, tenant: string, id: string, by: string, now: Date) =>
  typed(db)
    .updateTable('platform.sessions')
    .set({ revoked_at: now, revoked_by: by, sealed_tokens: null })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning([...COLUMNS, ...TIMES])
    .executeTakeFirst()

/** Revokes all open sessions of a user except `except`. Returns their IDs. */
export async function markSessionsRevoked(
  tx: Db,
  tenant: string,
  userId: string,
  now: Date,
  except = '',
): Promise<string[]> {
  const rows = await typed(tx)
    .updateTable('platform.sessions')
    .set({ revoked_at: now, revoked_by: userId, sealed_tokens: null })
    .where('tenant_id', '=', tenant)
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .where('id', '!=', except)
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

export const lockSession = (tx: Db, tenant: string, id: string): Promise<SessionRow | undefined> =>
  typed(tx)
    .selectFrom('platform.sessions')
    .select([...COLUMNS, ...TIMES])
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()

/** Filters active sessions: not expired, and seen since `seenSince`. */
export interface Alive {
  now: Date
  seenSince: Date
}

/** Newest first. */
export const listSessions = (db: Db, tenant: string, userId: string | undefined, alive: Alive, query: PageQuery) =>
  pageById<SessionRow>('sessions', query, (after, count) => {
    let rows = typed(db)
      .selectFrom('platform.sessions')
      .select([...COLUMNS, ...TIMES])
      .where('tenant_id', '=', tenant)
      .where('revoked_at', 'is', null)
      .where('expires_at', '>', alive.now)
      .where('last_seen_at', '>', alive.seenSince)
      .orderBy('id', 'desc')
      .limit(count)
    if (userId) rows = rows.where('user_id', '=', userId)
    return (after ? rows.where('id', '<', after) : rows).execute()
  })

/** Deletes sessions of all tenants and returns their number. */
export async function deleteSessionsBefore(db: Db, before: Date): Promise<number> {
  const { numDeletedRows } = await typed(db)
    .deleteFrom('platform.sessions')
    .where('expires_at', '<', before)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
