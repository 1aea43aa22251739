// Writes one chunk of a document: its statements and the progress of the ingestion, in one transaction.
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/limits'
import type { Caller } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import type { Change } from '../engine/engine.ts'
import { addPacked, changeStatements, withMeta } from '../statements/change-statements.ts'
import { findOverfull } from '../statements/find-overfull.ts'
import { countOf, type PackedRows } from '../statements/packed-rows.ts'
import { type Stored, storeEarly } from '../statements/store-early.ts'
import type { Common } from '../statements/tables.ts'
import type { Chunk } from './reading/messages.ts'
import { isFinished } from './rules.ts'
import { lockIngestion, updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** Another worker has continued the ingestion, or it was canceled: this worker must stop. */
export class Overtaken extends Error {}

export interface Written {
  /** The number of the change. */
  seq: number
  /** The number of new statements, and of statements that already existed. */
  added: number
  known: number
  /** The change for engines. */
  change(): Change
}

interface How {
  /** None of the earlier chunks had an existing statement. */
  isNew: boolean
  /**
   * For an early write: the statements, the expected number of the change, and the promise to wait for before the
   * commit.
   */
  early?: { packed: PackedRows; seq: number; turn: Promise<unknown> }
}

/** Returns the change, if there is one. An early write may fail with `gaveWay` and must then be written again. */
export function writeChunk(
  deps: Graph,
  caller: Caller,
  { tenant_id, id }: IngestionRow,
  chunk: Chunk,
  { isNew, early }: How,
): Promise<Written | undefined> {
  return deps.trials.transact(caller, async (tx) => {
    const stored = early && (await storeEarly(tx, early.packed, commonOf(deps, caller, early.seq), early.turn))
    const row = await lockIngestion(tx, tenant_id, id)
    if (!row || isFinished(row.status) || row.chunks !== chunk.number) throw new Overtaken()
    const overfull = await findOverfull(tx, caller, chunk.rows)
    const replacingSince = row.mode === 'replace' ? row.created_at : undefined
    const written = await write(deps, tx, caller, chunk, { overfull, isNew, stored, replacingSince })
    const added = written?.added ?? 0
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
    return written
  })
}

const commonOf = ({ clock }: Graph, { tenant, workspace, actor }: Caller, seq: number): Common => ({
  tenant,
  workspace,
  seq,
  now: clock.now(),
  created_by: actor.id,
})

interface ChunkHow {
  overfull: readonly unknown[]
  isNew: boolean
  stored: Stored | undefined
  replacingSince: Date | undefined
}

async function write(
  deps: Graph,
  tx: Graph['db'],
  caller: Caller,
  { packed, rows }: Chunk,
  { overfull, ...how }: ChunkHow,
): Promise<Written | undefined> {
  if (packed && countOf(packed) === 0) return undefined
  if (packed) {
    const { seq, added, known, lines } = await addPacked(deps, tx, caller, packed, how)
    // If all statements are new, the engine takes the bytes from the document reader directly.
    const bulk = { lines: packed.lines, count: added }
    const change = () => (known === 0 ? { seq, added: [], removed: [], bulk } : { seq, added: lines(), removed: [] })
    return { seq, added, known, change }
  }
  const assert = rows.filter((_, index) => !overfull[index])
  if (assert.length === 0) return undefined
  const changed = await changeStatements(deps, tx, caller, { assert, replacingSince: how.replacingSince })
  const { seq, added, known } = changed
  return { seq, added: added.length, known: known.length, change: () => withMeta(changed) }
}
