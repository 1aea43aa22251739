// Runs an update and commits it: plain data directly, anything else after evaluation.

import { type Caller, planFor } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import { updateDataset, updateGraphs, usingDataset, withoutReadOnly } from '../guard/dataset.ts'
import { checkLimits } from '../guard/limits.ts'
import { parseSparql } from '../guard/parse.ts'
import { checkScope, graphsNamed } from '../guard/scope.ts'
import { spelledGraphs } from '../guard/spell-graphs.ts'
import { atOnceFor, baseOf } from '../scope/query-limits.ts'
import { type Counts, commitData } from './commit-data.ts'
import { commitEvaluated } from './commit-evaluated.ts'
import { withPlace } from './engine-problem.ts'
import { graphScope } from './graph-scope.ts'
import { plainData } from './plain-data.ts'
import type { ProtocolInput } from './protocol.ts'
import { type RequestParts, requestLimits } from './run-query.ts'
import type { Turns } from './turns.ts'

interface Parts extends Graph {
  turns: Turns
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
  asked: RequestParts,
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
  if (explain) fail('explain_unavailable', 'An update has no query plan.')
  const answerTo = ({ added, removed }: Counts): Done => ({
    inserted: added,
    deleted: removed,
    durationMs: deps.clock.now().getTime() - began,
  })
  const named = parsed.operations.flatMap(graphsNamed)
  const trial = deps.trials.open(caller, { timeoutMs, signal: asked.signal })
  const data = await plainData(parsed, scope.context)
  const request = { text, base, ...graphs, timeoutMs }
  const work = async () =>
    (data && (await commitData(deps, caller, data, { trial, timeoutMs, answerTo }))) ??
    commitEvaluated({ deps, caller, request, named, trial, answerTo })
  return deps.turns.take(caller.tenant, atOnceFor(planFor(caller, 'graph')), () => withPlace(work(), parsed), asked)
}
