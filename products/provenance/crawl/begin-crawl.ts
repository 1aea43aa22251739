// The row of a crawl: made where there is none, taken up again where a crash has left one.
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { CrawlJobRow, SourceRow } from '../directory-tables.ts'
import { beginJob, findJob, findOpenJob, insertJob } from './job-store.ts'
import { type CrawledVendor, findSource, findVendor } from './store.ts'

export type Trigger = CrawlJobRow['trigger']

export type Begun =
  | { job: CrawlJobRow; source: SourceRow; vendor: CrawledVendor }
  /** It was done before, by whoever took it up first. */
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
  const job = known ? await beginJob(db, known, now) : await insertRunning()
  if (job) return { job, source, vendor }
  const over = await findJob(db, known!)
  if (!over) throw new Error(`There is no crawl ${known}.`)
  return { over }

  function insertRunning(): Promise<CrawlJobRow> {
    return insertJob(db, {
      id: newId('crj'),
      vendor_id: vendor!.id,
      source_id: sourceId,
      source_url: source!.url,
      source_kind: source!.kind,
      trigger,
      status: 'running',
      attempts: 1,
      created_at: now,
      started_at: now,
    })
  }
}
