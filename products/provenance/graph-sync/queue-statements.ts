// Writes down of what the graph is to be told, in the transaction that recorded what was read. The statements themselves
// are made when they are sent: they are many times longer than the names of the claims they are about.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Jobs } from '@veritrace/platform/jobs/job'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import type { Tables } from '../tables.ts'
import { insertOutbox, lockVendor } from './store.ts'

export const SYNC_GRAPH = 'sync-graph'

/** What one fetch, or one reading of an older one, has changed. */
export interface Recorded {
  vendorId: string
  snapshotId: string
  added: readonly { id: string; rule_version: string }[]
  ended: readonly { id: string }[]
}

/** One row for each recorded snapshot; nothing where nothing has changed. All are of one vendor. */
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

/** Without it the row waits for the next full minute. The last thing in a transaction: all who ask meet at one key. */
export const askForSync = ({ jobs }: { jobs: Jobs }, tx: Db<Tables>): Promise<void> =>
  jobs.add(tx, SYNC_GRAPH, {}, { key: SYNC_GRAPH })
