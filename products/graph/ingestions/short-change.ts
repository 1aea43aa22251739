// A context is replaced, and put back, in many short transactions. Each of them asks first whether it is still wanted.
import { setTimeout as pause } from 'node:timers/promises'
import { transact } from '@veritrace/platform/db/transact'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { copyName } from '../scope/rules.ts'
import { changeStatements, type StatementChange } from '../statements/change-statements.ts'
import { takesCopies } from '../statements/write-store.ts'
import { type ContextPlace, holdContext, type Replacement, type Said, updateSaid } from './replace-store.ts'
import { isFinished } from './rules.ts'
import { lockIngestion, updateIngestion } from './store.ts'
import type { IngestionRow } from './tables.ts'
import { Overtaken } from './write-chunk.ts'

/** Statements of one transaction. */
const FEW = 1_000
const LONGEST_REST_MS = 1_000

export const placeOf = ({ tenant_id, workspace_id, context }: IngestionRow): ContextPlace => ({
  tenant: tenant_id,
  workspace: workspace_id,
  context,
})
export const copyOf = (place: ContextPlace): ContextPlace => ({ ...place, context: copyName(place.context) })

/** Somebody's work on a replacement. */
export interface Work {
  deps: Graph
  caller: Caller
  row: IngestionRow
  signal: AbortSignal
}

export interface State extends Replacement {
  isOpen: boolean
}

/** Still under way, and the context its own. */
export const isUnderWay = ({ isOpen, replaced_by }: State, { id }: IngestionRow): boolean =>
  isOpen && replaced_by === id

interface ShortChange extends Pick<StatementChange, 'assert' | 'retract'> {
  /** Of what is asserted: what somebody else has said after the replacement came keeps its time. */
  said?: readonly Said[]
}

/**
 * Statements by pages, some of them in each transaction. What is to be done with them is decided where nobody else can change
 * them any more: since the page was read, others may have.
 */
export async function changeShortly<Row>(
  { deps, caller, row, signal }: Work,
  pages: AsyncIterable<readonly Row[]>,
  isWanted: (state: State, row: IngestionRow) => boolean,
  decide: (tx: Graph['db'], rows: readonly Row[]) => Promise<ShortChange[]>,
): Promise<void> {
  const changeSome = (some: readonly Row[]): Promise<void> =>
    transact(deps.db, async (tx) => {
      const { isOpen } = await hold(tx, row, isWanted)
      // Others see that somebody works on it.
      if (isOpen) await updateIngestion(tx, row.tenant_id, row.id, { touched_at: deps.clock.now() })
      for (const { assert = [], retract = [], said = [] } of await decide(tx, some)) {
        if (assert.length + retract.length > 0)
          await changeStatements(deps, tx, caller, { assert, retract, replacingSince: row.created_at })
        const later = said.filter(({ at }) => at > row.created_at)
        if (later.length > 0) await updateSaid(tx, placeOf(row), later)
      }
    })
  for await (const rows of pages)
    for (const some of parts(rows)) {
      signal.throwIfAborted()
      await inTurns(deps, () => deps.gates.pass(placeOf(row), () => changeSome(some)))
    }
}

/** From here to the end of the transaction nobody changes the ingestion or anything in the workspace. */
export async function hold(
  tx: Graph['db'],
  row: IngestionRow,
  isWanted: (state: State, row: IngestionRow) => boolean,
): Promise<State> {
  const now = await lockIngestion(tx, row.tenant_id, row.id)
  const state = { ...(await holdContext(tx, placeOf(row))), isOpen: now !== undefined && !isFinished(now.status) }
  if (!isWanted(state, row)) throw new Overtaken()
  return state
}

/** On an embedded database everybody waits for a transaction that is under way: after each the others have as much time. */
export async function inTurns<T>({ db, clock }: Pick<Graph, 'db' | 'clock'>, work: () => Promise<T>): Promise<T> {
  const began = clock.now().getTime()
  const done = await work()
  if (!takesCopies(db)) await pause(Math.min(clock.now().getTime() - began, LONGEST_REST_MS))
  return done
}

function* parts<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let from = 0; from < rows.length; from += FEW) yield rows.slice(from, from + FEW)
}
