// Buckets of guesses in the database, which all replicas share. A bucket is kept as the moment when it will be empty.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'
import { transact } from '../../db/transact.ts'
import type { Bucket } from './guess-rules.ts'

class Full extends Error {}

/**
 * Counts a guess before the password is looked at: many at once cannot slip through between a count and its check. False
 * if one of the buckets is full, and then none of them counts it.
 */
export async function takeGuess(db: Db, buckets: readonly Bucket[], now: Date): Promise<boolean> {
  // In one order everywhere, so that two guesses never wait for each other.
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

/** The guess was right: it was none. */
export async function giveBack(db: Db, buckets: readonly Bucket[]): Promise<void> {
  for (const { key, stepMs } of buckets)
    await sql`
      update platform.sign_in_guesses set empty_at = empty_at - ${stepMs} * interval '1 millisecond'
      where key = ${digest(key)}`.execute(db)
}

/** When one more guess will be possible, if nobody else takes it. */
export async function roomAt(db: Db, buckets: readonly Bucket[], now: Date): Promise<Date> {
  let latest = now.getTime()
  for (const { key, most, stepMs } of buckets) {
    const { rows } = await sql<{ empty: Date }>`
      select empty_at as empty from platform.sign_in_guesses where key = ${digest(key)}`.execute(db)
    if (rows[0]) latest = Math.max(latest, rows[0].empty.getTime() - (most - 1) * stepMs)
  }
  return new Date(latest)
}

/** Everything that was counted for an address. */
export async function forgetGuesses(db: Db, email: string): Promise<void> {
  await sql`delete from platform.sign_in_guesses where account = ${accountHash(email)}`.execute(db)
}

export async function deleteEmptyGuesses(db: Db, now: Date): Promise<void> {
  await sql`delete from platform.sign_in_guesses where empty_at < ${now}`.execute(db)
}

const digest = (key: string): string => hash('sha256', key, 'base64url')
/** In the words of the database, so that two ways to write an account's address are one here as they are there. */
export const accountHash = (email: string) => sql<string>`encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex')`
