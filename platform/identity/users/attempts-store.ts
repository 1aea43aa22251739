// How often someone has tried to sign in with an address, whether or not it has an account.
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/** In the words of the database, so that two ways to write an account's address are one here as they are there. */
const hashOf = (email: string) => sql`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`

/**
 * Counts one attempt before the password is looked at, in one statement: many guesses at once cannot slip through
 * between a count and its check. False where the address is locked.
 */
export async function countAttempt(db: Db, email: string, now: Date, allowed: number): Promise<boolean> {
  const taken = await first(
    db,
    sql`
      insert into platform.sign_in_attempts as known (address_hash, failed, tried_at)
      values (${hashOf(email)}, 1, ${now}::timestamptz)
      on conflict (address_hash) do update set
        failed = known.failed + 1,
        locked_until = case when known.failed + 1 >= ${allowed}::int
          then ${now}::timestamptz + least(60, power(2, least(6, known.failed + 1 - ${allowed}::int))) * interval '1 minute'
        end,
        tried_at = excluded.tried_at
      where known.locked_until is null or known.locked_until <= ${now}::timestamptz
      returning address_hash`,
  )
  return taken !== undefined
}

export async function clearAttempts(db: Db, email: string): Promise<void> {
  await sql`delete from platform.sign_in_attempts where address_hash = ${hashOf(email)}`.execute(db)
}

export async function lockedUntil(db: Db, email: string): Promise<Date | undefined> {
  const row = await first(
    db,
    sql<{ until: Date | null }>`
      select locked_until as until from platform.sign_in_attempts where address_hash = ${hashOf(email)}`,
  )
  return row?.until ?? undefined
}

export async function deleteOldAttempts(db: Db, before: Date): Promise<void> {
  await sql`delete from platform.sign_in_attempts where tried_at < ${before}`.execute(db)
}

const first = async <T>(db: Db, query: RawBuilder<T>): Promise<T | undefined> => (await query.execute(db)).rows[0]
