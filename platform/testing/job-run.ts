// A job run as a worker would start it, for tests that call the handler directly.
import type { JobRun } from '../jobs/job.ts'
import { openLog } from '../log.ts'

export const jobRun = (more: Partial<JobRun> = {}): JobRun => {
  const { signal } = new AbortController()
  return { id: 'job', attempt: 1, signal, stopping: signal, log: openLog('silent'), ...more }
}
