// Crawls a vendor: discovers its pages, then reads each of them.
import { transact } from '@veritrace/platform/db/transact'
import { newId } from '@veritrace/platform/ids'
import type { Provenance } from '../deps.ts'
import type { CrawlJobRow } from '../directory-tables.ts'
import { addSources } from '../sources/sources-store.ts'
import { type Occasion, refreshVendor } from '../vendors/refresh-vendor.ts'
import type { Trigger } from './begin-crawl.ts'
import { discover } from './discover.ts'
import { DISCOVERY_MS } from './due.ts'
import { beginJob, endJob, insertJob } from './job-store.ts'
import type { CrawlOutcome } from './outcome.ts'
import { homeOf } from './queue-crawl.ts'
import { type PageProgress, readPages } from './read-pages.ts'
import { newRun, type Run } from './request-page.ts'
import { type CrawledVendor, findVendor, listGoodKinds, listReadSources, updateVendor } from './store.ts'
import { throttleProgress } from './throttle-progress.ts'

export type Progress =
  | { step: 'discovering'; url: string }
  | { step: 'discovered'; sources: number; added: number }
  | PageProgress

export interface VendorOptions {
  trigger: Trigger
  jobId?: string | undefined
  onProgress?: (progress: Progress) => void
}
export interface VendorOutcome {
  jobId: string
  status: CrawlJobRow['status']
  /** Why nothing was read; empty if something was. */
  detail: string
  added: number
  outcomes: CrawlOutcome[]
}

export async function crawlVendor(
  deps: Provenance,
  vendorId: string,
  options: VendorOptions,
  signal?: AbortSignal,
): Promise<VendorOutcome> {
  const vendor = await findVendor(deps.db, vendorId)
  if (!vendor) throw new Error(`There is no vendor ${vendorId}.`)
  const job = await begin(deps, vendor, options)
  if (!job) return { jobId: options.jobId!, status: 'succeeded', detail: '', added: 0, outcomes: [] }
  if (vendor.opted_out) return skip(deps, job, 'The vendor has opted out of crawling.')
  const run = { ...newRun(signal), occasions: new Set<Occasion>() }
  const report = options.onProgress ?? (() => {})
  report({ step: 'discovering', url: homeOf(vendor) })
  try {
    const added = await addFound(deps, run, vendor)
    const sources = await listReadSources(deps.db, vendorId)
    report({ step: 'discovered', sources: sources.length, added })
    const reading = { vendor, job, trigger: options.trigger, report: throttleProgress(deps.clock, report) }
    const outcomes = await readPages(deps, run, sources, reading).finally(() =>
      deriveOnce(deps, vendorId, run.occasions),
    )
    return await end(deps, run, job, added, outcomes)
  } catch (error) {
    // The queue retries its own jobs. Any other job must be ended here.
    if (!options.jobId) await skip(deps, job, 'The crawl was interrupted. Pages read so far are recorded.')
    throw error
  }
}

async function begin({ db, clock }: Provenance, vendor: CrawledVendor, { trigger, jobId }: VendorOptions) {
  const now = clock.now()
  if (jobId) return beginJob(db, jobId, now)
  return insertJob(db, {
    id: newId('crj'),
    vendor_id: vendor.id,
    source_id: null,
    source_url: homeOf(vendor),
    source_kind: '',
    trigger,
    status: 'running',
    attempts: 1,
    created_at: now,
    started_at: now,
  })
}

async function addFound(deps: Provenance, run: Run, vendor: CrawledVendor): Promise<number> {
  const good = await listGoodKinds(deps.db, vendor.id)
  const found = await discover(deps, run, vendor, good)
  return transact(deps.db, async (tx) => {
    const now = deps.clock.now()
    const added = await addSources(tx, vendor.id, found, now)
    await updateVendor(tx, vendor.id, { next_discovery_at: new Date(now.getTime() + DISCOVERY_MS) })
    await refreshVendor(deps, tx, vendor.id)
    return added.length
  })
}

/** Refreshes the vendor after the last page, also if the crawl was interrupted. */
async function deriveOnce(deps: Provenance, vendorId: string, occasions: ReadonlySet<Occasion>): Promise<void> {
  const occasion = (['change', 'extractor', 'first_reading'] as const).find((one) => occasions.has(one))
  if (occasion) await transact(deps.db, (tx) => refreshVendor(deps, tx, vendorId, occasion))
}

/** If nothing was read, the job reports the first failure, or that of the home page. */
async function end(
  { db, clock }: Provenance,
  run: Run,
  job: CrawlJobRow,
  added: number,
  outcomes: CrawlOutcome[],
): Promise<VendorOutcome> {
  const isGood = outcomes.some(({ status }) => status === 'succeeded' || status === 'unchanged')
  const first = outcomes.find(({ errorClass }) => errorClass !== '')
  const home = run.homeFailure?.failure
  const why = isGood
    ? { error_class: '', error_detail: '', retryable: false }
    : {
        error_class: first?.errorClass ?? home?.errorClass ?? '',
        error_detail: first?.detail ?? home?.message ?? 'No page of the vendor was found.',
        retryable: first?.retryable ?? home?.retryable ?? false,
        robots_allowed: run.homeFailure?.robots?.allowed ?? null,
        robots_rule: run.homeFailure?.robots?.rule ?? '',
      }
  const status = isGood ? 'succeeded' : 'failed'
  await endJob(db, job.id, {
    status,
    ...why,
    extracted_items: outcomes.reduce((sum, { claims }) => sum + claims, 0),
    completed_at: clock.now(),
  })
  return { jobId: job.id, status, detail: why.error_detail, added, outcomes }
}

async function skip({ db, clock }: Provenance, job: CrawlJobRow, detail: string): Promise<VendorOutcome> {
  await endJob(db, job.id, { status: 'skipped', error_detail: detail, completed_at: clock.now() })
  return { jobId: job.id, status: 'skipped', detail, added: 0, outcomes: [] }
}
