// Queue jobs of the crawler. A job whose row is already running is resumed.
import type { Job, JobRun } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { crawlSource } from './crawl-source.ts'
import { crawlVendor } from './crawl-vendor.ts'
import { findJob, updateJob } from './job-store.ts'
import { CRAWL_SOURCE, CRAWL_VENDOR, type CrawlTask } from './queue-crawl.ts'
import { repairSource } from './repair-source.ts'
import { newRun } from './request-page.ts'
import { SCHEDULE_CRAWLS, scheduleCrawls } from './schedule-crawls.ts'

/** Failures of a host end the job normally. The queue retries only our own failures. */
const RETRIES = 3

export const crawlJobs = (deps: Provenance): Job[] => [
  {
    name: CRAWL_SOURCE,
    concurrency: deps.crawl.concurrency,
    retries: RETRIES,
    backoffSeconds: 30,
    timeoutSeconds: 600,
    handle: (task: CrawlTask, run) => orGiveUp(deps, task, run, () => runSource(deps, task, run.signal)),
  },
  {
    name: CRAWL_VENDOR,
    concurrency: deps.crawl.concurrency,
    retries: RETRIES,
    backoffSeconds: 60,
    timeoutSeconds: 3_600,
    handle: (task: CrawlTask, run) => orGiveUp(deps, task, run, () => runVendor(deps, task, run.signal)),
  },
  {
    name: SCHEDULE_CRAWLS,
    schedule: '*/5 * * * *',
    concurrency: 1,
    handle: async () => void (await scheduleCrawls(deps)),
  },
]

async function runSource(deps: Provenance, { job_id }: CrawlTask, signal: AbortSignal): Promise<void> {
  const job = await findJob(deps.db, job_id)
  if (!job?.source_id) return
  const run = newRun(signal)
  const outcome = await crawlSource(deps, job.source_id, { trigger: job.trigger, jobId: job_id, run })
  const replacement = await repairSource(deps, run, outcome)
  if (replacement && !replacement.last_crawl_at) await crawlSource(deps, replacement.id, { trigger: job.trigger, run })
}

async function runVendor(deps: Provenance, { job_id }: CrawlTask, signal: AbortSignal): Promise<void> {
  const job = await findJob(deps.db, job_id)
  if (job) await crawlVendor(deps, job.vendor_id, { trigger: job.trigger, jobId: job_id }, signal)
}

/** When the queue gives up a job, its row must not stay "running" forever. */
async function orGiveUp(
  deps: Provenance,
  { job_id }: CrawlTask,
  run: JobRun,
  work: () => Promise<void>,
): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (run.attempt > RETRIES && !run.signal.aborted)
      await updateJob(deps.db, job_id, {
        status: 'failed',
        error_class: 'extractor',
        error_detail: 'The crawl failed with an internal error. See the log.',
        completed_at: deps.clock.now(),
      })
    throw error
  }
}
