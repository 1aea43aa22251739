// What an update changes depends on what is there: it is evaluated, and committed only if nothing has changed since.
// One that is overtaken gets a turn of its own, and where other processes write too it holds the workspace
// (docs/adr/0054).
import { AsyncLocalStorage } from 'node:async_hooks'
import { fail } from '@veritrace/platform/errors'
import type { Caller } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Change, Delta, UpdateRequest } from '../engine/engine.ts'
import type { Trial } from '../shapes/trial.ts'
import { type Changed, changeStatements, MovedOn, withMeta } from '../statements/change-statements.ts'
import { lockWorkspace } from '../statements/change-store.ts'
import { TURN_MS } from '../statements/gates.ts'
import { type WorkspaceState, workspaceState } from '../statements/workspace-store.ts'
import { isConflict, resetLockTimeout, setLockTimeout, supportsCopy } from '../statements/write-store.ts'
import { type Counts, inWordsOfSparql } from './commit-data.ts'
import { inOurWords } from './engine-problem.ts'
import { workspaceKey } from './graph-scope.ts'
import { inPlace, updatingCopies } from './read-copies.ts'

/** Turns of an update that is overtaken in each of them. */
const MOST_TURNS = 10

export interface Evaluation<Done> {
  deps: Graph
  caller: Caller
  request: UpdateRequest
  /** The graphs of its text. */
  named: readonly string[]
  trial: Trial
  /** The answer comes from the transaction, for who asks again with its key. */
  answerTo(counts: Counts): Done
}

interface Task<Done> extends Evaluation<Done> {
  /** Of the time of the request. */
  leftMs(): number
  /** How long it took to evaluate when that was last done. */
  tookMs: number
}

/** One try: opens its transaction with `begin`, and calls `open` when nobody can overtake it any more. */
interface Try {
  begin<T>(work: (tx: Graph['db']) => Promise<T>): Promise<T>
  open(): void
}

export async function commitEvaluated<Done extends object>(evaluation: Evaluation<Done>): Promise<Done> {
  const { deps, caller, request, trial } = evaluation
  const end = performance.now() + request.timeoutMs
  const leftMs = () => Math.floor(end - performance.now())
  const task = { ...evaluation, leftMs, tookMs: 0 }
  for (let tries = deps.gates.isTaken(caller) ? 1 : 0; tries <= MOST_TURNS; tries++) {
    const done = await deps.trials.repeat(caller, trial, (begin) => {
      if (tries === 0) return tryFreely(task, { begin, open: () => {} })
      const patience = { waitMs: leftMs(), signal: trial.signal }
      return deps.gates.turn(caller, (open) => tryInTurn(task, { begin, open }), patience)
    })
    if (done) return done
  }
  return fail(
    'unavailable',
    'Others change the graph faster than this update can be evaluated; try again, or make it smaller.',
    {},
    { 'retry-after': '1' },
  )
}

/** Undefined if someone else's change came first. */
async function tryFreely<Done>(task: Task<Done>, way: Try): Promise<Done | undefined> {
  const { db } = task.deps
  const state = await workspaceState(db, task.caller.tenant, task.caller.workspace)
  const change = await evaluate(task, state)
  return commit(task, async () => ({ change, state }), way)
}

/** In this process nobody comes between. Another one does not serve the embedded database. */
async function tryInTurn<Done>(task: Task<Done>, way: Try): Promise<Done | undefined> {
  const done = await tryFreely(task, way)
  return done || !supportsCopy(task.deps.db) || task.tookMs > TURN_MS ? done : tryHolding(task, way)
}

/**
 * Changes of all processes wait meanwhile, for no longer than a turn: one that takes longer is ended, and its work
 * lost.
 */
async function tryHolding<Done>(task: Task<Done>, way: Try): Promise<Done | undefined> {
  const { tenant, workspace } = task.caller
  const outside = AsyncLocalStorage.snapshot()
  const evaluated = async (tx: Graph['db']) => {
    const late = AbortSignal.timeout(TURN_MS)
    await setLockTimeout(tx, TURN_MS)
    await lockWorkspace(tx, tenant, workspace).catch((error) => {
      throw isConflict(error) ? new MovedOn() : error
    })
    await resetLockTimeout(tx)
    const state = await workspaceState(tx, tenant, workspace)
    // The engine reads what is committed, as it always does.
    const change = await outside(() => evaluate(task, state, late)).catch((error) => {
      throw late.aborted ? new MovedOn() : error
    })
    return { change, state }
  }
  return commit(task, evaluated, way)
}

async function evaluate<Done>(
  task: Task<Done>,
  { seq: atLeastSeq, readCopies }: WorkspaceState,
  late?: AbortSignal,
): Promise<Change> {
  const { deps, caller, request, named, trial, leftMs } = task
  const began = performance.now()
  const timeoutMs = leftMs()
  if (timeoutMs <= 0) fail('query_timeout', 'Others changed the graph until the time of this update was over.')
  const signals = [trial.signal, late].filter((signal) => signal !== undefined)
  const asker = late ? { asker: { signal: AbortSignal.any(signals) } } : {}
  const asked = updatingCopies({ ...request, timeoutMs, atLeastSeq, ...asker }, caller, readCopies, named)
  const change = await inOurWords(deps.engine.evaluateUpdate(workspaceKey(caller), asked))
  task.tookMs = performance.now() - began
  return inPlace(change, caller, readCopies)
}

async function commit<Done>(
  { deps, caller, answerTo }: Task<Done>,
  evaluated: (tx: Graph['db']) => Promise<{ change: Change; state: WorkspaceState }>,
  { begin, open }: Try,
): Promise<Done | undefined> {
  let changed: Changed | undefined
  try {
    const done = await begin(async (tx) => {
      const { change, state } = await evaluated(tx)
      const { seq, added, removed } = change
      if (added.length + removed.length === 0) return answerTo(countsOf(change))
      const assert = added.map((line) => ({ line }))
      changed = await changeStatements(deps, tx, caller, { assert, retract: removed, after: seq, held: open })
      // What was read in copies need not be in the contexts any more.
      return answerTo(countsOf(state.readCopies ? change : changed))
    })
    if (changed) await deps.engine.apply(workspaceKey(caller), withMeta(changed))
    return done
  } catch (error) {
    if (error instanceof MovedOn) return undefined
    throw inWordsOfSparql(error)
  }
}

const countsOf = ({ added, removed }: Delta): Counts => ({ added: added.length, removed: removed.length })
