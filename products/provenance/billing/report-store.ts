// The SQL of usage reports to the payment provider's meters.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { ReportedMeter } from './rules.ts'

/** The condition for the operations that a meter counts. API calls are stored as method and path, with a space. */
const COUNTED: Record<ReportedMeter, ReturnType<typeof sql>> = {
  api_calls: sql`operation like '% %'`,
  crawl_runs: sql`operation = 'crawl_runs'`,
}

/**
 * Inserts a report for each payer and day whose counted units exceed the reported ones, for minutes in the span. A
 * concurrent call computes the same ids and skips them. Returns the number of new reports.
 */
export async function insertReports(
  db: Db<Tables>,
  meter: ReportedMeter,
  { from, to }: { from: Date; to: Date },
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into provenance.usage_reports (id, tenant_id, meter, day, units_before, units, occurred_at, created_at)
    select 'use_' || md5(concat_ws(' ', used.tenant_id, ${meter}::text, used.day, reported.units)), used.tenant_id, ${meter},
      used.day, reported.units, used.units - reported.units, used.last_minute, ${now}
    from (
      select tenant_id, (minute at time zone 'UTC')::date as day, sum(units) as units, max(minute) as last_minute
      from platform.usage_minutes
      where minute >= ${from} and minute < ${to} and ${COUNTED[meter]}
        and tenant_id in (
          select id from platform.tenants where payment_customer_id is not null and deleted_at is null)
      group by tenant_id, (minute at time zone 'UTC')::date
    ) used cross join lateral (
      select coalesce(sum(report.units), 0)::bigint as units from provenance.usage_reports report
      where report.tenant_id = used.tenant_id and report.meter = ${meter} and report.day = used.day
    ) reported
    where used.units > reported.units
    on conflict do nothing`.execute(db)
  return Number(numAffectedRows ?? 0)
}

export interface Report {
  id: string
  meter: ReportedMeter
  payer: string
  units: number
  occurred_at: Date
}

/** Unsent reports for these meters, by id, after the given one. */
export async function listUnsent(
  db: Db<Tables>,
  meters: readonly ReportedMeter[],
  since: Date,
  after: string,
  limit: number,
): Promise<Report[]> {
  const { rows } = await sql<Report>`
    select report.id, report.meter, tenant.payment_customer_id as payer, report.units::float8 as units, report.occurred_at
    from provenance.usage_reports report join platform.tenants tenant on tenant.id = report.tenant_id
    where report.sent_at is null and report.meter = any(${meters}::text[]) and report.created_at >= ${since} and report.id > ${after}
      and tenant.payment_customer_id is not null and tenant.deleted_at is null
    order by report.id limit ${limit}`.execute(db)
  return rows
}

export const markSent = (db: Db<Tables>, ids: readonly string[], at: Date) =>
  sql`update provenance.usage_reports set sent_at = ${at}, last_error = null where id = any(${ids}::text[])`.execute(db)

export const markRefused = (db: Db<Tables>, id: string, reason: string) =>
  sql`update provenance.usage_reports set last_error = ${reason} where id = ${id}`.execute(db)
