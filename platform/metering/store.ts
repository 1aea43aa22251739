// The SQL of rate-limit buckets and usage counters.
import { sql } from 'kysely'
import type { Db } from '../db/db.ts'

/** Takes up to `wanted` tokens in one statement; the row lock serializes concurrent callers. */
export async function takeTokens(
  db: Db,
  key: string,
  perMinute: number,
  wanted: number,
): Promise<{ granted: number; left: number }> {
  const { rows } = await sql<{ granted: number; left: number }>`
    insert into platform.rate_buckets as bucket (key, tokens, granted, updated_at)
    values (${key}, ${perMinute - wanted}::float8, ${wanted}::int, clock_timestamp())
    on conflict (key) do update set
      granted = least(${wanted}::int, floor(${available(perMinute)})::int),
      tokens = ${available(perMinute)} - least(${wanted}::int, floor(${available(perMinute)})::int),
      updated_at = clock_timestamp()
    returning granted, tokens as left`.execute(db)
  return rows[0]!
}

const available = (perMinute: number) =>
  sql`least(${perMinute}::float8, bucket.tokens + extract(epoch from clock_timestamp() - bucket.updated_at)::float8 * ${perMinute / 60}::float8)`

export interface UsageCount {
  tenant: string
  customer: string
  product: string
  operation: string
  minute: Date
  units: number
}

/** Adds counts to their minutes in one statement. */
export async function addUsage(db: Db, counts: readonly UsageCount[]): Promise<void> {
  if (counts.length === 0) return
  await sql`
    insert into platform.usage_minutes as usage (tenant_id, customer_id, product, operation, minute, units)
    select * from jsonb_to_recordset(${JSON.stringify(
      counts.map((c) => ({
        tenant_id: c.tenant,
        customer_id: c.customer,
        product: c.product,
        operation: c.operation,
        minute: c.minute,
        units: c.units,
      })),
    )}::jsonb) as row (tenant_id text, customer_id text, product text, operation text, minute timestamptz, units bigint)
    order by 1, 3, 4, 5
    on conflict (tenant_id, product, operation, minute) do update set units = usage.units + excluded.units`.execute(db)
}
