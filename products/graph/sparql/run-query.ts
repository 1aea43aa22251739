// Runs a query: parses it, checks limits and scope, then asks the engine.

import { type Answer, answer } from '@veritrace/platform/answer'
import { type Caller, planFor } from '@veritrace/platform/caller'
import { fail } from '@veritrace/platform/errors'
import type { Graph } from '../deps.ts'
import type { QueryAnswer } from '../engine/engine.ts'
import { checkLimits } from '../guard/limits.ts'
import { type ParsedQuery, parseSparql } from '../guard/parse.ts'
import { type ReadText, recalling } from '../guard/recall.ts'
import { atOnceFor, baseOf, limitsFor, type QueryLimits } from '../scope/query-limits.ts'
import { scopeOf } from '../scope/scope.ts'
import { workspaceKey } from '../scope/workspace-key.ts'
import { type WorkspaceState, workspaceState } from '../statements/workspace-store.ts'
import { allow } from './allow.ts'
import { withApiErrors, withPlace } from './engine-problem.ts'
import type { Guesses } from './guesses.ts'
import type { ProtocolInput } from './protocol.ts'
import { redirectQuery, restoreNames } from './read-copies.ts'
import type { Turns } from './turns.ts'

export interface RequestParts {
  headers: Readonly<Record<string, string | string[] | undefined>>
  signal: AbortSignal
}

export type QueryTexts = ReadText<ParsedQuery>

export const openTexts = (): QueryTexts => recalling(readQuery)

interface Deps extends Graph {
  turns: Turns
  texts: QueryTexts
  guesses: Guesses
}

export async function runQuery(
  deps: Deps,
  caller: Caller,
  input: ProtocolInput,
  asked: RequestParts,
): Promise<Answer<QueryAnswer>> {
  const limits = requestLimits(caller, asked)
  const scope = scopeOf(caller, asked.headers)
  const guess = deps.guesses.take(scope)
  const readState = () => workspaceState(deps.db, scope.tenant, scope.workspace)
  // Without a guess the engine has to wait for the state, and the text is parsed while it waits.
  const reading = guess.state ? undefined : readState()
  // If the text is rejected, the promise is never awaited.
  reading?.catch(() => undefined)
  const base = baseOf(scope.contextId)
  const parsed = deps.texts(input.text, base)
  const ask = async ({ seq: atLeastSeq, contexts, readCopies }: WorkspaceState) => {
    const allowed = allow(parsed, { caller, scope, contexts, input, accept: one(asked.headers.accept) })
    const request = { ...allowed, base, atLeastSeq, asker: asked, ...limits }
    const query = () => deps.engine.query(workspaceKey(caller), redirectQuery(request, scope, readCopies))
    const work = () => withPlace(withApiErrors(query()), parsed)
    const found = await deps.turns.take(caller.tenant, atOnceFor(planFor(caller, 'graph')), work, asked)
    return answer(restoreNames(found, scope, readCopies), {
      headers: { 'content-type': withCharset(allowed.format), vary: 'accept' },
    })
  }
  const early = guess.state && ask(guess.state)
  if (early && guess.isCertain) return early
  early?.catch(() => undefined)
  const state = await (reading ?? readState())
  const isRight = guess.holds(state)
  // Wait for the wrong query to end: it still occupies the engine, which runs queries of a workspace one by one.
  if (!isRight) await early?.catch(() => undefined)
  return isRight && early ? early : ask(state)
}

function readQuery(text: string, baseIri: string | undefined): ParsedQuery {
  const parsed = parseSparql(text, 'query', { ...(baseIri !== undefined && { baseIri }) })
  checkLimits(parsed)
  return parsed
}

/** The limits of the plan, or a lower one from the request. */
export function requestLimits(caller: Caller, { headers }: Pick<RequestParts, 'headers'>): QueryLimits {
  return (
    limitsFor(planFor(caller, 'graph'), one(headers['x-query-timeout-ms'])) ??
    fail('bad_request', 'X-Query-Timeout-Ms must be a whole number of milliseconds.')
  )
}

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header

/** Without a charset, clients may not assume UTF-8 for text types. */
const withCharset = (type: string): string => (type.startsWith('text/') ? `${type}; charset=utf-8` : type)
