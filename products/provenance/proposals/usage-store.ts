// SQL of the model's calls and tokens per day.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface Limits {
  calls: number
  tokens: number
  callsInAll: number
}

/** Counts before the call, so that a call without an answer counts too. False if the daily limit is reached. */
export async function takeCall(db: Db<Tables>, vendorId: string, day: string, limits: Limits): Promise<boolean> {
  const { rows } = await sql`
    insert into provenance.model_usage as usage (day, vendor_id, calls)
    select ${day}::date, ${vendorId}, 1
    where (select coalesce(sum(calls), 0) from provenance.model_usage where day = ${day}::date) < ${limits.callsInAll}
    on conflict (day, vendor_id) do update set calls = usage.calls + 1
    where usage.calls < ${limits.calls} and usage.tokens < ${limits.tokens}
    returning calls`.execute(db)
  return rows.length > 0
}

export const addUse = (db: Db<Tables>, vendorId: string, day: string, use: { tokens: number; failures: number }) =>
  db
    .updateTable('provenance.model_usage')
    .set({ tokens: sql`tokens + ${use.tokens}::bigint`, failures: sql`failures + ${use.failures}::int` })
    .where('day', '=', sql<string>`${day}::date`)
    .where('vendor_id', '=', vendorId)
    .execute()

export interface Usage {
  calls: number
  failures: number
  tokens: number
}

export async function usageOf(db: Db<Tables>, day: string): Promise<Usage> {
  const { rows } = await sql<Usage>`
    select coalesce(sum(calls), 0)::int as calls, coalesce(sum(failures), 0)::int as failures,
      coalesce(sum(tokens), 0)::float8 as tokens
    from provenance.model_usage where day = ${day}::date`.execute(db)
  return rows[0]!
}
