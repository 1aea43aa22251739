// One chunk of a document: its statements and the progress of the ingestion, in one transaction.
import { MOST_INGESTION_ERRORS } from '@veritrace/contract/graph/limits'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Change } from '../engine/engine.ts'
import { addPacked, changeStatements, withMeta } from '../statements/change-statements.ts'
import { findOverfull } from '../statements/find-overfull.ts'
import { countOf, type PackedRows } from '../statements/packed-rows.ts'
import { type Stored, storeAhead } from '../statements/store-ahead.ts'
import type { Common } from '../statements/tables.ts'
import type { Chunk } from './reading/messages.ts'
import { isFinished } from './rules.ts'
import { lockIngestion, updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** Another worker has gone on with the ingestion, or it was cancelled: this one has nothing left to do. */
export class Overtaken extends Error {}

export interface Written {
  /** The number of its change. */
  seq: number
  /** How many statements are new, and how many were there already. */
  added: number
  known: number
  /** As engines take it. */
  change(): Change
}

interface How {
  /** None of the chunks before had a statement that was known. */
  isNew: boolean
  /** What goes ahead of its turn, the number that its change will perhaps have, and when it is its turn. */
  ahead?: { packed: PackedRows; seq: number; turn: Promise<unknown> }
}

/** What it changed, where it changed anything. Where it goes ahead, it may fail with `gaveWay` and must be written again. */
export function writeChunk(
  deps: Graph,
  caller: Caller,
  { tenant_id, id }: IngestionRow,
  chunk: Chunk,
  { isNew, ahead }: How,
): Promise<Written | undefined> {
  return deps.trials.transact(caller, async (tx) => {
    const stored = ahead && (await storeAhead(tx, ahead.packed, commonOf(deps, caller, ahead.seq), ahead.turn))
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
    // Where all are new, the engine takes the bytes of the document's reader as they are.
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
