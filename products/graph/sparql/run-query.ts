// A query: parsed, bounded, kept inside its scope, then asked of the engine.
import { fail } from '@veritrace/platform/errors'
import { type Answer, answer } from '@veritrace/platform/http/answer'
import { type Caller, planFor } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { queryDataset } from '../guard/dataset.ts'
import { checkLimits } from '../guard/limits.ts'
import { negotiate } from '../guard/negotiate.ts'
import { parseSparql } from '../guard/parse.ts'
import { checkScope } from '../guard/scope.ts'
import { currentSeq } from '../statements/change-store.ts'
import { inOurWords } from './engine-problem.ts'
import { graphScope, workspaceKey } from './graph-scope.ts'
import { limitsFor, type ProtocolInput } from './rules.ts'

interface Asked {
  headers: Readonly<Record<string, string | string[] | undefined>>
  signal: AbortSignal
}

export async function runQuery(
  deps: Graph,
  caller: Caller,
  { text, ...parameters }: ProtocolInput,
  { headers, signal }: Asked,
): Promise<Answer<Uint8Array>> {
  if (!text) fail('sparql_syntax', 'There is no query in the request.')
  const limits =
    limitsFor(planFor(caller, 'graph'), one(headers['x-query-timeout-ms'])) ??
    fail('bad_request', 'X-Query-Timeout-Ms must be a whole number of milliseconds.')
  const scope = await graphScope(deps, caller, headers)
  const parsed = parseSparql(text, 'query')
  checkLimits(parsed)
  checkScope(parsed, scope)
  const dataset = queryDataset(parsed, scope, parameters)
  const format =
    negotiate(one(headers.accept), parsed.form) ?? fail('not_acceptable', `A ${parsed.form} query has no such answer.`)
  const atLeastSeq = await currentSeq(deps.db, caller.tenant, caller.workspace)
  const found = await inOurWords(
    deps.engine.query(workspaceKey(caller), { text: parsed.text, dataset, format, atLeastSeq, signal, ...limits }),
  )
  return answer(found.body, { headers: { 'content-type': found.contentType } })
}

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header
