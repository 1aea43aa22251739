// The job row of a crawl: inserts a new one, or resumes one that a crash has left.
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { CrawlJobRow, SourceRow } from '../directory-tables.ts'
import { beginJob, findJob, findOpenJob, insertJob } from './job-store.ts'
import { type CrawledVendor, findSource, findVendor } from './store.ts'

export type Trigger = CrawlJobRow['trigger']

export type Begun =
  | { job: CrawlJobRow; source: SourceRow; vendor: CrawledVendor }
  /** The crawl has already ended. */
  | { over: CrawlJobRow }

export async function beginCrawl(
  { db, clock }: Pick<Provenance, 'db' | 'clock'>,
  sourceId: string,
  { trigger, jobId }: { trigger: Trigger; jobId?: string | undefined },
): Promise<Begun> {
  const source = await findSource(db, sourceId)
  const vendor = source && (await findVendor(db, source.vendor_id))
  if (!source || !vendor) throw new Error(`There is no source ${sourceId}.`)
  const now = clock.now()
  const known = jobId ?? (await findOpenJob(db, sourceId))?.id
  const job = known ? await beginJob(db, known, now) : await insertJob(db, runningJob(source, trigger, now))
  if (job) return { job, source, vendor }
  const over = await findJob(db, known!)
  if (!over) throw new Error(`There is no crawl ${known}.`)
  return { over }
}

export const runningJob = (source: SourceRow, trigger: Trigger, now: Date): CrawlJobRow => ({
  id: newId('crj'),
  vendor_id: source.vendor_id,
  source_id: source.id,
  source_url: source.url,
  source_kind: source.kind,
  trigger,
  status: 'running',
  error_class: '',
  error_detail: '',
  retryable: false,
  attempts: 1,
  robots_allowed: null,
  robots_rule: '',
  http_status: null,
  content_bytes: 0,
  extracted_items: 0,
  snapshot_id: null,
  created_at: now,
  started_at: now,
  completed_at: null,
})
