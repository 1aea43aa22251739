// After a replacement: one that came to nothing gives the context back as it would be without it, which is what its copy says
// and readers have had all along; then, as after one that succeeded, the copy goes.
import { isDeepStrictEqual } from 'node:util'
import { transact } from '@veritrace/platform/db/transact'
import { countStatements } from '../catalog/content-store.ts'
import type { Graph } from '../deps.ts'
import { listDescribed } from '../statements/store.ts'
import { twinId } from '../statements/twins.ts'
import { listKnown } from '../statements/write-store.ts'
import { AS_IT_IS, idsOf, readElsewhere, readersAreThrough, rowIn } from './replace-context.ts'
import { type ContextPlace, findReplacement, pagesOfContext } from './replace-store.ts'
import { changeShortly, copyOf, hold, placeOf, type State, type Work } from './short-change.ts'
import type { IngestionRow } from './tables.ts'

/** Of an ingestion that has ended. Cut off, it can be done again. */
export async function clearAway(work: Work): Promise<void> {
  const { deps, row } = work
  const { replaced_by, read_in } = await findReplacement(deps.db, placeOf(row))
  if (replaced_by === row.id) {
    // Before readers were led to the copy, nothing was written to the context.
    if (read_in) await putBack(work)
    await transact(deps.db, async (tx) => {
      await hold(tx, row, isGivenUp)
      await readElsewhere(deps, tx, row, AS_IT_IS)
    })
  }
  await dropCopy(work)
}
const isGivenUp = ({ isOpen, replaced_by }: State, { id }: IngestionRow): boolean => !isOpen && replaced_by === id

async function putBack(work: Work): Promise<void> {
  const { db } = work.deps
  const place = placeOf(work.row)
  const copy = copyOf(place)
  await changeShortly(work, pagesOfContext(db, place), isGivenUp, async (tx, rows) => {
    const { without, other, said } = await compare(tx, place, idsOf(rows))
    return [{ retract: without.concat(idsOf(other)) }, { assert: other, said }]
  })
  // Now all that the context holds is in the copy.
  if ((await countStatements(db, place)) === (await countStatements(db, copy))) return
  await changeShortly(work, pagesOfContext(db, copy), isGivenUp, async (tx, rows) => {
    const there = await listDescribed(tx, place.tenant, place.workspace, idsOf(rows))
    const own = there.map((row) => rowIn(place.context, place, row))
    const known = await listKnown(tx, place.tenant, place.workspace, idsOf(own))
    return [{ assert: own.filter(({ id }) => !known.has(id)) }]
  })
}

/**
 * Statements of the context that the copy has not, and those about which it says something else, as it says it, with the times
 * at which they were said.
 */
async function compare(tx: Graph['db'], place: ContextPlace, ids: readonly string[]) {
  const { tenant, workspace, context } = place
  const own = (await listDescribed(tx, tenant, workspace, ids)).map((row) => ({ row, twin: twinId(place, row) }))
  const twins = await listDescribed(
    tx,
    tenant,
    workspace,
    own.map(({ twin }) => twin),
  )
  const copied = new Map(twins.map((row) => [row.id, row]))
  const without = own.flatMap(({ row, twin }) => (copied.has(twin) ? [] : [row.id]))
  const other = own.flatMap(({ row, twin }) => {
    const copy = copied.get(twin)
    return copy && !isDeepStrictEqual(copy.metadata, row.metadata) ? [rowIn(context, place, copy)] : []
  })
  const others = new Set(idsOf(other))
  const said = own.flatMap(({ row: { id, updated_at } }) => (others.has(id) ? [{ id, at: updated_at }] : []))
  return { without, other, said }
}

/** Once nobody reads it any more; where another replacement has begun, the copy is the other's. */
async function dropCopy(work: Work): Promise<void> {
  const { db } = work.deps
  const copy = copyOf(placeOf(work.row))
  if ((await countStatements(db, copy)) === 0) return
  await readersAreThrough(work.deps)
  await changeShortly(
    work,
    pagesOfContext(db, copy),
    ({ replaced_by }) => replaced_by === null,
    async (_, rows) => [{ retract: idsOf(rows) }],
  )
}
