// Writes down what is to be said to the graph, in the transaction that recorded what was read.
import type { Db } from '@veritrace/platform/db/db'
import { newId } from '@veritrace/platform/ids'
import type { Jobs } from '@veritrace/platform/jobs/job'
import { EXTRACTOR_VERSION } from '../extract/version.ts'
import type { Tables } from '../tables.ts'
import { type Reading, statementsOf } from './statements.ts'
import { insertOutbox, lockVendor } from './store.ts'

export const SYNC_GRAPH = 'sync-graph'

export interface Recorded extends Omit<Reading, 'snapshot' | 'extractor'> {
  /** Fetched now, where it does not say when. */
  snapshot: Omit<Reading['snapshot'], 'fetched_at'> & { fetched_at?: Date }
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
  await lockVendor(tx, first.vendor.id)
  await insertOutbox(
    tx,
    changed.map((one) => rowOf(one, now)),
    now,
  )
}

function rowOf(recorded: Recorded, now: Date) {
  const { vendor, snapshot, added } = recorded
  const reading = {
    ...recorded,
    snapshot: { ...snapshot, fetched_at: snapshot.fetched_at ?? now },
    extractor: added[0]?.rule_version ?? EXTRACTOR_VERSION,
  }
  const { assert, retract } = statementsOf(reading, now)
  const said = { assert: JSON.stringify(assert), retract: JSON.stringify(retract) }
  return { id: newId('gob'), vendor_id: vendor.id, snapshot_id: snapshot.id, ...said }
}

/** Without it the row waits for the next full minute. The last thing in a transaction: all who ask meet at one key. */
export const askForSync = ({ jobs }: { jobs: Jobs }, tx: Db<Tables>): Promise<void> =>
  jobs.add(tx, SYNC_GRAPH, {}, { key: SYNC_GRAPH })
