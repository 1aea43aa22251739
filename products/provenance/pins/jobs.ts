// Background jobs of pinned vendors.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { raiseAlerts } from './raise-alerts.ts'

export const pinsJobs = (deps: Provenance): Job[] => [
  {
    name: 'raise-vendor-alerts',
    schedule: '*/5 * * * *',
    concurrency: 1,
    handle: (_data: object, run) => raiseAlerts(deps, run.signal),
  },
]
