// The SQL of the overview's numbers, each read from an index on the tenant's rows.
import type { Overview } from '@veritrace/contract/provenance/account'
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import { newerApproved } from '../retention/purge-store.ts'
import type { Tables } from '../tables.ts'

export async function countPages(db: Db<Tables>, tenant: string): Promise<Overview['pages']> {
  const { rows } = await sql<Overview['pages']>`
    select count(*)::int as total, count(*) filter (where published)::int as published,
      count(*) filter (where published and updated_at > published_at)::int as changed_since_published,
      count(*) filter (where domain_status = 'pending_dns')::int as domains_waiting,
      count(*) filter (where domain_status = 'failed')::int as domains_failed
    from provenance.pages where tenant_id = ${tenant}`.execute(db)
  return rows[0]!
}

export async function countDisclosures(db: Db<Tables>, tenant: string): Promise<Overview['disclosures']> {
  const { rows } = await sql<{ status: keyof Overview['disclosures']; count: number }>`
    select status, count(*)::int as count from provenance.disclosures where tenant_id = ${tenant} group by status`.execute(
    db,
  )
  const none = { draft: 0, in_review: 0, approved: 0, published: 0, superseded: 0, withdrawn: 0 }
  return { ...none, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

export async function countEvidence(db: Db<Tables>, tenant: string, now: Date): Promise<Overview['evidence']> {
  const { rows } = await sql<Overview['evidence']>`
    select count(*)::int as total,
      count(*) filter (where review_status in ('pending', 'in_review'))::int as to_review,
      count(*) filter (where review_status = 'approved' and valid_until > ${now}
        and valid_until <= ${now}::timestamptz + interval '30 days')::int as expiring_30d,
      count(*) filter (where newer = 0
        and (review_status = 'expired' or review_status = 'approved' and valid_until <= ${now}))::int as expired
    from (
      select review_status, valid_until, ${newerApproved} as newer from provenance.evidence where tenant_id = ${tenant}
    ) as evidence`.execute(db)
  return rows[0]!
}

export async function countRequests(db: Db<Tables>, tenant: string, now: Date): Promise<Overview['requests']> {
  const { rows } = await sql<{ stage: string | null; title: string | null; count: number; overdue: number }>`
    select stage.key as stage, min(stage.title) as title, count(*)::int as count,
      count(*) filter (where request.due_at < ${now})::int as overdue
    from provenance.requests request
      left join provenance.request_stages stage
        on stage.tenant_id = request.tenant_id and stage.id = request.current_stage_id
    where request.tenant_id = ${tenant} and request.closed_at is null
    group by stage.key order by min(stage.position), stage.key`.execute(db)
  return {
    open: rows.reduce((sum, row) => sum + row.count, 0),
    overdue: rows.reduce((sum, row) => sum + row.overdue, 0),
    by_stage: rows.flatMap(({ stage, title, count }) => (stage ? [{ stage, title: title ?? stage, count }] : [])),
  }
}

export async function countVendors(db: Db<Tables>, tenant: string, now: Date): Promise<Overview['vendors']> {
  type Row = Record<'pinned' | 'picked' | 'unread' | 'changes' | 'stale' | Health, number>
  type Health = keyof Overview['vendors']['crawl_health']
  const { rows } = await sql<Row>`
    with pinned as (
      select vendor_id, read_until from provenance.pinned_vendors where tenant_id = ${tenant}
    ), picked as (
      select distinct vendor_id from provenance.subprocessors where tenant_id = ${tenant}
    ), watched as (
      select v.id, v.source_status, v.source_freshness from provenance.vendors v
      where v.id in (select vendor_id from pinned union select vendor_id from picked)
    )
    select (select count(*)::int from pinned) as pinned, (select count(*)::int from picked) as picked,
      (select count(*)::int from pinned join provenance.change_events e on e.vendor_id = pinned.vendor_id
        where not e.hidden and e.observed_at > pinned.read_until) as unread,
      (select count(*)::int from watched join provenance.change_events e on e.vendor_id = watched.id
        where not e.hidden and e.observed_at > ${now}::timestamptz - interval '30 days') as changes,
      count(*) filter (where source_freshness in ('stale', 'unavailable'))::int as stale,
      count(*) filter (where source_status = 'ok')::int as ok,
      count(*) filter (where source_status = 'degraded')::int as degraded,
      count(*) filter (where source_status = 'failing')::int as failing,
      count(*) filter (where source_status = 'unavailable')::int as unavailable
    from watched`.execute(db)
  const { pinned, picked, unread, changes, stale, ...crawl_health } = rows[0]!
  return { pinned, picked, unread_changes: unread, changes_30d: changes, crawl_health, stale }
}
