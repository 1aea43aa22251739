// The cleanup job: the delivery log is retained for a month.
import { type Clock, systemClock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import type { Job } from '../jobs/job.ts'
import { pruneDeliveries } from './log/store.ts'

const KEEP_MS = 30 * 24 * 3_600_000
const BATCH = 2_000

export const webhookJobs = ({ db, clock = systemClock }: { db: Db; clock?: Clock }): Job<object>[] => [
  {
    name: 'prune-webhook-deliveries',
    schedule: '17 3 * * *',
    concurrency: 1,
    async handle(_data, run) {
      const before = new Date(clock.now().getTime() - KEEP_MS)
      let pruned: number
      do pruned = await pruneDeliveries(db, before, BATCH)
      while (pruned === BATCH && !run.signal.aborted)
    },
  },
]
