// Limits the length of the change log.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { deleteChangesBefore } from './change-store.ts'

/** An engine that was not used for this long reloads the workspace. */
const KEPT_MS = 24 * 3_600_000

export const statementsJobs = ({ db, clock }: Graph): Job[] => [
  {
    name: 'sweep-graph-changes',
    schedule: '41 * * * *',
    concurrency: 1,
    handle: () => deleteChangesBefore(db, new Date(clock.now().getTime() - KEPT_MS)),
  },
]
