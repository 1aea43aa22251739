// The job that reprocesses snapshots after an upgrade of the extractor.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { ours, REEXTRACT_SNAPSHOTS, type ReextractPage, reextractPage } from './reextract.ts'

export const reextractJobs = (deps: Provenance): Job[] => [
  // Every ten minutes, so that an upgrade reprocesses everything before most pages are due. If nothing is due, it is
  // one query.
  {
    name: REEXTRACT_SNAPSHOTS,
    schedule: '*/10 * * * *',
    concurrency: 1,
    timeoutSeconds: 900,
    handle: (page: ReextractPage) => reextractPage(deps, ours(deps), page),
  },
]
