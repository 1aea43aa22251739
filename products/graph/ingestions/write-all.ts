// Writes all chunks of a document in order. While a chunk is written, the next one is already sent to the database, so
// that a second processor takes it (docs/adr/0035), the engine applies the previous one, and the reader builds another.
import type { Caller } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import { workspaceKey } from '../scope/workspace-key.ts'
import { currentSeq } from '../statements/change-store.ts'
import { type PackedRows, release } from '../statements/packed-rows.ts'
import { gaveWay } from '../statements/store-early.ts'
import { analyzeStatements, supportsCopy } from '../statements/write-store.ts'
import { withPause } from './batched-change.ts'
import type { Chunk } from './reading/messages.ts'
import { CHUNK } from './rules.ts'
import type { IngestionRow } from './tables.ts'
import { type Written, writeChunk } from './write-chunk.ts'

/**
 * If other writers are active in the workspace, early writes mostly fail: this many chunks then wait for their turn.
 */
const CAREFUL_CHUNKS = 10

interface ChunkWrite {
  /**
   * The first attempt, which may have to give way. Waiting for it alone avoids holding a connection that a retry needs.
   */
  tried: Promise<unknown>
  written: Promise<Written | undefined>
  packed: PackedRows | undefined
}

export async function writeAll(
  deps: Graph,
  caller: Caller,
  row: IngestionRow,
  chunks: AsyncIterable<Chunk>,
): Promise<void> {
  const isReplaced = row.mode === 'replace'
  const writesEarly = !isReplaced && supportsCopy(deps.db)
  const atOnce = writesEarly ? 2 : 1
  /** The expected number of the next chunk's change, if there is no other writer. */
  let next = (await currentSeq(deps.db, row.tenant_id, row.workspace_id)) + 1
  let careful = 0
  let isNew = true
  let applying: Promise<unknown> = Promise.resolve()
  const active: ChunkWrite[] = []

  const begin = (chunk: Chunk): ChunkWrite => {
    const before = active.at(-1)
    const seq = next++
    const write = () => writeChunk(deps, caller, row, chunk, { isNew })
    const inTurn = async () => {
      await before?.written
      return isReplaced ? withPause(deps, write) : write()
    }
    const { packed } = chunk
    if (!writesEarly || !before || !isNew || !packed || careful-- > 0) {
      const written = inTurn()
      return { tried: written, written, packed }
    }
    const tried = writeChunk(deps, caller, row, chunk, { isNew, early: { packed, seq, turn: before.tried } })
    const written = tried.catch((error) => {
      if (!gaveWay(error)) throw error
      careful = CAREFUL_CHUNKS
      return inTurn()
    })
    return { tried, written, packed }
  }
  const settle = async (): Promise<void> => {
    const { written: writing, packed } = active[0]!
    const written = await writing
    active.shift()
    await applying
    if (!written) return
    next = written.seq + active.length + 1
    isNew &&= written.known === 0
    // A context that is being replaced is not read, so the engine takes its changes on the next query.
    const apply = async () => isReplaced || deps.engine.apply(workspaceKey(caller), written.change())
    applying = apply().then(() => packed && release(packed))
  }

  try {
    for await (const chunk of chunks) {
      if (active.length === atOnce) await settle()
      if (chunk.number === atOnce) await analyzeStatements(deps.db, CHUNK)
      const begun = begin(chunk)
      // Errors are handled when it is settled.
      begun.written.catch(() => {})
      active.push(begun)
    }
    while (active.length > 0) await settle()
    await applying
  } finally {
    await Promise.allSettled([...active.map(({ written }) => written), applying])
  }
}
