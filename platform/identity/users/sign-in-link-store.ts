// The SQL of sign-ins that wait for their emailed link. If the password was wrong, they have no user and no link.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export interface SignInLink {
  id: string
  /** Null for a link from an operator, which makes a browser a known one. */
  interactionUid: string | null
  userId: string | null
  ip: string
  createdAt: Date
  expiresAt: Date
}

export async function insertLink(db: Db, row: SignInLink & { tokenHash: string | null }): Promise<void> {
  await sql`
    insert into platform.sign_in_links (id, interaction_uid, user_id, token_hash, ip, created_at, expires_at)
    values (${row.id}, ${row.interactionUid}, ${row.userId}, ${row.tokenHash}, ${row.ip}, ${row.createdAt},
      ${row.expiresAt})`.execute(db)
}

/** Locks the request if its email is still due. */
export const lockWaitingLink = (tx: Db, id: string, now: Date): Promise<SignInLink | undefined> =>
  first(
    tx,
    sql<SignInLink>`
      select id, interaction_uid as "interactionUid", user_id as "userId", ip, created_at as "createdAt",
        expires_at as "expiresAt"
      from platform.sign_in_links
      where id = ${id} and user_id is not null and token_hash is null and expires_at > ${now} for update`,
  )

export async function countMailedLinks(db: Db, userId: string, since: Date): Promise<number> {
  const row = await first(
    db,
    sql<{ count: number }>`
      select count(*)::int as count from platform.sign_in_links
      where user_id = ${userId} and token_hash is not null and interaction_uid is not null and created_at > ${since}`,
  )
  return row!.count
}

export async function updateLinkToken(tx: Db, id: string, tokenHash: string): Promise<void> {
  await sql`update platform.sign_in_links set token_hash = ${tokenHash} where id = ${id}`.execute(tx)
}

/** The user whom the link signs in; undefined if it is unknown, used, too old or belongs to another sign-in. */
export async function findLinkUser(
  db: Db,
  uid: string | null,
  tokenHash: string,
  now: Date,
): Promise<string | undefined> {
  const row = await first(
    db,
    sql<{ userId: string }>`
      select user_id as "userId" from platform.sign_in_links
      where token_hash = ${tokenHash} and interaction_uid is not distinct from ${uid} and expires_at > ${now}`,
  )
  return row?.userId
}

/** Consumes the link and all others of that sign-in; the same result for exactly one caller. */
export async function takeLinkUser(
  tx: Db,
  uid: string | null,
  tokenHash: string,
  now: Date,
): Promise<string | undefined> {
  const row = await first(
    tx,
    sql<{ userId: string }>`
      delete from platform.sign_in_links
      where token_hash = ${tokenHash} and interaction_uid is not distinct from ${uid} and expires_at > ${now}
      returning user_id as "userId"`,
  )
  if (row) await sql`delete from platform.sign_in_links where interaction_uid = ${uid}`.execute(tx)
  return row?.userId
}

export async function deleteLinksOf(tx: Db, userId: string): Promise<void> {
  await sql`delete from platform.sign_in_links where user_id = ${userId}`.execute(tx)
}

export async function deleteExpiredLinks(db: Db, before: Date): Promise<void> {
  await sql`delete from platform.sign_in_links where expires_at < ${before}`.execute(db)
}

const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> => (await query.execute(db)).rows[0]
