// Stores the buckets of guesses in the database, shared by all replicas. A bucket is stored as the time when it will be
// empty.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import type { Bucket } from './guess-rules.ts'

class Full extends Error {}

/**
 * Counts a guess before the password is checked, so that simultaneous guesses cannot bypass the limit. Returns false,
 * without counting anything, if one of the buckets is full.
 */
export async function takeGuess(db: Db, buckets: readonly Bucket[], now: Date): Promise<boolean> {
  // Always in the same order, so that two guesses never deadlock.
  const ordered = buckets.toSorted((a, b) => (a.key < b.key ? -1 : 1))
  try {
    await transact(db, async (tx) => {
      for (const bucket of ordered) if (!(await take(tx, bucket, now))) throw new Full()
    })
    return true
  } catch (error) {
    if (error instanceof Full) return false
    throw error
  }
}

async function take(tx: Db, { key, account, most, stepMs }: Bucket, now: Date): Promise<boolean> {
  const latest = new Date(now.getTime() + (most - 1) * stepMs)
  const { rows } = await sql`
    insert into platform.sign_in_guesses as known (key, account, empty_at)
    values (${digest(key)}, ${account}, ${now}::timestamptz + ${stepMs} * interval '1 millisecond')
    on conflict (key) do update
      set empty_at = greatest(known.empty_at, ${now}::timestamptz) + ${stepMs} * interval '1 millisecond'
      where known.empty_at <= ${latest}::timestamptz
    returning key`.execute(tx)
  return rows.length > 0
}

/** Undoes the count, because the guess was right. */
export async function giveBack(db: Db, buckets: readonly Bucket[]): Promise<void> {
  for (const { key, stepMs } of buckets)
    await sql`
      update platform.sign_in_guesses set empty_at = empty_at - ${stepMs} * interval '1 millisecond'
      where key = ${digest(key)}`.execute(db)
}

/** When the next guess will be possible, if no one else makes one. */
export async function roomAt(db: Db, buckets: readonly Bucket[], now: Date): Promise<Date> {
  let latest = now.getTime()
  for (const { key, most, stepMs } of buckets) {
    const { rows } = await sql<{ empty: Date }>`
      select empty_at as empty from platform.sign_in_guesses where key = ${digest(key)}`.execute(db)
    if (rows[0]) latest = Math.max(latest, rows[0].empty.getTime() - (most - 1) * stepMs)
  }
  return new Date(latest)
}

/** Deletes everything that was counted for an account. */
export async function forgetGuesses(db: Db, email: string): Promise<void> {
  await sql`delete from platform.sign_in_guesses where account = ${accountHash(email)}`.execute(db)
}

export async function deleteEmptyGuesses(db: Db, now: Date): Promise<void> {
  await sql`delete from platform.sign_in_guesses where empty_at < ${now}`.execute(db)
}

const digest = (key: string): string => hash('sha256', key, 'base64url')
/** Computed in the database, so that different spellings of an email address match here as they do there. */
export const accountHash = (email: string) => sql<string>`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`
