// The SQL of password resets. Only the newest request of an email address is valid.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export interface ResetRequest {
  id: string
  /** Lower case. */
  email: string
  interactionUid: string | null
  createdAt: Date
  expiresAt: Date
}

export async function insertReset(db: Db, row: ResetRequest): Promise<void> {
  await sql`
    insert into platform.password_resets (id, email, interaction_uid, created_at, expires_at)
    values (${row.id}, ${row.email}, ${row.interactionUid}, ${row.createdAt}, ${row.expiresAt})`.execute(db)
}

export async function countResets(db: Db, email: string, since: Date): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from platform.password_resets where email = ${email} and created_at > ${since}`,
  )
  return row!.count
}

/** Locks the request if its email is still due: it is the newest one and has not expired. */
export const lockWaitingReset = (tx: Db, id: string, now: Date): Promise<ResetRequest | undefined> =>
  first(
    tx,
    sql<ResetRequest>`
      select id, email, interaction_uid as "interactionUid", created_at as "createdAt", expires_at as "expiresAt"
      from platform.password_resets reset
      where id = ${id} and token_hash is null and expires_at > ${now} and ${isNewest} for update`,
  )

export async function updateResetToken(tx: Db, id: string, userId: string, tokenHash: string): Promise<void> {
  await sql`update platform.password_resets set user_id = ${userId}, token_hash = ${tokenHash} where id = ${id}`.execute(
    tx,
  )
}

/** The user whose password the link may set; undefined if it is unknown, used, replaced or too old. */
export async function findResetUser(db: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{
      userId: string
    }>`select user_id as "userId" from platform.password_resets reset where ${counts(tokenHash, now)}`,
  )
  return row?.userId
}

/** Consumes the link; the same result for exactly one caller. */
export async function takeResetUser(tx: Db, tokenHash: string, now: Date): Promise<string | undefined> {
  const row = await first(
    tx,
    sql<{ userId: string }>`
      delete from platform.password_resets reset where ${counts(tokenHash, now)} returning user_id as "userId"`,
  )
  return row?.userId
}

export async function deleteResetsOf(tx: Db, userId: string): Promise<void> {
  await sql`
    delete from platform.password_resets
    where email = (select lower(email) from platform.users where id = ${userId})`.execute(tx)
}

export async function deleteExpiredResets(db: Db, before: Date): Promise<void> {
  await sql`delete from platform.password_resets where expires_at < ${before}`.execute(db)
}

const isNewest = sql`not exists (
  select 1 from platform.password_resets newer
  where newer.email = reset.email and (newer.created_at, newer.id) > (reset.created_at, reset.id))`

const counts = (tokenHash: string, now: Date) =>
  sql`reset.token_hash = ${tokenHash} and reset.expires_at > ${now} and ${isNewest}`

const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> => (await query.execute(db)).rows[0]
