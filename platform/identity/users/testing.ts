// For tests of signing in.
import { scryptSync } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../db/db.ts'

/** As if that many wrong passwords had come for the address. */
export async function countWrong(db: Db, email: string, failed: number): Promise<void> {
  await sql`
    insert into platform.sign_in_attempts (address_hash, failed, tried_at)
    values (encode(sha256(convert_to(lower(${email}), 'UTF8')), 'hex'), ${failed}, now())
    on conflict (address_hash) do update set failed = excluded.failed`.execute(db)
}

/** A hash says what it costs: where the cost is not what is tested, a cheap one does. */
export async function giveCheapPassword(db: Db, userId: string, password: string): Promise<void> {
  const key = scryptSync(password, 'salt', 32, { N: 16, r: 1, p: 1 }).toString('base64url')
  const hash = `scrypt$16$1$1$${Buffer.from('salt').toString('base64url')}$${key}`
  await sql`update platform.users set password_hash = ${hash} where id = ${userId}`.execute(db)
}
