// One chunk of a document: its statements and the progress of the ingestion, in one transaction.
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/ingestions'
import { transact } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { addPacked, type Changed, changeStatements } from '../statements/change-statements.ts'
import { findOverfull } from '../statements/find-overfull.ts'
import type { Chunk } from './reading/messages.ts'
import { isFinished } from './rules.ts'
import { lockIngestion, updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** Another worker has gone on with the ingestion, or it was cancelled: this one has nothing left to do. */
export class Overtaken extends Error {}

/** What it changed, where it changed anything. */
export function writeChunk(
  deps: Graph,
  caller: Caller,
  { tenant_id, id }: IngestionRow,
  chunk: Chunk,
): Promise<Changed | undefined> {
  return transact(deps.db, async (tx) => {
    const row = await lockIngestion(tx, tenant_id, id)
    if (!row || isFinished(row.status) || row.chunks !== chunk.number) throw new Overtaken()
    const overfull = await findOverfull(tx, caller, chunk.rows)
    const changed = await write(deps, tx, caller, chunk, overfull)
    const added = changed?.added.length ?? 0
    const late = overfull.filter((problem) => problem !== undefined)
    const errors = [
      ...chunk.errors,
      ...late.map(({ path, message }) => ({ line: null, message: `${path} ${message}.` })),
    ]
    await updateIngestion(tx, tenant_id, id, {
      chunks: row.chunks + 1,
      received: row.received + chunk.received,
      inserted: row.inserted + added,
      duplicates: row.duplicates + chunk.received - chunk.rejected - late.length - added,
      rejected: row.rejected + chunk.rejected + late.length,
      touched_at: deps.clock.now(),
      ...(errors.length > 0 && { errors: JSON.stringify([...row.errors, ...errors].slice(0, MOST_INGESTION_ERRORS)) }),
    })
    return changed
  })
}

async function write(
  deps: Graph,
  tx: Graph['db'],
  caller: Caller,
  { packed, rows }: Chunk,
  overfull: readonly unknown[],
): Promise<Changed | undefined> {
  if (packed) return packed.lines === '' ? undefined : addPacked(deps, tx, caller, packed)
  const assert = rows.filter((_, index) => !overfull[index])
  return assert.length > 0 ? changeStatements(deps, tx, caller, { assert }) : undefined
}
