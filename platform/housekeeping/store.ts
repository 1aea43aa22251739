// Deletes expired rows.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export async function forgetIdempotencyKeys(db: Db, before: Date): Promise<void> {
  await sql`delete from platform.idempotency_keys where created_at < ${before}`.execute(db)
}

export async function forgetBuckets(db: Db, before: Date): Promise<void> {
  await sql`delete from platform.rate_buckets where updated_at < ${before}`.execute(db)
}
