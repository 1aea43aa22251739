// An update: evaluated to the statements it adds and removes, then committed like any other change. If the workspace
// has moved on in between, it is evaluated again on what is there now.
import { transact } from '@veritrace/platform/db/transact'
import { AppError, fail } from '@veritrace/platform/errors'
import { type Caller, planFor } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Change, Delta, UpdateRequest } from '../engine/engine.ts'
import { updateDataset, updateGraphs, usingDataset, withoutReadOnly } from '../guard/dataset.ts'
import { checkLimits } from '../guard/limits.ts'
import { parseSparql } from '../guard/parse.ts'
import { checkScope } from '../guard/scope.ts'
import { spelledGraphs } from '../guard/spell-graphs.ts'
import { changeStatements, withMeta } from '../statements/change-statements.ts'
import { currentSeq } from '../statements/change-store.ts'
import { TermError } from '../terms/nquads.ts'
import { inOurWords } from './engine-problem.ts'
import { graphScope, workspaceKey } from './graph-scope.ts'
import type { ProtocolInput } from './protocol.ts'
import { atOnceFor, baseOf } from './rules.ts'
import { type Asked, requestLimits } from './run-query.ts'
import type { Turns } from './turns.ts'

const TRIES = 6

class MovedOn extends Error {}

export async function runUpdate(
  deps: Graph & { turns: Turns },
  caller: Caller,
  { text: source, explain, ...parameters }: ProtocolInput,
  asked: Asked,
): Promise<{ inserted: number; deleted: number; durationMs: number }> {
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
  const work = () => changeAccordingly(deps, caller, { text, base, ...graphs, timeoutMs })
  const { added, removed } = await deps.turns.take(caller.tenant, atOnceFor(planFor(caller, 'graph')), work, asked)
  return { inserted: added.length, deleted: removed.length, durationMs: deps.clock.now().getTime() - began }
}

async function changeAccordingly(deps: Graph, caller: Caller, request: UpdateRequest): Promise<Delta> {
  const { db, engine } = deps
  for (let tries = 0; tries < TRIES; tries++) {
    const atLeastSeq = await currentSeq(db, caller.tenant, caller.workspace)
    const change = await inOurWords(engine.evaluateUpdate(workspaceKey(caller), { ...request, atLeastSeq }))
    const done = await commit(deps, caller, change)
    if (done) return done
  }
  return fail('unavailable', 'The graph is being changed too often; try again.', {}, { 'retry-after': '1' })
}

/** Undefined where someone else's change came first. */
async function commit(deps: Graph, caller: Caller, { seq, added, removed }: Change): Promise<Change | undefined> {
  if (added.length + removed.length === 0) return { seq, added, removed }
  try {
    const changed = await transact(deps.db, async (tx) => {
      const change = { assert: added.map((line) => ({ line })), retract: removed }
      const done = await changeStatements(deps, tx, caller, change)
      if (done.seq !== seq + 1) throw new MovedOn()
      return done
    })
    await deps.engine.apply(workspaceKey(caller), withMeta(changed))
    return changed
  } catch (error) {
    if (error instanceof MovedOn) return undefined
    // The engine takes terms that no statement may hold, such as a language that is none.
    if (error instanceof TermError) throw new AppError('sparql_syntax', error.message)
    throw error
  }
}
