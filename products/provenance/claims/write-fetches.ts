// Writes the changes of a batch of fetches: one statement for each kind of row, for any number of pages.
import type { Provenance } from '../deps.ts'
import { queueStatements } from '../graph-sync/queue-statements.ts'
import { updateFetched } from '../sources/source-rows-store.ts'
import { insertEvents } from '../vendors/derived-store.ts'
import type { EventRow } from './event-rows.ts'
import type { Writes } from './fetch.ts'
import { insertSnapshots, touchSnapshots, updateSnapshot } from './snapshot-store.ts'
import { endClaims, hideEvents, insertClaims, moveClaims, touchClaims } from './store.ts'

type Tx = Provenance['db']

export async function writeFetches(tx: Tx, writes: Writes, now: Date): Promise<void> {
  await insertSnapshots(tx, writes.snapshots)
  for (const { id, ...columns } of writes.known) await updateSnapshot(tx, id, columns)
  if (writes.seenSnapshots.length > 0) await touchSnapshots(tx, writes.seenSnapshots, now)
  if (writes.seenSources.length > 0) await touchClaims(tx, writes.seenSources, now)
  // End old claims first: a key is unique among the current claims of a source.
  if (writes.ended.length > 0) await endClaims(tx, writes.ended, now)
  await insertClaims(tx, writes.added)
  await moveClaims(tx, writes.moved)
  if (writes.hidden.length > 0) await hideEvents(tx, writes.hidden)
  await insertAllEvents(tx, writes.events)
  await updateFetched(tx, writes.sources)
  await queueStatements(tx, writes.statements, now)
}

const BATCH_SIZE = 500

export async function insertAllEvents(tx: Tx, events: readonly EventRow[]): Promise<void> {
  for (let i = 0; i < events.length; i += BATCH_SIZE) await insertEvents(tx, events.slice(i, i + BATCH_SIZE))
}
