// The SQL of payments: provider events, subscriptions, feedback and usage.
import type { Db } from '@veritrace/platform/db/db'
import type { Tenant } from '@veritrace/platform/identity/tenancy/store'
import { type Insertable, sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Standing, Used } from './rules.ts'

export async function findTenantOfPayer(db: Db<Tables>, paymentCustomer: string): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from platform.tenants where payment_customer_id = ${paymentCustomer} and deleted_at is null`.execute(db)
  return rows[0]?.id
}

/** Whether this provider customer belonged to a tenant that was deleted. */
export async function hasPayerLeft(db: Db<Tables>, paymentCustomer: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from platform.tenants
    where payment_customer_id = ${paymentCustomer} and deleted_at is not null`.execute(db)
  return rows.length > 0
}

export const setPaymentCustomer = (tx: Db<Tables>, tenant: string, paymentCustomer: string, now: Date) =>
  sql`update platform.tenants set payment_customer_id = ${paymentCustomer}, updated_at = ${now}
    where id = ${tenant}`.execute(tx)

export const setSubscription = (
  tx: Db<Tables>,
  tenant: string,
  fields: Pick<Tenant, 'plan' | 'subscription_status' | 'subscription_current_period_end'>,
  now: Date,
) =>
  sql`update platform.tenants set plan = ${fields.plan}, subscription_status = ${fields.subscription_status},
      subscription_current_period_end = ${fields.subscription_current_period_end}, updated_at = ${now}
    where id = ${tenant}`.execute(tx)

/** False if a later reading is already stored. */
export async function putStanding(tx: Db<Tables>, tenant: string, standing: Standing, readAt: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into provenance.subscriptions as known (tenant_id, subscription_id, cancel_at_period_end, read_at)
    values (${tenant}, ${standing.subscription_id}, ${standing.cancel_at_period_end}, ${readAt})
    on conflict (tenant_id) do update set subscription_id = excluded.subscription_id,
      cancel_at_period_end = excluded.cancel_at_period_end, read_at = excluded.read_at
    where known.read_at <= excluded.read_at`.execute(tx)
  return numAffectedRows === 1n
}

export async function isEventKnown(db: Db<Tables>, id: string): Promise<boolean> {
  const known = await db
    .selectFrom('provenance.payment_events')
    .select('provider_event_id')
    .where('provider_event_id', '=', id)
    .executeTakeFirst()
  return known !== undefined
}

/** False if the event was already processed. */
export async function insertEvent(
  tx: Db<Tables>,
  event: Insertable<Tables['provenance.payment_events']>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('provenance.payment_events')
    .values(event)
    .onConflict((conflict) => conflict.column('provider_event_id').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export async function isNewerHeard(db: Db<Tables>, tenant: string, type: string, than: Date): Promise<boolean> {
  const newer = await db
    .selectFrom('provenance.payment_events')
    .select('provider_event_id')
    .where('tenant_id', '=', tenant)
    .where('type', '=', type)
    .where('created_at', '>', than)
    .executeTakeFirst()
  return newer !== undefined
}

export const insertFeedback = (tx: Db<Tables>, row: Insertable<Tables['provenance.billing_feedback']>) =>
  tx.insertInto('provenance.billing_feedback').values(row).execute()

/** Usage in the period and current totals. API calls are stored as method and path, with a space. */
export async function measure(db: Db<Tables>, tenant: string, { start, end }: { start: Date; end: Date }) {
  const { rows } = await sql<Used>`
    select calls.api_calls, calls.crawl_runs, calls.last_call_at,
      (select count(*)::int from provenance.pinned_vendors where tenant_id = ${tenant}) as pinned_vendors,
      (select count(*)::int from provenance.pages where tenant_id = ${tenant} and published) as published_pages,
      (select coalesce(sum(size_bytes), 0)::float8 from provenance.evidence where tenant_id = ${tenant}) as evidence_bytes,
      (select count(*)::int from platform.webhook_deliveries
        where tenant_id = ${tenant} and created_at >= ${start} and created_at < ${end}) as webhook_deliveries,
      (select count(*)::int from platform.members where tenant_id = ${tenant}) as seats
    from (
      select coalesce(sum(units) filter (where operation like '% %'), 0)::float8 as api_calls,
        coalesce(sum(units) filter (where operation = 'crawl_runs'), 0)::float8 as crawl_runs,
        max(minute) filter (where operation like '% %') as last_call_at
      from platform.usage_minutes where tenant_id = ${tenant} and minute >= ${start} and minute < ${end}
    ) calls`.execute(db)
  return rows[0]!
}
