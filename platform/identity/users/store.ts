// The SQL of user accounts.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { accountHash } from './guess-store.ts'

export interface User {
  id: string
  email: string
  displayName: string
  emailVerifiedAt: Date | null
  disabledAt: Date | null
  createdAt: Date
}
/** Someone who wants to sign in, whether or not the email address has an account. */
export interface Applicant {
  /** The digest of the email address in canonical spelling. */
  hash: string
  id: string | null
  passwordHash: string | null
  disabledAt: Date | null
  /** Sign-ins of browsers before this time do not count. */
  browsersSince: Date | null
}

const columns = sql`id, email, display_name as "displayName", email_verified_at as "emailVerifiedAt",
  disabled_at as "disabledAt", created_at as "createdAt"`

export const findUser = (db: Db, id: string): Promise<User | undefined> =>
  first(db, sql<User>`select ${columns} from platform.users where id = ${id}`)

export const findUserByEmail = (db: Db, email: string): Promise<User | undefined> =>
  first(db, sql<User>`select ${columns} from platform.users where lower(email) = lower(${email})`)

export const findApplicant = async (db: Db, email: string): Promise<Applicant> =>
  (await first(
    db,
    sql<Applicant>`
      select ${accountHash(email)} as hash, id, password_hash as "passwordHash", disabled_at as "disabledAt",
        greatest(browsers_since, password_changed_at) as "browsersSince"
      from (values (1)) always (row) left join platform.users on lower(email) = lower(${email})`,
  ))!

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

export async function updatePassword(db: Db, id: string, passwordHash: string, at: Date): Promise<void> {
  await sql`
    update platform.users set password_hash = ${passwordHash}, password_changed_at = ${at} where id = ${id}`.execute(db)
}

/** Whether the password has changed since the account was created. */
export async function wasPasswordChanged(db: Db, email: string): Promise<boolean> {
  const row = await first(
    db,
    sql<{ at: Date | null }>`
      select password_changed_at as at from platform.users where lower(email) = lower(${email})`,
  )
  return Boolean(row?.at)
}

/** Forgets all known browsers of the account. */
export async function forgetBrowsers(db: Db, id: string, at: Date): Promise<void> {
  await sql`update platform.users set browsers_since = ${at} where id = ${id}`.execute(db)
}

export async function updateEmailVerified(db: Db, id: string, at: Date): Promise<void> {
  await sql`update platform.users set email_verified_at = coalesce(email_verified_at, ${at}) where id = ${id}`.execute(
    db,
  )
}

export async function updateDisabled(db: Db, id: string, disabledAt: Date | null): Promise<void> {
  await sql`update platform.users set disabled_at = ${disabledAt} where id = ${id}`.execute(db)
}

const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> => (await query.execute(db)).rows[0]
