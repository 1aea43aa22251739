// The job that parses uploaded evidence.
import type { Job } from '@veritrace/platform/jobs/job'
import { PARSE_RETRIES, parseEvidence, type Reading } from './parse-evidence.ts'
import { PARSE, type ParseOrder } from './parse-job.ts'

export const evidenceJobs = (deps: Reading): Job[] => [
  {
    name: PARSE,
    handle: (order: ParseOrder, run) => parseEvidence(deps, order, run),
    concurrency: 3,
    isShared: true,
    retries: PARSE_RETRIES,
    backoffSeconds: 5,
    // More than the time limits of a thread for inspecting and parsing together.
    timeoutSeconds: 1_800,
  },
]
