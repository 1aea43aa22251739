// SQL of crawl operations: jobs for operators, and targets of a new crawl.
import type { Db } from '@veritrace/platform/db/db'
import { type Page, type PageQuery, pageBy } from '@veritrace/platform/db/keyset'
import { sql } from 'kysely'
import type { CrawlJobRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'

export interface JobFilter {
  status?: CrawlJobRow['status']
  error_class?: string
  vendor_id?: string
}

export type ShownJob = NonNullable<Awaited<ReturnType<typeof findJob>>>

const selectJobs = (db: Db<Tables>) =>
  db
    .selectFrom('provenance.crawl_jobs as job')
    .innerJoin('provenance.vendors as vendor', 'vendor.id', 'job.vendor_id')
    .select([
      'job.id',
      'job.vendor_id',
      'vendor.slug as vendor_slug',
      'vendor.display_name as vendor_name',
      'job.source_url',
      'job.source_kind',
      'job.status',
      'job.error_class',
      'job.error_detail',
      'job.retryable',
      'job.robots_allowed',
      'job.http_status',
      'job.content_bytes',
      'job.extracted_items',
      'job.created_at',
      'job.started_at',
      'job.completed_at',
    ])

export const findJob = (db: Db<Tables>, id: string) => selectJobs(db).where('job.id', '=', id).executeTakeFirst()

/** The cursor holds the time as database text: a Date has no microseconds. */
export const listJobs = (
  db: Db<Tables>,
  filter: JobFilter,
  query: PageQuery,
): Promise<Page<ShownJob & { at: string }>> =>
  pageBy(
    `crawl-jobs ${filter.status} ${filter.error_class} ${filter.vendor_id}`,
    query,
    (row) => [row.at, row.id],
    ([at, id], count) =>
      selectJobs(db)
        .select(sql<string>`extract(epoch from job.created_at)::text`.as('at'))
        .$if(filter.status !== undefined, (rows) => rows.where('job.status', '=', filter.status!))
        .$if(filter.error_class !== undefined, (rows) => rows.where('job.error_class', '=', filter.error_class!))
        .$if(filter.vendor_id !== undefined, (rows) => rows.where('job.vendor_id', '=', filter.vendor_id!))
        .$if(at !== undefined, (rows) =>
          rows.where(sql<boolean>`(job.created_at, job.id) < (to_timestamp(${at}::numeric), ${id})`),
        )
        .orderBy('job.created_at', 'desc')
        .orderBy('job.id', 'desc')
        .limit(count)
        .execute(),
  )

/** Locks the vendor, so that the second of two concurrent requests finds the job of the first. */
export const lockVendorToCrawl = (tx: Db<Tables>, id: string) =>
  tx
    .selectFrom('provenance.vendors')
    .select(['id', 'display_name', 'primary_domain', 'website_url', 'hosts'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** The vendor of one of these hosts, the most specific one first. */
export async function findVendorAt(tx: Db<Tables>, hosts: readonly string[]): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from provenance.vendors
    where primary_domain = any(${[...hosts]}::text[]) or hosts && ${[...hosts]}::text[]
    order by case when primary_domain = any(${[...hosts]}::text[]) then length(primary_domain) else 0 end desc, slug
    limit 1`.execute(tx)
  return rows[0]?.id
}

/** The source of that kind that was read most recently. */
export const findSourceOfKind = (tx: Db<Tables>, vendorId: string, kind: string) =>
  tx
    .selectFrom('provenance.sources')
    .select(['id', 'url'])
    .where('vendor_id', '=', vendorId)
    .where('kind', '=', kind)
    .where('status', '<>', 'inactive')
    .orderBy(sql`last_success_at desc nulls last`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()

/** The source with the next due time, past or future, optionally of one kind. */
export async function findNextSource(tx: Db<Tables>, kind: string | undefined) {
  const { rows } = await sql<{ id: string; url: string; vendor_id: string }>`
    select source.id, url, vendor_id from provenance.sources as source
    join provenance.vendors as vendor on vendor.id = source.vendor_id
    where source.status <> 'inactive' and not vendor.opted_out
      and (${kind ?? null}::text is null or source.kind = ${kind ?? null})
      and not exists (select 1 from provenance.crawl_jobs as job
        where job.source_id = source.id and job.status in ('queued', 'running'))
    order by next_crawl_at, source.id limit 1`.execute(tx)
  return rows[0]
}

/** The vendor without discovery, or with the oldest one. */
export async function findNextVendor(tx: Db<Tables>): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select id from provenance.vendors where not opted_out
    order by next_discovery_at nulls first, id limit 1`.execute(tx)
  return rows[0]?.id
}

/** A queued crawl of that page, or of the whole vendor. */
export const findQueued = (tx: Db<Tables>, vendorId: string, sourceUrl: string | undefined) =>
  sourceUrl === undefined
    ? selectQueued(tx, vendorId).where('job.source_id', 'is', null).executeTakeFirst()
    : selectQueued(tx, vendorId)
        .where('job.source_id', 'is not', null)
        .where('job.source_url', '=', sourceUrl)
        .executeTakeFirst()

const selectQueued = (tx: Db<Tables>, vendorId: string) =>
  selectJobs(tx)
    .where('job.vendor_id', '=', vendorId)
    .where('job.status', '=', 'queued')
    .orderBy('job.created_at')
    .limit(1)
