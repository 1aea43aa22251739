// The idempotency keys of completed requests, and their answers.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

export interface KeyPlace {
  tenant: string
  /** The sender and the key, so that callers of one tenant cannot see each other's keys. */
  key: string
}
export interface Stored {
  digest: string
  status: number | null
  headers: Record<string, string> | null
  body: unknown
}

export async function findStored(db: Db, { tenant, key }: KeyPlace): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select digest, status, headers, body from platform.idempotency_keys
    where tenant_id = ${tenant} and key = ${key}`.execute(db)
  return rows[0]
}

/** Returns false if the key exists. Waits if another transaction is writing it. */
export async function insertKey(tx: Db, { tenant, key }: KeyPlace, digest: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into platform.idempotency_keys (tenant_id, key, digest) values (${tenant}, ${key}, ${digest})
    on conflict (tenant_id, key) do nothing`.execute(tx)
  return numAffectedRows === 1n
}

export async function storeAnswer(
  tx: Db,
  { tenant, key }: KeyPlace,
  { status, headers, body }: Omit<Stored, 'digest'>,
): Promise<void> {
  await sql`
    update platform.idempotency_keys
    set status = ${status}, headers = ${JSON.stringify(headers)}::jsonb, body = ${JSON.stringify(body ?? null)}::jsonb
    where tenant_id = ${tenant} and key = ${key}`.execute(tx)
}
