// Keeps the log of changes short.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Graph } from '../deps.ts'
import { deleteChangesBefore } from './change-store.ts'

/** An engine that was not asked for a day is filled anew when it is. */
const KEPT_MS = 24 * 3_600_000

export const statementsJobs = ({ db, clock }: Graph): Job[] => [
  {
    name: 'sweep-graph-changes',
    schedule: '41 * * * *',
    concurrency: 1,
    handle: () => deleteChangesBefore(db, new Date(clock.now().getTime() - KEPT_MS)),
  },
]
