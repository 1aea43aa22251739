// Cleans up after a replacement. If it failed, the context gets back the contents of its copy, which readers have seen
// all the time. Then, as after success, the copy is removed.
import { isDeepStrictEqual } from 'node:util'
import { transact } from '@veritrace/platform/db/transact'
import { countStatements } from '../catalog/content-store.ts'
import type { Graph } from '../deps.ts'
import { counterpartId } from '../statements/mirror-change.ts'
import { listDescribed } from '../statements/store.ts'
import { listKnown } from '../statements/write-store.ts'
import { changeInBatches, copyOf, lockState, placeOf, type State, type Work } from './batched-change.ts'
import { idsOf, NOT_REPLACED, rowIn, switchReaders, waitForReaders } from './replace-context.ts'
import { type ContextPlace, findReplacement, pagesOfContext } from './replace-store.ts'
import type { IngestionRow } from './tables.ts'

/** Call for an ingestion that has ended. Safe to repeat if it was interrupted. */
export async function cleanUp(work: Work): Promise<void> {
  const { deps, row } = work
  const { replaced_by, read_in } = await findReplacement(deps.db, placeOf(row))
  if (replaced_by === row.id) {
    // Nothing was written to the context before readers were switched to the copy.
    if (read_in) await rollBack(work)
    await transact(deps.db, async (tx) => {
      await lockState(tx, row, isGivenUp)
      await switchReaders(deps, tx, row, NOT_REPLACED)
    })
  }
  await dropCopy(work)
}
const isGivenUp = ({ isOpen, replaced_by }: State, { id }: IngestionRow): boolean => !isOpen && replaced_by === id

async function rollBack(work: Work): Promise<void> {
  const { db } = work.deps
  const place = placeOf(work.row)
  const copy = copyOf(place)
  await changeInBatches(work, pagesOfContext(db, place), isGivenUp, async (tx, rows) => {
    const { missing, other, times } = await compare(tx, place, idsOf(rows))
    return [{ retract: missing.concat(idsOf(other)) }, { assert: other, times }]
  })
  // Everything in the context is now in the copy, too.
  if ((await countStatements(db, place)) === (await countStatements(db, copy))) return
  await changeInBatches(work, pagesOfContext(db, copy), isGivenUp, async (tx, rows) => {
    const there = await listDescribed(tx, place.tenant, place.workspace, idsOf(rows))
    const own = there.map((row) => rowIn(place.context, place, row))
    const known = await listKnown(tx, place.tenant, place.workspace, idsOf(own))
    return [{ assert: own.filter(({ id }) => !known.has(id)) }]
  })
}

/**
 * Compares statements of the context with the copy. `missing`: ids that the copy does not have. `other`: statements
 * whose metadata differs, with the metadata of the copy. `times`: the times at which those were last asserted.
 */
async function compare(tx: Graph['db'], place: ContextPlace, ids: readonly string[]) {
  const { tenant, workspace, context } = place
  const own = (await listDescribed(tx, tenant, workspace, ids)).map((row) => ({
    row,
    copyId: counterpartId(place, row),
  }))
  const copies = await listDescribed(
    tx,
    tenant,
    workspace,
    own.map(({ copyId }) => copyId),
  )
  const copied = new Map(copies.map((row) => [row.id, row]))
  const missing = own.flatMap(({ row, copyId }) => (copied.has(copyId) ? [] : [row.id]))
  const other = own.flatMap(({ row, copyId }) => {
    const copy = copied.get(copyId)
    return copy && !isDeepStrictEqual(copy.metadata, row.metadata) ? [rowIn(context, place, copy)] : []
  })
  const others = new Set(idsOf(other))
  const times = own.flatMap(({ row: { id, updated_at } }) => (others.has(id) ? [{ id, at: updated_at }] : []))
  return { missing, other, times }
}

/** Waits until no query reads the copy. If another replacement has started, the copy belongs to that one and stays. */
async function dropCopy(work: Work): Promise<void> {
  const { db } = work.deps
  const copy = copyOf(placeOf(work.row))
  if ((await countStatements(db, copy)) === 0) return
  await waitForReaders(work.deps)
  await changeInBatches(
    work,
    pagesOfContext(db, copy),
    ({ replaced_by }) => replaced_by === null,
    async (_, rows) => [{ retract: idsOf(rows) }],
  )
}
