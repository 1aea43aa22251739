// The SQL of invitations, which are found by the hash of their token.
import { ROLES } from '@veritrace/contract/endpoint'
import { type Kysely, sql } from 'kysely'
import { type Role, SYSTEM } from '../../caller.ts'
import type { Db } from '../../db/db.ts'
import { type PageQuery, pageById } from '../../db/keyset.ts'

/** Replaces the inviter if the tenant has no members yet. */
export const FOUNDED = SYSTEM

/** Roles that may create and revoke invitations. */
const INVITERS: readonly Role[] = ['admin', 'owner']

export interface Invitation {
  id: string
  tenant_id: string
  email: string
  role: Role
  invited_by: string
  created_at: Date
  expires_at: Date
  accepted_at: Date | null
  revoked_at: Date | null
}
interface Row extends Invitation {
  token_hash: string
  accepted_by: string | null
}
const typed = (db: Db): Kysely<{ 'platform.invitations': Row }> => db
const COLUMNS = ['id', 'tenant_id', 'email', 'role', 'invited_by', 'created_at', 'expires_at'] as const
const OUTCOME = ['accepted_at', 'revoked_at'] as const

export async function insertInvitation(db: Db, row: Omit<Row, 'accepted_by'>): Promise<void> {
  await typed(db)
    .insertInto('platform.invitations')
    .values({ ...row, accepted_by: null })
    .execute()
}

export const findInvitation = (db: Db, tokenHash: string): Promise<Invitation | undefined> =>
  typed(db)
    .selectFrom('platform.invitations')
    .select([...COLUMNS, ...OUTCOME])
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst()

/** Locked, so that of two simultaneous attempts the second finds it used. */
export const lockInvitation = (tx: Db, tokenHash: string): Promise<Invitation | undefined> =>
  typed(tx)
    .selectFrom('platform.invitations')
    .select([...COLUMNS, ...OUTCOME])
    .where('token_hash', '=', tokenHash)
    .forUpdate()
    .executeTakeFirst()

export async function markAccepted(tx: Db, tenant: string, id: string, userId: string, now: Date): Promise<void> {
  await typed(tx)
    .updateTable('platform.invitations')
    .set({ accepted_at: now, accepted_by: userId })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .execute()
}

/** Returns the invitation as it was, if it was open. */
export const markRevoked = (db: Db, tenant: string, id: string, now: Date): Promise<Invitation | undefined> =>
  typed(db)
    .updateTable('platform.invitations')
    .set({ revoked_at: now })
    .where('tenant_id', '=', tenant)
    .where('id', '=', id)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .returning([...COLUMNS, ...OUTCOME])
    .executeTakeFirst()

/** Revokes an older open invitation to the same email address. */
export async function revokeOpenFor(db: Db, tenant: string, email: string, now: Date): Promise<void> {
  await typed(db)
    .updateTable('platform.invitations')
    .set({ revoked_at: now })
    .where('tenant_id', '=', tenant)
    .where(sql`lower(email)`, '=', email.toLowerCase())
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .execute()
}

/**
 * Revokes invitations that this member could no longer send: only admins invite, and never to a higher role than their
 * own.
 */
export async function revokeBeyond(tx: Db, tenant: string, inviter: string, role: Role, now: Date): Promise<number> {
  const may = INVITERS.includes(role) ? ROLES.slice(0, ROLES.indexOf(role) + 1) : []
  const { numUpdatedRows } = await typed(tx)
    .updateTable('platform.invitations')
    .set({ revoked_at: now })
    .where('tenant_id', '=', tenant)
    .where('invited_by', '=', inviter)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`not (role = any(${may}::text[]))`)
    .executeTakeFirst()
  return Number(numUpdatedRows)
}

/** The highest role that the inviter can grant now; null if none. */
export async function inviterRole(tx: Db, { tenant_id, invited_by }: Invitation, now: Date): Promise<Role | null> {
  const { rows } = await sql<{ role: Role | null }>`
    select role from platform.answers_for(${tenant_id}, ${invited_by}, ${now}::timestamptz)`.execute(tx)
  const role = rows[0]?.role ?? null
  return role && INVITERS.includes(role) ? role : null
}

/** Open and expired invitations, newest first. */
export const listInvitations = (db: Db, tenant: string, query: PageQuery) =>
  pageById<Invitation>('invitations', query, (after, count) => {
    const open = typed(db)
      .selectFrom('platform.invitations')
      .select([...COLUMNS, ...OUTCOME])
      .where('tenant_id', '=', tenant)
      .where('accepted_at', 'is', null)
      .where('revoked_at', 'is', null)
      .orderBy('id', 'desc')
      .limit(count)
    return (after ? open.where('id', '<', after) : open).execute()
  })
