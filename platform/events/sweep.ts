// Deletes outbox rows that every consumer has passed; the audit log still has the events.
import type { Clock } from '../clock.ts'
import type { Db } from '../db/db.ts'
import { deletePassed } from './outbox-store.ts'

const BATCH = 5_000
/** Retention that lets a consumer added in a rolling deployment find events from the time of its start. */
const KEEP_MS = 3_600_000

/** Deletes the rows that every consumer has passed and returns their number. Run it as a job several times an hour. */
export async function sweepOutbox({ db, clock }: { db: Db; clock: Clock }, keepMs = KEEP_MS): Promise<number> {
  const olderThan = new Date(clock.now().getTime() - keepMs)
  let total = 0
  for (;;) {
    const deleted = await deletePassed(db, olderThan, BATCH)
    total += deleted
    if (deleted < BATCH) return total
  }
}
