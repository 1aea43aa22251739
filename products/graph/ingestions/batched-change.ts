// Replaces or restores a context in many short transactions. Each one first checks whether it is still needed.
import { setTimeout as pause } from 'node:timers/promises'
import type { Caller } from '@veritrace/platform/caller'
import { transact } from '@veritrace/platform/db/transact'
import type { Graph } from '../deps.ts'
import { copyName } from '../scope/rules.ts'
import { changeStatements, type StatementChange } from '../statements/change-statements.ts'
import { supportsCopy } from '../statements/write-store.ts'
import {
  type AssertedTime,
  type ContextPlace,
  lockContext,
  type Replacement,
  updateAssertedTimes,
} from './replace-store.ts'
import { isFinished } from './rules.ts'
import { lockIngestion, updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'
import { Overtaken } from './write-chunk.ts'

/** Statements per transaction. */
const BATCH = 1_000
const LONGEST_PAUSE_MS = 1_000

export const placeOf = ({ tenant_id, workspace_id, context }: IngestionRow): ContextPlace => ({
  tenant: tenant_id,
  workspace: workspace_id,
  context,
})
export const copyOf = (place: ContextPlace): ContextPlace => ({ ...place, context: copyName(place.context) })

/** The replacement to work on. */
export interface Work {
  deps: Graph
  caller: Caller
  row: IngestionRow
  signal: AbortSignal
}

export interface State extends Replacement {
  isOpen: boolean
}

/** The replacement is not finished and owns its context. */
export const isUnderWay = ({ isOpen, replaced_by }: State, { id }: IngestionRow): boolean =>
  isOpen && replaced_by === id

interface BatchedChange extends Pick<StatementChange, 'assert' | 'retract'> {
  /** Asserted statements that another writer also asserted after the replacement arrived; they keep the writer's time. */
  times?: readonly AssertedTime[]
}

/**
 * Changes statements page by page, a few per transaction. `decide` runs inside the transaction, because other writers
 * may have changed the statements since the page was read.
 */
export async function changeInBatches<Row>(
  { deps, caller, row, signal }: Work,
  pages: AsyncIterable<readonly Row[]>,
  isWanted: (state: State, row: IngestionRow) => boolean,
  decide: (tx: Graph['db'], rows: readonly Row[]) => Promise<BatchedChange[]>,
): Promise<void> {
  const changeBatch = (batch: readonly Row[]): Promise<void> =>
    transact(deps.db, async (tx) => {
      const { isOpen } = await lockState(tx, row, isWanted)
      // Shows other servers that this one is still working.
      if (isOpen) await updateIngestion(tx, row.tenant_id, row.id, { touched_at: deps.clock.now() })
      for (const { assert = [], retract = [], times = [] } of await decide(tx, batch)) {
        if (assert.length + retract.length > 0)
          await changeStatements(deps, tx, caller, { assert, retract, replacingSince: row.created_at })
        const later = times.filter(({ at }) => at > row.created_at)
        if (later.length > 0) await updateAssertedTimes(tx, placeOf(row), later)
      }
    })
  for await (const rows of pages)
    for (const batch of parts(rows)) {
      signal.throwIfAborted()
      await withPause(deps, () => deps.gates.pass(placeOf(row), () => changeBatch(batch)))
    }
}

/** Locks the ingestion and the workspace until the transaction ends. */
export async function lockState(
  tx: Graph['db'],
  row: IngestionRow,
  isWanted: (state: State, row: IngestionRow) => boolean,
): Promise<State> {
  const now = await lockIngestion(tx, row.tenant_id, row.id)
  const state = { ...(await lockContext(tx, placeOf(row))), isOpen: now !== undefined && !isFinished(now.status) }
  if (!isWanted(state, row)) throw new Overtaken()
  return state
}

/**
 * On an embedded database all others wait for a running transaction; a pause of equal length after each lets them
 * proceed.
 */
export async function withPause<T>({ db, clock }: Pick<Graph, 'db' | 'clock'>, work: () => Promise<T>): Promise<T> {
  const began = clock.now().getTime()
  const done = await work()
  if (!supportsCopy(db)) await pause(Math.min(clock.now().getTime() - began, LONGEST_PAUSE_MS))
  return done
}

function* parts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += BATCH) yield rows.slice(from, from + BATCH)
}
