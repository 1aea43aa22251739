// An update: evaluated to the statements it adds and removes, then committed like any other change. If the workspace
// has moved on in between, it is evaluated again on what is there now.
import { transact } from '@veritrace/platform/db/transact'
import { fail } from '@veritrace/platform/errors'
import { type Caller, planFor } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { Change } from '../engine/engine.ts'
import { checkLimits } from '../guard/limits.ts'
import { parseSparql } from '../guard/parse.ts'
import { checkScope, type GraphScope } from '../guard/scope.ts'
import { changeStatements } from '../statements/change-statements.ts'
import { currentSeq } from '../statements/change-store.ts'
import { inOurWords } from './engine-problem.ts'
import { graphScope, workspaceKey } from './graph-scope.ts'
import { limitsFor } from './rules.ts'

const TRIES = 6

class MovedOn extends Error {}

export async function runUpdate(
  deps: Graph,
  caller: Caller,
  source: string | undefined,
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Promise<{ inserted: number; deleted: number; durationMs: number }> {
  if (!source) fail('sparql_syntax', 'There is no update in the request.')
  const began = deps.clock.now().getTime()
  const scope = await graphScope(deps, caller, headers)
  const parsed = parseSparql(source, 'update')
  checkLimits(parsed)
  checkScope(parsed, scope)
  for (let tries = 0; tries < TRIES; tries++) {
    const change = await evaluate(deps, caller, parsed.text, scope)
    const done = await commit(deps, caller, change)
    if (done)
      return {
        inserted: done.added.length,
        deleted: done.removed.length,
        durationMs: deps.clock.now().getTime() - began,
      }
  }
  return fail('unavailable', 'The graph is being changed too often; try again.', {}, { 'retry-after': '1' })
}

async function evaluate({ db, engine }: Graph, caller: Caller, text: string, scope: GraphScope): Promise<Change> {
  const { timeoutMs } = limitsFor(planFor(caller, 'graph'), undefined)!
  const atLeastSeq = await currentSeq(db, caller.tenant, caller.workspace)
  const dataset = { defaultGraphs: [scope.context], namedGraphs: scope.contexts }
  return inOurWords(engine.evaluateUpdate(workspaceKey(caller), { text, dataset, timeoutMs, atLeastSeq }))
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
    await deps.engine.apply(workspaceKey(caller), changed)
    return changed
  } catch (error) {
    if (error instanceof MovedOn) return undefined
    throw error
  }
}
