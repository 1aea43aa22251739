// People who can sign in, and how often someone has tried.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'

export interface User {
  id: string
  email: string
  displayName: string
  emailVerifiedAt: Date | null
  disabledAt: Date | null
  createdAt: Date
}
export interface Credentials {
  id: string
  passwordHash: string | null
  disabledAt: Date | null
}

const columns = sql`id, email, display_name as "displayName", email_verified_at as "emailVerifiedAt",
  disabled_at as "disabledAt", created_at as "createdAt"`

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  first(db, sql<User>`select ${columns} from platform.users where id = ${id}`)

export const findUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  first(db, sql<User>`select ${columns} from platform.users where lower(email) = lower(${email})`)

export const findCredentials = (db: Db, email: string): Promise<Credentials | undefined> =>
  first(
    db,
    sql<Credentials>`
      select id, password_hash as "passwordHash", disabled_at as "disabledAt"
      from platform.users where lower(email) = lower(${email})`,
  )

export interface NewUser {
  id: string
  email: string
  displayName: string
  passwordHash: string | null
  emailVerifiedAt: Date | null
  createdAt: Date
}

export async function insertUser(db: Db, user: NewUser): Promise<void> {
  await sql`
    insert into platform.users (id, email, display_name, password_hash, email_verified_at, created_at)
    values (${user.id}, ${user.email}, ${user.displayName}, ${user.passwordHash}, ${user.emailVerifiedAt}, ${user.createdAt})`.execute(
    db,
  )
}

export async function updatePassword(db: Db, id: string, passwordHash: string): Promise<void> {
  await sql`
    update platform.users set password_hash = ${passwordHash}, failed_attempts = 0, locked_until = null
    where id = ${id}`.execute(db)
}

export async function updateDisabled(db: Db, id: string, disabledAt: Date | null): Promise<void> {
  await sql`update platform.users set disabled_at = ${disabledAt} where id = ${id}`.execute(db)
}

/**
 * Counts one attempt before the password is looked at, in one statement: many guesses at once cannot slip through
 * between a count and its check. False where the account is locked.
 */
export async function countAttempt(db: Db, id: string, now: Date, allowed: number): Promise<boolean> {
  const taken = await first(
    db,
    sql<{ id: string }>`
      update platform.users set
        failed_attempts = failed_attempts + 1,
        locked_until = case when failed_attempts + 1 >= ${allowed}::int
          then ${now}::timestamptz + least(60, power(2, least(6, failed_attempts + 1 - ${allowed}::int))) * interval '1 minute'
        end
      where id = ${id} and (locked_until is null or locked_until <= ${now}::timestamptz)
      returning id`,
  )
  return taken !== undefined
}

export async function clearAttempts(db: Db, id: string): Promise<void> {
  await sql`update platform.users set failed_attempts = 0, locked_until = null where id = ${id}`.execute(db)
}

export async function lockedUntil(db: Db, id: string): Promise<Date | undefined> {
  const row = await first(
    db,
    sql<{ until: Date | null }>`select locked_until as until from platform.users where id = ${id}`,
  )
  return row?.until ?? undefined
}

const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> => (await query.execute(db)).rows[0]
