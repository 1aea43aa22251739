// SQL of the crawl summary: one query for each table.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'

export interface JobCounts {
  average_duration_seconds: number
  failed_jobs: number
  attempt_count: number
  successful_attempts: number
  failed_attempts: number
  robots_blocked: number
  fetch_failed: number
}

/** Counts jobs since then. Running and skipped attempts are not failures. */
export async function countJobs(db: Db<Tables>, since: Date, fetchClasses: readonly string[]): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select coalesce(round(avg(extract(epoch from completed_at - started_at))), 0)::int as average_duration_seconds,
      count(*) filter (where status = 'failed') as failed_jobs,
      coalesce(sum(attempts), 0)::int as attempt_count,
      count(*) filter (where status in ('succeeded', 'unchanged')) as successful_attempts,
      coalesce(sum(case when status in ('failed', 'queued') then attempts else greatest(attempts - 1, 0) end), 0)::int
        as failed_attempts,
      count(*) filter (where error_class in ('robots_disallowed', 'robots_unreachable')) as robots_blocked,
      count(*) filter (where status = 'failed' and error_class = any(${[...fetchClasses]}::text[])) as fetch_failed
    from provenance.crawl_jobs where created_at >= ${since}`.execute(db)
  return rows[0]!
}

export async function countOpenJobs(db: Db<Tables>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from provenance.crawl_jobs where status in ('queued', 'running')`.execute(db)
  return rows[0]!.count
}

export const countFailuresByClass = (db: Db<Tables>, since: Date) =>
  db
    .selectFrom('provenance.crawl_jobs')
    .select((row) => ['error_class', row.fn.countAll<number>().as('count')])
    .where('created_at', '>=', since)
    .where('error_class', '<>', '')
    .groupBy('error_class')
    .execute()

export interface DocumentCounts {
  documents: number
  empty_documents: number
  extracted_documents: number
  pending_documents: number
}

export async function countDocuments(db: Db<Tables>): Promise<DocumentCounts> {
  const { rows } = await sql<DocumentCounts>`
    select count(*) as documents,
      count(*) filter (where text_chars = 0 and extract_status <> 'failed') as empty_documents,
      count(*) filter (where extract_status = 'completed') as extracted_documents,
      count(*) filter (where extract_status = 'pending') as pending_documents
    from provenance.snapshots`.execute(db)
  return rows[0]!
}

/** Counts active sources by kind. `last_crawl_at` includes retired ones. */
export const countSourcesByKind = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.sources')
    .select((row) => [
      'kind',
      row.fn.countAll<number>().filterWhere('status', '<>', 'inactive').as('active'),
      sql<number>`count(*) filter (where status <> 'inactive' and discovery_method = 'seed')`.as('seed'),
      sql<number>`count(*) filter (where status <> 'inactive' and last_success_at is not null)`.as('real'),
      sql<number>`count(*) filter (where status = 'ok')`.as('ok'),
      sql<number>`count(*) filter (where status = 'degraded')`.as('degraded'),
      sql<number>`count(*) filter (where status in ('ok', 'degraded', 'failing'))`.as('tried'),
      row.fn.max('last_crawl_at').as('last_crawl_at'),
    ])
    .groupBy('kind')
    .execute()

const LONGEST_LIST = 50

export interface UnreadVendor {
  vendor_id: string
  vendor_slug: string
  vendor_name: string
  primary_domain: string
  source_count: number
  last_error_class: string
  last_http_status: number | null
  last_crawl_at: Date | null
}

export async function listUnreadVendors(db: Db<Tables>): Promise<UnreadVendor[]> {
  const { rows } = await sql<UnreadVendor>`
    select vendor.id as vendor_id, slug as vendor_slug, display_name as vendor_name, primary_domain, source_count,
      coalesce(job.error_class, '') as last_error_class, job.http_status as last_http_status,
      coalesce(job.completed_at, job.started_at) as last_crawl_at
    from provenance.vendors as vendor
    left join lateral (
      select error_class, http_status, completed_at, started_at from provenance.crawl_jobs
      where vendor_id = vendor.id and started_at is not null order by created_at desc limit 1) as job on true
    where observation_count = 0
    order by source_count desc, slug limit ${sql.lit(LONGEST_LIST)}`.execute(db)
  return rows
}

export interface DomainGroup {
  primary_domain: string
  vendor_count: number
  vendors: { slug: string; display_name: string }[]
}

export async function listSharedDomains(db: Db<Tables>): Promise<DomainGroup[]> {
  const { rows } = await sql<DomainGroup>`
    with shared as (
      select primary_domain, count(*) as vendor_count from provenance.vendors
      group by primary_domain having count(*) > 1
      order by vendor_count desc, primary_domain limit ${sql.lit(LONGEST_LIST)})
    select primary_domain, vendor_count,
      (select json_agg(json_build_object('slug', slug, 'display_name', display_name) order by slug)
       from provenance.vendors as vendor where vendor.primary_domain = shared.primary_domain) as vendors
    from shared order by vendor_count desc, primary_domain`.execute(db)
  return rows
}
