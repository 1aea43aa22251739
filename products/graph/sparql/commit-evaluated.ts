// Commits an update whose effect depends on existing statements: it is evaluated, and committed only if nothing has
// changed since. If another change comes first, it gets exclusive access within this process; if other processes write
// too, it locks the workspace (docs/adr/0054).
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Caller } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import type { Change, Delta, UpdateRequest } from '../engine/engine.ts'
import { workspaceKey } from '../scope/workspace-key.ts'
import type { Trial } from '../shapes/trial.ts'
import { type Changed, changeStatements, MovedOn, withMeta } from '../statements/change-statements.ts'
import { lockWorkspace } from '../statements/change-store.ts'
import { TURN_MS } from '../statements/gates.ts'
import { type WorkspaceState, workspaceState } from '../statements/workspace-store.ts'
import { isConflict, resetLockTimeout, setLockTimeout, supportsCopy } from '../statements/write-store.ts'
import { type Counts, toSparqlError } from './commit-data.ts'
import { withApiErrors } from './engine-problem.ts'
import { inContexts, redirectUpdate } from './read-copies.ts'

/** The number of attempts with exclusive access. */
const MOST_TURNS = 10

export interface Evaluation<Done> {
  deps: Graph
  caller: Caller
  request: UpdateRequest
  /** The graphs named in the text. */
  named: readonly string[]
  trial: Trial
  /** Builds the answer inside the transaction, so that it is stored for a repeated Idempotency-Key. */
  answerTo(counts: Counts): Done
}

interface Task<Done> extends Evaluation<Done> {
  /** Remaining time of the request. */
  leftMs(): number
  /** Duration of the last evaluation. */
  tookMs: number
}

/**
 * One attempt: `begin` runs its transaction, `open` admits other writers once this update can no longer be overtaken.
 */
interface Attempt {
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
      if (tries === 0) return tryOptimistically(task, { begin, open: () => {} })
      const patience = { waitMs: leftMs(), signal: trial.signal }
      return deps.gates.turn(caller, (open) => tryExclusively(task, { begin, open }), patience)
    })
    if (done) return done
  }
  return fail(
    'unavailable',
    'Other changes interfered with this update until it ran out of attempts. Attempt again, or make the update smaller.',
    {},
    { 'retry-after': '1' },
  )
}

/** Undefined if another change came first. */
async function tryOptimistically<Done>(task: Task<Done>, attempt: Attempt): Promise<Done | undefined> {
  const { db } = task.deps
  const state = await workspaceState(db, task.caller.tenant, task.caller.workspace)
  const change = await evaluate(task, state)
  return commit(task, async () => ({ change, state }), attempt)
}

/** Within this process no other change can come first. The embedded database has no other process. */
async function tryExclusively<Done>(task: Task<Done>, attempt: Attempt): Promise<Done | undefined> {
  const done = await tryOptimistically(task, attempt)
  return done || !supportsCopy(task.deps.db) || task.tookMs > TURN_MS ? done : tryWithLock(task, attempt)
}

/**
 * Locks the workspace during evaluation, so changes of all processes wait. Limited to the length of one turn: a longer
 * evaluation is aborted.
 */
async function tryWithLock<Done>(task: Task<Done>, attempt: Attempt): Promise<Done | undefined> {
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
    // As always, the engine reads the committed state.
    const change = await outside(() => evaluate(task, state, late)).catch((error) => {
      throw late.aborted ? new MovedOn() : error
    })
    return { change, state }
  }
  return commit(task, evaluated, attempt)
}

async function evaluate<Done>(
  task: Task<Done>,
  { seq: atLeastSeq, readCopies }: WorkspaceState,
  late?: AbortSignal,
): Promise<Change> {
  const { deps, caller, request, named, trial, leftMs } = task
  const began = performance.now()
  const timeoutMs = leftMs()
  if (timeoutMs <= 0) fail('query_timeout', 'Other changes interfered with this update until its time limit.')
  const signals = [trial.signal, late].filter((signal) => signal !== undefined)
  const asker = late ? { asker: { signal: AbortSignal.any(signals) } } : {}
  const asked = redirectUpdate({ ...request, timeoutMs, atLeastSeq, ...asker }, caller, readCopies, named)
  const change = await withApiErrors(deps.engine.evaluateUpdate(workspaceKey(caller), asked))
  task.tookMs = performance.now() - began
  return inContexts(change, caller, readCopies)
}

async function commit<Done>(
  { deps, caller, answerTo }: Task<Done>,
  evaluated: (tx: Graph['db']) => Promise<{ change: Change; state: WorkspaceState }>,
  { begin, open }: Attempt,
): Promise<Done | undefined> {
  let changed: Changed | undefined
  try {
    const done = await begin(async (tx) => {
      const { change, state } = await evaluated(tx)
      const { seq, added, removed } = change
      if (added.length + removed.length === 0) return answerTo(countsOf(change))
      const assert = added.map((line) => ({ line }))
      changed = await changeStatements(deps, tx, caller, { assert, retract: removed, after: seq, held: open })
      // Statements that were read in a copy may not exist in the context, so the evaluated change is counted.
      return answerTo(countsOf(state.readCopies ? change : changed))
    })
    if (changed) await deps.engine.apply(workspaceKey(caller), withMeta(changed))
    return done
  } catch (error) {
    if (error instanceof MovedOn) return undefined
    throw toSparqlError(error)
  }
}

const countsOf = ({ added, removed }: Delta): Counts => ({ added: added.length, removed: removed.length })
