// Background jobs of the directory.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { REFRESH_VENDORS, type RefreshPage, refreshPage } from './refresh-vendor.ts'

export const vendorsJobs = (deps: Provenance): Job[] => [
  // Shortly after midnight: legal dates take effect then, and some profile becomes stale every day.
  {
    name: REFRESH_VENDORS,
    schedule: '5 0 * * *',
    concurrency: 1,
    handle: (page: RefreshPage) => refreshPage(deps, page),
  },
]
