// A context that a document replaces is written in many short transactions, and yet read as a whole (docs/adr/0031): what it
// held is copied beside it first, and whoever reads it is answered from the copy until the last transaction.
import { setTimeout as pause } from 'node:timers/promises'
import { transact } from '@veritrace/platform/db/transact'
import { countStatements } from '../catalog/content-store.ts'
import type { Graph } from '../deps.ts'
import { insertChange } from '../statements/change-store.ts'
import { lineOf } from '../statements/columns.ts'
import { nextSeq } from '../statements/next-seq.ts'
import { listDescribed, type Removed } from '../statements/store.ts'
import { saidIn } from '../statements/twins.ts'
import { takesCopies } from '../statements/write-store.ts'
import { findReplacement, listOlder, pagesOfContext, type Replacement, updateReplacement } from './replace-store.ts'
import { changeShortly, copyOf, hold, isUnderWay, placeOf, type State, type Work } from './short-change.ts'
import { updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** How long a query that is under way is waited for, how long other reads, and how long those of other processes. */
const LONGEST_QUERY_MS = 30_000
const HERE_MS = 100
const ELSEWHERE_MS = 500

/** From here on readers are answered from the copy; where an earlier try has come that far, its copy is what they read. */
export async function readInCopy(work: Work): Promise<void> {
  const { deps, row } = work
  const place = placeOf(row)
  const copy = copyOf(place)
  if ((await findReplacement(deps.db, place)).read_in) return
  if ((await countStatements(deps.db, place)) > 0)
    await changeShortly(work, pagesOfContext(deps.db, place), isBeingCopied, async (tx, rows) => {
      const there = await listDescribed(tx, place.tenant, place.workspace, idsOf(rows))
      return [{ assert: there.map((one) => rowIn(copy.context, place, one)) }]
    })
  await transact(deps.db, async (tx) => {
    await hold(tx, row, isBeingCopied)
    await readElsewhere(deps, tx, row, { read_in: copy.context })
  })
  await readersAreThrough(deps)
}
const isBeingCopied = (state: State, row: IngestionRow): boolean => isUnderWay(state, row) && state.read_in === null

/** What the document has not said, unless somebody has said it since the document came. */
export async function removeOlder(work: Work): Promise<void> {
  const { deps, row } = work
  const place = placeOf(row)
  await updateIngestion(deps.db, row.tenant_id, row.id, { touched_at: deps.clock.now() })
  // Where nothing was copied, nothing was there before. How much there is now says little: others may have deleted some.
  if ((await countStatements(deps.db, copyOf(place))) === 0) return
  const before = row.created_at
  await deps.checks?.beforeRemoval(deps.db, work.caller, place, before)
  await changeShortly(work, pagesOfContext(deps.db, place, before), isUnderWay, async (tx, rows) => [
    { retract: await listOlder(tx, place, idsOf(rows), before) },
  ])
}

/** In a transaction that holds the context. The change has a number: whoever knows the last one knows where to read. */
export async function readElsewhere(
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

/** From then on the context is read as it is, and no longer this ingestion's. */
export const AS_IT_IS: Replacement = { replaced_by: null, read_in: null }

/** Queries that began before the last commit know nothing of it, and still read where they were told to. */
export async function readersAreThrough({ db, engine, clock }: Graph): Promise<void> {
  const end = clock.now().getTime() + LONGEST_QUERY_MS
  await pause(takesCopies(db) ? ELSEWHERE_MS : HERE_MS)
  while (engine.stats().waiting > 0 && clock.now().getTime() < end) await pause(20)
}

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id)

/** A statement as it is written to another context, with all that is said about it. */
export function rowIn(context: string, { tenant, workspace }: { tenant: string; workspace: string }, row: Removed) {
  const { metadata, language } = row
  const line = lineOf(tenant, workspace, row)
  return saidIn({ tenant, workspace }, context, line, { metadata, ...(language && { language }) })
}
