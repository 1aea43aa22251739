// The daily run of retention policies. Runs on request use the same queue, one at a time.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { RUN_HOUR } from './rules.ts'
import { type RetentionTask, RUN_RETENTION, runRetention } from './run-retention.ts'

export const storageJobs = (deps: Provenance): Job[] => [
  {
    name: RUN_RETENTION,
    schedule: `0 ${RUN_HOUR} * * *`,
    concurrency: 1,
    timeoutSeconds: 3600,
    handle: (task: RetentionTask) => runRetention(deps, task),
  },
]
