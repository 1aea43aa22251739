// Keeps the outbox small: what every consumer has passed is in the audit log anyway.
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { deletePassed } from './outbox-store.ts'

const BATCH = 5_000
/** A consumer that is new in a rolling deployment still finds what happened while it came up. */
const KEEP_MS = 3_600_000

/** Deletes the rows that every consumer has passed; how many. Run it as a job, some times an hour. */
export async function sweepOutbox({ db, clock }: { db: Db; clock: Clock }, keepMs = KEEP_MS): Promise<number> {
  const olderThan = new Date(clock.now().getTime() - keepMs)
  let total = 0
  for (;;) {
    const deleted = await deletePassed(db, olderThan, BATCH)
    total += deleted
    if (deleted < BATCH) return total
  }
}
