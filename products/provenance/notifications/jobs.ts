// Telling people by mail: looking for news, sending what is due, forgetting what was told.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { gatherChanges } from './gather-changes.ts'
import { gatherEvents } from './gather-events.ts'
import { deleteOldNotices } from './notice-store.ts'
import { sendNotices } from './send-notices.ts'
import { warnOfDeadlines } from './warn-of-deadlines.ts'
import { warnOfEnds } from './warn-of-ends.ts'

/** What could not be told for so long is no news any more either. */
const KEEP_MS = 90 * 24 * 3_600_000
const BATCH = 2_000
const EVERY_MINUTE = '* * * * *'
/** The next minute does the rest. */
const often = { schedule: EVERY_MINUTE, concurrency: 1, retries: 0 }

export const notificationsJobs = (deps: Provenance): Job<object>[] => [
  { ...often, name: 'gather-event-notices', handle: (_data, run) => gatherEvents(deps, run.signal) },
  { ...often, name: 'gather-change-notices', handle: (_data, run) => gatherChanges(deps, run.signal) },
  { ...often, name: 'send-notices', handle: (_data, run) => sendNotices(deps, run.signal) },
  // Some answers are due within two days: a look a day would come too late.
  {
    ...often,
    name: 'warn-of-deadlines',
    schedule: '*/10 * * * *',
    handle: (_data, run) => warnOfDeadlines(deps, run.signal),
  },
  {
    name: 'warn-of-ends',
    schedule: '17 5 * * *',
    concurrency: 1,
    handle: (_data, run) => warnOfEnds(deps, run.signal),
  },
  {
    name: 'forget-notices',
    schedule: '53 3 * * *',
    concurrency: 1,
    handle: async (_data, run) => {
      const before = new Date(deps.clock.now().getTime() - KEEP_MS)
      let deleted: number
      do deleted = await deleteOldNotices(deps.db, before, BATCH)
      while (deleted === BATCH && !run.signal.aborted)
    },
  },
]
