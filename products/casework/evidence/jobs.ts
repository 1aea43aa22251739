// Reads what was handed over.
import type { Job } from '@veritrace/platform/jobs/job'
import { PARSE_RETRIES, parseEvidence, type Reading } from './parse-evidence.ts'
import { PARSE, type ParseOrder } from './parse-order.ts'

export const evidenceJobs = (deps: Reading): Job[] => [
  {
    name: PARSE,
    handle: (order: ParseOrder, run) => parseEvidence(deps, order, run),
    concurrency: 3,
    isShared: true,
    retries: PARSE_RETRIES,
    backoffSeconds: 5,
    // Longer than a thread may take to look at it and to read it.
    timeoutSeconds: 1_800,
  },
]
