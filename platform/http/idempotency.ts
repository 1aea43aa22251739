// Idempotency-Key: the key is written in the same transaction as the effect, so that neither can exist alone.
// A second request with the key waits for the first one's commit, then gets the same answer.
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'
import { transactionFrame } from '../db/transact.ts'
import { fail } from '../errors.ts'
import { Answer } from './answer.ts'

const KEY = /^[\x21-\x7e]{1,255}$/

interface KeyedRequest {
  tenant: string
  key: string
  line: string
  url: string
  body: unknown
}
interface Stored {
  digest: string
  status: number | null
  headers: Record<string, string> | null
  body: unknown
}

class AlreadyDone extends Error {}

/**
 * Runs `work` at most once for the key. What the first transaction of `work` returns is its stored answer,
 * which is why a verb returns its answer from its transaction.
 */
export async function onceFor(db: Db, request: KeyedRequest, work: () => Promise<unknown>): Promise<unknown> {
  if (!KEY.test(request.key)) fail('bad_request', 'Idempotency-Key must be 1 to 255 visible ASCII characters.')
  const digest = createHash('sha256')
    .update(JSON.stringify([request.line, request.url, request.body ?? null]))
    .digest('hex')
  const known = await findStored(db, request)
  if (known) return replay(known, digest)
  const frame = {
    begin: async (tx: Db) => {
      const { numAffectedRows } = await sql`
        insert into platform.idempotency_keys (tenant_id, key, digest) values (${request.tenant}, ${request.key}, ${digest})
        on conflict (tenant_id, key) do nothing`.execute(tx)
      if (!numAffectedRows) throw new AlreadyDone()
    },
    end: async (tx: Db, result: unknown) => {
      const { status, headers, body } = result instanceof Answer ? result : new Answer(result)
      await sql`
        update platform.idempotency_keys
        set status = ${status ?? null}, headers = ${JSON.stringify(headers)}::jsonb, body = ${JSON.stringify(body ?? null)}::jsonb
        where tenant_id = ${request.tenant} and key = ${request.key}`.execute(tx)
    },
  }
  try {
    return await transactionFrame.run({ frame }, work)
  } catch (error) {
    if (!(error instanceof AlreadyDone)) throw error
    const stored = await findStored(db, request)
    return stored ? replay(stored, digest) : fail('unavailable', 'The first request with this key is not done.')
  }
}

async function findStored(db: Db, { tenant, key }: KeyedRequest): Promise<Stored | undefined> {
  const { rows } = await sql<Stored>`
    select digest, status, headers, body from platform.idempotency_keys where tenant_id = ${tenant} and key = ${key}`.execute(
    db,
  )
  return rows[0]
}

function replay(stored: Stored, digest: string): Answer<unknown> {
  if (stored.digest !== digest) fail('idempotency_mismatch')
  const headers = { ...stored.headers, 'idempotent-replayed': 'true' }
  return new Answer(stored.body, { ...(stored.status && { status: stored.status }), headers })
}
