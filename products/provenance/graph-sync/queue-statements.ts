// Queues changes for the graph, in the transaction that recorded them. Only claim ids are stored. The statements are
// much longer, and are built when they are sent.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Jobs } from '@veritrace/platform/jobs/job'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import type { Tables } from '../tables.ts'
import { insertOutbox, lockVendor } from './store.ts'

export const SYNC_GRAPH = 'sync-graph'

/** The changes of one fetch, or of reprocessing an older one. */
export interface Recorded {
  vendorId: string
  snapshotId: string
  added: readonly { id: string; rule_version: string }[]
  ended: readonly { id: string }[]
}

/** Adds one row for each snapshot with changes. All must be of one vendor. */
export async function queueStatements(
  tx: Db<Tables>,
  recorded: Recorded | readonly Recorded[],
  now: Date,
): Promise<void> {
  const changed = [recorded].flat().filter(({ added, ended }) => added.length + ended.length > 0)
  const [first] = changed
  if (!first) return
  await lockVendor(tx, first.vendorId)
  await insertOutbox(tx, changed.map(rowOf), now)
}

const rowOf = ({ vendorId, snapshotId, added, ended }: Recorded) => ({
  id: newId('gob'),
  vendor_id: vendorId,
  snapshot_id: snapshotId,
  extractor: added[0]?.rule_version ?? EXTRACTOR_VERSION,
  added: added.map(({ id }) => id),
  ended: ended.map(({ id }) => id),
})

/** Otherwise the row waits for the next minute. Call it last in a transaction, because all callers share one key. */
export const requestSync = ({ jobs }: { jobs: Jobs }, tx: Db<Tables>): Promise<void> =>
  jobs.add(tx, SYNC_GRAPH, {}, { key: SYNC_GRAPH })
