// Notification jobs: collect news, send what is due, delete old notices.
import type { Job } from '@veritrace/platform/jobs/job'
import type { Provenance } from '../deps.ts'
import { gatherChanges } from './gather-changes.ts'
import { gatherEvents } from './gather-events.ts'
import { deleteOldNotices } from './notice-store.ts'
import { sendNotices } from './send-notices.ts'
import { warnOfDeadlines } from './warn-of-deadlines.ts'
import { warnOfExpiry } from './warn-of-expiry.ts'

/** Notices this old are deleted, even if they could not be sent. */
const KEEP_MS = 90 * 24 * 3_600_000
const BATCH = 2_000
const EVERY_MINUTE = '* * * * *'
/** No retries: the next run comes a minute later. */
const often = { schedule: EVERY_MINUTE, concurrency: 1, retries: 0 }

export const notificationsJobs = (deps: Provenance): Job<object>[] => [
  { ...often, name: 'gather-event-notices', handle: (_data, run) => gatherEvents(deps, run.signal) },
  { ...often, name: 'gather-change-notices', handle: (_data, run) => gatherChanges(deps, run.signal) },
  { ...often, name: 'send-notices', handle: (_data, run) => sendNotices(deps, run.signal) },
  // Some answers are due within two days, so a daily run would be too late.
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
    handle: (_data, run) => warnOfExpiry(deps, run.signal),
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
