// An update: evaluated to the statements it adds and removes, then committed like any other change. If the workspace
// has moved on in between, it is evaluated again on what is there now.
import { AppError, fail } from '@veritrace/platform/errors'
import { type Caller, planFor } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Change, Delta, UpdateRequest } from '../engine/engine.ts'
import { updateDataset, updateGraphs, usingDataset, withoutReadOnly } from '../guard/dataset.ts'
import { checkLimits } from '../guard/limits.ts'
import { parseSparql } from '../guard/parse.ts'
import { checkScope, graphsNamed } from '../guard/scope.ts'
import { spelledGraphs } from '../guard/spell-graphs.ts'
import type { Trial } from '../shapes/trial.ts'
import { type Changed, changeStatements, MovedOn, withMeta } from '../statements/change-statements.ts'
import { workspaceState } from '../statements/workspace-store.ts'
import { TermError } from '../terms/nquads.ts'
import { inOurWords, withPlace } from './engine-problem.ts'
import { graphScope, workspaceKey } from './graph-scope.ts'
import type { ProtocolInput } from './protocol.ts'
import type { RightOfWay } from './right-of-way.ts'
import { atOnceFor, baseOf } from './rules.ts'
import { type Asked, requestLimits } from './run-query.ts'
import { inPlace, updatingCopies } from './stand-ins.ts'
import type { Turns } from './turns.ts'

const TRIES = 20

interface Parts extends Graph {
  turns: Turns
  rightOfWay: RightOfWay
}

interface Done {
  inserted: number
  deleted: number
  durationMs: number
}

export async function runUpdate(
  deps: Parts,
  caller: Caller,
  { text: source, explain, ...parameters }: ProtocolInput,
  asked: Asked,
): Promise<Done> {
  const began = deps.clock.now().getTime()
  const { timeoutMs } = requestLimits(caller, asked)
  const scope = await graphScope(deps, caller, asked.headers)
  const base = baseOf(scope.context)
  const parsed = parseSparql(source, 'update', { baseIri: base })
  checkLimits(parsed)
  checkScope(parsed, scope)
  const using = usingDataset(scope, parameters)
  const text = spelledGraphs(parsed, updateGraphs(parsed, scope, parameters), using)
  const graphs = withoutReadOnly(updateDataset(parsed, scope, using))
  if (explain) fail('explain_unavailable', 'An update has no plan to tell.')
  const answerTo = ({ added, removed }: Delta): Done => ({
    inserted: added.length,
    deleted: removed.length,
    durationMs: deps.clock.now().getTime() - began,
  })
  const named = parsed.operations.flatMap(graphsNamed)
  const trial = deps.trials.open(caller, { timeoutMs, signal: asked.signal })
  const work = () => changeAccordingly(deps, caller, { text, base, ...graphs, timeoutMs, named }, trial, answerTo)
  return deps.turns.take(caller.tenant, atOnceFor(planFor(caller, 'graph')), () => withPlace(work(), parsed), asked)
}

type AnswerTo = (change: Delta) => Done

async function changeAccordingly(
  deps: Parts,
  caller: Caller,
  { named, ...request }: UpdateRequest & { named: readonly string[] },
  trial: Trial,
  answerTo: AnswerTo,
): Promise<Done> {
  const { rightOfWay } = deps
  const end = performance.now() + request.timeoutMs
  const tryOnce = async (): Promise<Done | undefined> => {
    const timeoutMs = Math.floor(end - performance.now())
    if (timeoutMs <= 0) fail('query_timeout', 'Others changed the graph until the time of this update was over.')
    const { seq: atLeastSeq, standIns } = await workspaceState(deps.db, caller.tenant, caller.workspace)
    const asked = updatingCopies({ ...request, timeoutMs, atLeastSeq }, caller, standIns, named)
    const change = inPlace(await inOurWords(deps.engine.evaluateUpdate(workspaceKey(caller), asked)), caller, standIns)
    // What was read in copies need not be in the contexts any more.
    return commit(deps, caller, change, trial, standIns ? () => answerTo(change) : answerTo)
  }
  const workspace = workspaceKey(caller)
  const first = rightOfWay.isTaken(workspace) ? undefined : await tryOnce()
  return (
    first ??
    rightOfWay.take(workspace, async () => {
      for (let tries = 0; tries < TRIES; tries++) {
        const done = await tryOnce()
        if (done) return done
      }
      return fail('unavailable', 'The graph is being changed too often; try again.', {}, { 'retry-after': '1' })
    })
  )
}

/** Undefined where someone else's change came first. The answer comes from the transaction, for who asks again with its key. */
async function commit(
  deps: Graph,
  caller: Caller,
  { seq, added, removed }: Change,
  trial: Trial,
  answerTo: AnswerTo,
): Promise<Done | undefined> {
  const change = { assert: added.map((line) => ({ line })), retract: removed, after: seq }
  const isNothing = added.length + removed.length === 0
  let changed: Changed | undefined
  try {
    const work = async (tx: Graph['db']): Promise<Done> => {
      if (isNothing) return answerTo({ added, removed })
      changed = await changeStatements(deps, tx, caller, change)
      return answerTo(changed)
    }
    const done = await deps.trials.transact(caller, work, trial)
    if (changed) await deps.engine.apply(workspaceKey(caller), withMeta(changed))
    return done
  } catch (error) {
    if (error instanceof MovedOn) return undefined
    // The engine takes terms that no statement may hold, such as a language that is none.
    if (error instanceof TermError) throw new AppError('sparql_syntax', error.message)
    throw error
  }
}
