// Replaces a context in many short transactions while readers always see a consistent whole (docs/adr/0031): its
// contents are copied to a second context first, and readers are switched to that copy until the last transaction.
import { setTimeout as pause } from 'node:timers/promises'
import { transact } from '@veritrace/platform/db/transact'
import { countStatements } from '../catalog/content-store.ts'
import type { Graph } from '../deps.ts'
import { insertChange } from '../statements/change-store.ts'
import { lineOf } from '../statements/columns.ts'
import { rowInContext } from '../statements/mirror-change.ts'
import { nextSeq } from '../statements/next-seq.ts'
import { listDescribed, type Removed } from '../statements/store.ts'
import { supportsCopy } from '../statements/write-store.ts'
import { changeInBatches, copyOf, isUnderWay, lockState, placeOf, type State, type Work } from './batched-change.ts'
import { findReplacement, listOlder, pagesOfContext, type Replacement, updateReplacement } from './replace-store.ts'
import { updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** The longest wait for running queries, for other reads in this process, and for reads in other processes. */
const LONGEST_QUERY_MS = 30_000
const HERE_MS = 100
const ELSEWHERE_MS = 500

/** Copies the context and switches readers to the copy. Does nothing if an earlier attempt has already done so. */
export async function switchToCopy(work: Work): Promise<void> {
  const { deps, row } = work
  const place = placeOf(row)
  const copy = copyOf(place)
  if ((await findReplacement(deps.db, place)).read_in) return
  if ((await countStatements(deps.db, place)) > 0)
    await changeInBatches(work, pagesOfContext(deps.db, place), isBeingCopied, async (tx, rows) => {
      const there = await listDescribed(tx, place.tenant, place.workspace, idsOf(rows))
      return [{ assert: there.map((one) => rowIn(copy.context, place, one)) }]
    })
  await transact(deps.db, async (tx) => {
    await lockState(tx, row, isBeingCopied)
    await switchReaders(deps, tx, row, { read_in: copy.context })
  })
  await waitForReaders(deps)
}
const isBeingCopied = (state: State, row: IngestionRow): boolean => isUnderWay(state, row) && state.read_in === null

/** Removes statements that the document does not have, unless they were asserted after it arrived. */
export async function removeOlder(work: Work): Promise<void> {
  const { deps, row } = work
  const place = placeOf(row)
  await updateIngestion(deps.db, row.tenant_id, row.id, { touched_at: deps.clock.now() })
  // No copy means that the context was empty. Its current size says little, because other writers may have deleted
  // statements.
  if ((await countStatements(deps.db, copyOf(place))) === 0) return
  const before = row.created_at
  await deps.checks?.beforeRemoval(deps.db, work.caller, place, before)
  await changeInBatches(work, pagesOfContext(deps.db, place, before), isUnderWay, async (tx, rows) => [
    { retract: await listOlder(tx, place, idsOf(rows), before) },
  ])
}

/**
 * Call in a transaction that has locked the context. Logs an empty change, so that readers at the latest `seq` notice.
 */
export async function switchReaders(
  { clock, leases }: Pick<Graph, 'clock' | 'leases'>,
  tx: Graph['db'],
  row: IngestionRow,
  fields: Partial<Replacement>,
  writtenAt?: Date,
): Promise<number> {
  const place = placeOf(row)
  const seq = await nextSeq(leases, tx, place)
  await insertChange(tx, place.tenant, place.workspace, { seq, added: [], removed: [], rows: 0 }, clock.now())
  await updateReplacement(tx, place, fields, writtenAt)
  return seq
}

/** The context is read directly and no ingestion owns it. */
export const NOT_REPLACED: Replacement = { replaced_by: null, read_in: null }

/** Waits for queries that started before the last commit, because they still read the contents from before it. */
export async function waitForReaders({ db, engine, clock }: Graph): Promise<void> {
  const end = clock.now().getTime() + LONGEST_QUERY_MS
  await pause(supportsCopy(db) ? ELSEWHERE_MS : HERE_MS)
  while (engine.stats().waiting > 0 && clock.now().getTime() < end) await pause(20)
}

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** The statement rewritten for another context, with its metadata. */
export function rowIn(context: string, { tenant, workspace }: { tenant: string; workspace: string }, row: Removed) {
  const { metadata, language } = row
  const line = lineOf(tenant, workspace, row)
  return rowInContext({ tenant, workspace }, context, line, { metadata, ...(language && { language }) })
}
