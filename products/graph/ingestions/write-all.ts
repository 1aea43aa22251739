// All chunks of a document, in their order. While one is written, the next one is on its way to the database already, where
// a second processor takes it (docs/adr/0035); the engine takes the one before, and the reader makes another.
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { workspaceKey } from '../sparql/graph-scope.ts'
import { currentSeq } from '../statements/change-store.ts'
import { type PackedRows, release } from '../statements/packed-rows.ts'
import { gaveWay } from '../statements/store-ahead.ts'
import { analyzeStatements, takesCopies } from '../statements/write-store.ts'
import type { Chunk } from './reading/messages.ts'
import { CHUNK } from './rules.ts'
import { inTurns } from './short-change.ts'
import type { IngestionRow } from './tables.ts'
import { type Written, writeChunk } from './write-chunk.ts'

/** Where others write to the workspace too, going ahead is mostly in vain: so many chunks wait for their turn. */
const CAREFUL_CHUNKS = 10

interface UnderWay {
  /** The first try, which may have to give way. Who waits for it holds a connection, which the second try may need. */
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
  const goesAhead = !isReplaced && takesCopies(deps.db)
  const atOnce = goesAhead ? 2 : 1
  /** What the number of the next chunk's change will be, if nobody else writes. */
  let next = (await currentSeq(deps.db, row.tenant_id, row.workspace_id)) + 1
  let careful = 0
  let isNew = true
  let applying: Promise<unknown> = Promise.resolve()
  const underWay: UnderWay[] = []

  const begin = (chunk: Chunk): UnderWay => {
    const before = underWay.at(-1)
    const seq = next++
    const write = () => writeChunk(deps, caller, row, chunk, { isNew })
    const inTurn = async () => {
      await before?.written
      return isReplaced ? inTurns(deps, write) : write()
    }
    const { packed } = chunk
    if (!goesAhead || !before || !isNew || !packed || careful-- > 0) {
      const written = inTurn()
      return { tried: written, written, packed }
    }
    const tried = writeChunk(deps, caller, row, chunk, { isNew, ahead: { packed, seq, turn: before.tried } })
    const written = tried.catch((error) => {
      if (!gaveWay(error)) throw error
      careful = CAREFUL_CHUNKS
      return inTurn()
    })
    return { tried, written, packed }
  }
  const settle = async (): Promise<void> => {
    const { written: writing, packed } = underWay[0]!
    const written = await writing
    underWay.shift()
    await applying
    if (!written) return
    next = written.seq + underWay.length + 1
    isNew &&= written.known === 0
    // Nobody reads a context that is being replaced: the engine takes it when it is asked.
    const apply = async () => isReplaced || deps.engine.apply(workspaceKey(caller), written.change())
    applying = apply().then(() => packed && release(packed))
  }

  try {
    for await (const chunk of chunks) {
      if (underWay.length === atOnce) await settle()
      if (chunk.number === atOnce) await analyzeStatements(deps.db, CHUNK)
      const begun = begin(chunk)
      // Met when it is settled.
      begun.written.catch(() => {})
      underWay.push(begun)
    }
    while (underWay.length > 0) await settle()
    await applying
  } finally {
    await Promise.allSettled([...underWay.map(({ written }) => written), applying])
  }
}
