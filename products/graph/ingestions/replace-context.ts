// A context that a document replaces is written in many short transactions, and yet read as a whole (docs/adr/0031): what it
// held is copied beside it first, and whoever reads it is answered from the copy until the last transaction.
import { setTimeout as pause } from 'node:timers/promises'
import { transact } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import { countStatements } from '../catalog/content-store.ts'
import type { Graph } from '../deps.ts'
import { copyName } from '../scope/rules.ts'
import { findStandIn } from '../scope/store.ts'
import { assertedRow } from '../statements/asserted-row.ts'
import { changeStatements } from '../statements/change-statements.ts'
import { lineOf } from '../statements/columns.ts'
import { takesCopies } from '../statements/write-store.ts'
import { readLine } from '../terms/nquads.ts'
import { type ContextPlace, pagesOfContext, updateStandIn } from './replace-store.ts'
import { updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'

/** Statements of one transaction. */
const FEW = 1_000
const LONGEST_REST_MS = 1_000
/** How long a query that is under way is waited for, how long other reads, and how long those of other processes. */
const LONGEST_QUERY_MS = 30_000
const HERE_MS = 100
const ELSEWHERE_MS = 500

const placeOf = ({ tenant_id, workspace_id, context }: IngestionRow): ContextPlace => ({
  tenant: tenant_id,
  workspace: workspace_id,
  context,
})
const copyOf = (place: ContextPlace): ContextPlace => ({ ...place, context: copyName(place.context) })

/** From here on readers are answered from the copy; where an earlier try has come that far, its copy is what they read. */
export async function readInCopy(deps: Graph, caller: Caller, row: IngestionRow, signal: AbortSignal): Promise<void> {
  const place = placeOf(row)
  if (await findStandIn(deps.db, place.tenant, place.workspace, place.context)) return
  const copy = copyOf(place)
  await remove(deps, caller, row, copy, signal)
  if ((await countStatements(deps.db, place)) > 0)
    for await (const rows of pagesOfContext(deps.db, place))
      for (const some of parts(rows)) {
        const assert = some.map(({ metadata, language, ...terms }) => {
          const line = lineOf(place.tenant, place.workspace, { ...terms, language, context: copy.context })
          return assertedRow(readLine(line), copy.context, { metadata: metadata ?? {}, ...(language && { language }) })
        })
        await change(deps, caller, row, { assert }, signal)
      }
  await transact(deps.db, (tx) => updateStandIn(tx, place, copy.context, deps.clock.now()))
  await readersAreThrough(deps)
}

/** What the document has not said, unless it was said since the ingestion began. */
export async function removeOlder(deps: Graph, caller: Caller, { tenant_id, id }: IngestionRow, signal: AbortSignal) {
  const row = await updateIngestion(deps.db, tenant_id, id, { touched_at: deps.clock.now() })
  // Where all that is there has come with the document, there is nothing to look for.
  if ((await countStatements(deps.db, placeOf(row))) === row.inserted) return
  await remove(deps, caller, row, placeOf(row), signal, row.started_at!)
}

/** In the transaction that ends the ingestion: the new is read from its commit on. */
export const readAsItIs = ({ clock }: Pick<Graph, 'clock'>, tx: Graph['db'], row: IngestionRow): Promise<void> =>
  updateStandIn(tx, placeOf(row), null, clock.now())

/** Once nobody reads the copy any more. */
export async function dropCopy(deps: Graph, caller: Caller, row: IngestionRow, signal: AbortSignal): Promise<void> {
  const copy = copyOf(placeOf(row))
  if ((await countStatements(deps.db, copy)) === 0) return
  await readersAreThrough(deps)
  await remove(deps, caller, row, copy, signal)
}

/** On an embedded database everybody waits for a transaction that is under way: after each the others have as much time. */
export async function inTurns<T>({ db, clock }: Pick<Graph, 'db' | 'clock'>, work: () => Promise<T>): Promise<T> {
  const began = clock.now().getTime()
  const done = await work()
  if (!takesCopies(db)) await pause(Math.min(clock.now().getTime() - began, LONGEST_REST_MS))
  return done
}

async function remove(
  deps: Graph,
  caller: Caller,
  row: IngestionRow,
  place: ContextPlace,
  signal: AbortSignal,
  before?: Date,
): Promise<void> {
  if ((await countStatements(deps.db, place)) === 0) return
  for await (const rows of pagesOfContext(deps.db, place, before))
    for (const some of parts(rows)) await change(deps, caller, row, { retract: some.map(({ id }) => id) }, signal)
}

async function change(
  deps: Graph,
  caller: Caller,
  { tenant_id, id }: IngestionRow,
  what: Parameters<typeof changeStatements>[3],
  signal: AbortSignal,
): Promise<void> {
  signal.throwIfAborted()
  await inTurns(deps, () =>
    transact(deps.db, async (tx) => {
      // Others see that somebody works on it.
      await updateIngestion(tx, tenant_id, id, { touched_at: deps.clock.now() })
      await changeStatements(deps, tx, caller, what)
    }),
  )
}

/** Queries that began before the last commit know nothing of it, and still read where they were told to. */
async function readersAreThrough({ db, engine, clock }: Graph): Promise<void> {
  const end = clock.now().getTime() + LONGEST_QUERY_MS
  await pause(takesCopies(db) ? ELSEWHERE_MS : HERE_MS)
  while (engine.stats().waiting > 0 && clock.now().getTime() < end) await pause(20)
}

function* parts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += FEW) yield rows.slice(from, from + FEW)
}
