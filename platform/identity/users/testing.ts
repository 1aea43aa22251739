// For tests of signing in.
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/** As if that many wrong passwords had come for the address. */
export async function countWrong(db: Db, email: string, failed: number): Promise<void> {
  await sql`
    insert into platform.sign_in_attempts (address_hash, failed, tried_at)
    values (encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex'), ${failed}, now())
    on conflict (address_hash) do update set failed = excluded.failed`.execute(db)
}
