// A query: parsed, bounded, kept inside its scope, then asked of the engine.
import { fail } from '@veritrace/platform/errors'
import { type Answer, answer } from '@veritrace/platform/http/answer'
import { type Caller, planFor } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import { queryDataset } from '../guard/dataset.ts'
import { checkLimits } from '../guard/limits.ts'
import { negotiate } from '../guard/negotiate.ts'
import { type ParsedQuery, parseSparql } from '../guard/parse.ts'
import { type ReadText, recalling } from '../guard/recall.ts'
import { checkScope } from '../guard/scope.ts'
import { namedVariables } from '../guard/select-star.ts'
import { scopeOf } from '../scope/scope.ts'
import { inOurWords } from './engine-problem.ts'
import { graphScope, workspaceKey } from './graph-scope.ts'
import type { ProtocolInput } from './protocol.ts'
import { atOnceFor, baseOf, limitsFor, type QueryLimits } from './rules.ts'
import type { Turns } from './turns.ts'

export interface Asked {
  headers: Readonly<Record<string, string | string[] | undefined>>
  signal: AbortSignal
}

export type QueryTexts = ReadText<ParsedQuery>

export const openTexts = (): QueryTexts => recalling(readQuery)

export async function runQuery(
  deps: Graph & { turns: Turns; texts: QueryTexts },
  caller: Caller,
  { text, explain, ...parameters }: ProtocolInput,
  asked: Asked,
): Promise<Answer<Uint8Array>> {
  const { headers, signal } = asked
  const limits = requestLimits(caller, asked)
  const base = baseOf(scopeOf(caller, headers).contextId)
  // The text is read while the database answers.
  const [{ scope, seq: atLeastSeq }, parsed] = await Promise.all([
    graphScope(deps, caller, headers),
    Promise.try(deps.texts, text, base),
  ])
  checkScope(parsed, scope)
  const dataset = queryDataset(parsed, scope, parameters)
  const format =
    negotiate(one(headers.accept), parsed.form) ?? fail('not_acceptable', `A ${parsed.form} query has no such answer.`)
  if (explain) fail('explain_unavailable', 'The engine of this server runs queries and does not tell its plans.')
  const found = await deps.turns.take(
    caller.tenant,
    atOnceFor(planFor(caller, 'graph')),
    () => {
      const request = { text: namedVariables(parsed), base, dataset, format, atLeastSeq, signal, ...limits }
      return inOurWords(deps.engine.query(workspaceKey(caller), request))
    },
    signal,
  )
  return answer(found.body, { headers: { 'content-type': withCharset(found.contentType), vary: 'accept' } })
}

function readQuery(text: string, baseIri: string | undefined): ParsedQuery {
  const parsed = parseSparql(text, 'query', { ...(baseIri !== undefined && { baseIri }) })
  checkLimits(parsed)
  return parsed
}

/** What the plan allows, or less where the caller asks for less. */
export function requestLimits(caller: Caller, { headers }: Pick<Asked, 'headers'>): QueryLimits {
  return (
    limitsFor(planFor(caller, 'graph'), one(headers['x-query-timeout-ms'])) ??
    fail('bad_request', 'X-Query-Timeout-Ms must be a whole number of milliseconds.')
  )
}

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** Clients take a text of which nothing is said for something older than UTF-8. */
const withCharset = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)
