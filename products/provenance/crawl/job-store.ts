// SQL of crawl jobs.
import type { Db } from '@veritrace/platform/db/db'
import { jsonRows } from '@veritrace/platform/db/json-rows'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { CrawlJobRow } from '../directory-tables.ts'
import type { Tables } from '../tables.ts'

const JOB = [
  'id',
  'vendor_id',
  'source_id',
  'source_url',
  'source_kind',
  'trigger',
  'status',
  'error_class',
  'error_detail',
  'retryable',
  'attempts',
  'robots_allowed',
  'robots_rule',
  'http_status',
  'content_bytes',
  'extracted_items',
  'snapshot_id',
  'created_at',
  'started_at',
  'completed_at',
] as const

export const insertJob = (tx: Db<Tables>, job: Insertable<Tables['provenance.crawl_jobs']>): Promise<CrawlJobRow> =>
  tx.insertInto('provenance.crawl_jobs').values(job).returning(JOB).executeTakeFirstOrThrow()

export const insertJobs = (tx: Db<Tables>, jobs: Insertable<Tables['provenance.crawl_jobs']>[]) =>
  tx.insertInto('provenance.crawl_jobs').values(jobs).execute()

export const findJob = (db: Db<Tables>, id: string): Promise<CrawlJobRow | undefined> =>
  db.selectFrom('provenance.crawl_jobs').select(JOB).where('id', '=', id).executeTakeFirst()

export const updateJob = (tx: Db<Tables>, id: string, columns: Updateable<Tables['provenance.crawl_jobs']>) =>
  tx.updateTable('provenance.crawl_jobs').set(columns).where('id', '=', id).execute()

export const endJob = (
  tx: Db<Tables>,
  id: string,
  columns: Updateable<Tables['provenance.crawl_jobs']>,
): Promise<CrawlJobRow> =>
  tx.updateTable('provenance.crawl_jobs').set(columns).where('id', '=', id).returning(JOB).executeTakeFirstOrThrow()

/** Saves ended jobs: inserts new rows and updates existing ones. */
export async function saveJobs(tx: Db<Tables>, jobs: readonly CrawlJobRow[]): Promise<void> {
  await sql`
    insert into provenance.crawl_jobs as job (id, vendor_id, source_id, source_url, source_kind, trigger, status,
      error_class, error_detail, retryable, attempts, robots_allowed, robots_rule, http_status, content_bytes,
      extracted_items, snapshot_id, created_at, started_at, completed_at)
    select id, vendor_id, source_id, source_url, source_kind, trigger, status, error_class, error_detail, retryable,
      attempts, robots_allowed, robots_rule, http_status, content_bytes, extracted_items, snapshot_id, created_at,
      started_at, completed_at
    from json_to_recordset(${jsonRows(jobs)}::json) as row(id text, vendor_id text, source_id text, source_url text,
      source_kind text, trigger text, status text, error_class text, error_detail text, retryable boolean,
      attempts integer, robots_allowed boolean, robots_rule text, http_status integer, content_bytes bigint,
      extracted_items integer, snapshot_id text, created_at timestamptz, started_at timestamptz,
      completed_at timestamptz)
    on conflict (id) do update set status = excluded.status, error_class = excluded.error_class,
      error_detail = excluded.error_detail, retryable = excluded.retryable, robots_allowed = excluded.robots_allowed,
      robots_rule = excluded.robots_rule, http_status = excluded.http_status, content_bytes = excluded.content_bytes,
      extracted_items = excluded.extracted_items, snapshot_id = excluded.snapshot_id,
      completed_at = excluded.completed_at`.execute(tx)
}

/** Starts a job, or resumes one that a crash has left. Undefined if it has ended. */
export const beginJob = (tx: Db<Tables>, id: string, now: Date): Promise<CrawlJobRow | undefined> =>
  tx
    .updateTable('provenance.crawl_jobs')
    .set({
      status: 'running',
      attempts: sql`attempts + 1`,
      started_at: sql`coalesce(started_at, ${now})`,
    })
    .where('id', '=', id)
    .where('status', 'in', ['queued', 'running'])
    .returning(JOB)
    .executeTakeFirst()

/** Ended jobs of the vendor's sources since the crawl started. */
export const listEndedSince = (db: Db<Tables>, vendorId: string, since: Date): Promise<CrawlJobRow[]> =>
  db
    .selectFrom('provenance.crawl_jobs')
    .select(JOB)
    .where('vendor_id', '=', vendorId)
    .where('source_id', 'is not', null)
    .where('completed_at', '>=', since)
    .orderBy('completed_at')
    .execute()

export const listOpenJobs = (db: Db<Tables>, vendorId: string) =>
  db
    .selectFrom('provenance.crawl_jobs')
    .select(['id', 'source_id'])
    .where('vendor_id', '=', vendorId)
    .where('source_id', 'is not', null)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('created_at', 'desc')
    .execute()

export const findOpenJob = (db: Db<Tables>, sourceId: string): Promise<CrawlJobRow | undefined> =>
  db
    .selectFrom('provenance.crawl_jobs')
    .select(JOB)
    .where('source_id', '=', sourceId)
    .where('status', 'in', ['queued', 'running'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst()
