// Statistics of the directory: one query for each table.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export const countVendors = (db: Db<Tables>) =>
  first<Record<VendorNumber, number>>(
    db,
    sql`select count(*) as vendor_count,
      count(*) filter (where source_count > 0) as vendors_with_sources,
      count(*) filter (where observation_count > 0) as vendors_with_crawled_docs,
      count(*) filter (where observation_count = 0) as vendors_without_crawled_docs,
      count(*) filter (where ai_act = 'green') as ai_act_green,
      count(*) filter (where ai_act = 'amber') as ai_act_amber,
      count(*) filter (where ai_act = 'red') as ai_act_red,
      count(*) filter (where readiness in ('verified', 'fresh', 'sourced')) as publishable_vendor_count,
      count(*) filter (where source_status in ('degraded', 'failing')) as vendors_with_source_issues
    from provenance.vendors`,
  )
type VendorNumber =
  | 'vendor_count'
  | 'vendors_with_sources'
  | 'vendors_with_crawled_docs'
  | 'vendors_without_crawled_docs'
  | 'ai_act_green'
  | 'ai_act_amber'
  | 'ai_act_red'
  | 'publishable_vendor_count'
  | 'vendors_with_source_issues'

/** For each kind: active sources, stale ones among them, and the time of the last crawl. */
export const countSources = (db: Db<Tables>, staleBefore: { status: Date; others: Date }) =>
  db
    .selectFrom('provenance.sources')
    .select((row) => [
      'kind',
      row.fn.countAll<number>().filterWhere('status', '<>', 'inactive').as('active'),
      sql<number>`count(*) filter (where status <> 'inactive' and last_success_at <
        case when kind = 'status' then ${staleBefore.status}::timestamptz else ${staleBefore.others}::timestamptz end)`.as(
        'stale',
      ),
      row.fn.max('last_crawl_at').as('last_crawl_at'),
    ])
    .groupBy('kind')
    .execute()

export const countWork = (db: Db<Tables>, now: Date, weekAgo: Date) =>
  first<Record<WorkNumber, number>>(
    db,
    sql`select
      (select count(*) from provenance.snapshots where extract_status = 'completed') as extractor_completed_docs,
      (select count(*) from provenance.snapshots where extract_status = 'failed') as extractor_failed_docs,
      (select count(*) from provenance.graph_outbox where status = 'delivered') as graph_delivered,
      (select count(*) from provenance.graph_outbox where status in ('pending', 'retry')) as graph_retry,
      (select count(*) from provenance.graph_outbox where status in ('dead', 'auth_dead')) as graph_dead_letter,
      ${holders('soc2', now)} as certs_soc2,
      ${holders('iso27001', now)} as certs_iso27001,
      (select count(*) from provenance.change_events where not hidden and observed_at >= ${weekAgo}) as events_7d`,
  )
type WorkNumber =
  | 'extractor_completed_docs'
  | 'extractor_failed_docs'
  | 'graph_delivered'
  | 'graph_retry'
  | 'graph_dead_letter'
  | 'certs_soc2'
  | 'certs_iso27001'
  | 'events_7d'

/** Vendors that hold a certificate. Must match `isHeld`, the expiry in `clock.ts`, and `contradict`. */
const holders = (standard: string, now: Date) => sql`(
  select count(distinct held.vendor_id) from provenance.evidence_claims held
  where held.valid_to is null and held.category = 'certification' and starts_with(held.value, ${standard})
    and held.relation = 'supports' and held.state in ('affirmed', 'report_available')
    and coalesce(held.details->>'expires_on', '9999') >= ${now.toISOString().slice(0, 10)}
    and not exists (
      select 1 from provenance.evidence_claims doubt
      where doubt.vendor_id = held.vendor_id and doubt.valid_to is null and doubt.category = 'certification'
        and case when doubt.relation = 'refutes'
          then split_part(doubt.value, ':', 1) in (split_part(held.value, ':', 1), held.details->>'family')
            and (doubt.state <> 'expired' or doubt.details->>'expires_on' is null)
          else doubt.state = 'in_progress' and doubt.source_id <> held.source_id
            and split_part(doubt.value, ':', 1) = split_part(held.value, ':', 1) end))`

async function first<T>(db: Db<Tables>, query: ReturnType<typeof sql>): Promise<T> {
  const { rows } = await query.execute(db)
  return rows[0] as T
}
