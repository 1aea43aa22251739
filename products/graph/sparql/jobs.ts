// The job that removes purged tenants from an external server.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { forgetPurgedRemotely } from './forget-purged.ts'

export const sparqlJobs = (deps: Graph): Job[] => [
  {
    name: 'forget-purged-graphs',
    // Some minutes after tenants are purged.
    schedule: '56 * * * *',
    concurrency: 1,
    backoffSeconds: 60,
    timeoutSeconds: 3_600,
    handle: () => forgetPurgedRemotely(deps),
  },
]
