// The SQL of pending sign-ups, which are found by the hash of their token.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export interface Registration {
  email: string
  displayName: string
  passwordHash: string
  expiresAt: Date
}

export async function insertRegistration(
  db: Db,
  row: Registration & { id: string; tokenHash: string; createdAt: Date },
): Promise<void> {
  await sql`
    insert into platform.registrations (id, token_hash, email, display_name, password_hash, created_at, expires_at)
    values (${row.id}, ${row.tokenHash}, ${row.email}, ${row.displayName}, ${row.passwordHash}, ${row.createdAt},
      ${row.expiresAt})`.execute(db)
}

export async function countRegistrations(db: Db, email: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from platform.registrations
    where lower(email) = lower(${email}) and created_at > ${since}`.execute(db)
  return rows[0]!.count
}

export async function findRegistration(db: Db, tokenHash: string): Promise<Registration | undefined> {
  const { rows } = await sql<Registration>`
    select email, display_name as "displayName", password_hash as "passwordHash", expires_at as "expiresAt"
    from platform.registrations where token_hash = ${tokenHash}`.execute(db)
  return rows[0]
}

/** Deletes the sign-up with this token and all others of its email address, because one of them becomes the account. */
export async function takeRegistration(tx: Db, tokenHash: string): Promise<Registration | undefined> {
  const { rows } = await sql<Registration>`
    delete from platform.registrations where token_hash = ${tokenHash}
    returning email, display_name as "displayName", password_hash as "passwordHash", expires_at as "expiresAt"`.execute(
    tx,
  )
  if (rows[0]) await sql`delete from platform.registrations where lower(email) = lower(${rows[0].email})`.execute(tx)
  return rows[0]
}

export async function deleteExpiredRegistrations(db: Db, before: Date): Promise<void> {
  await sql`delete from platform.registrations where expires_at < ${before}`.execute(db)
}
