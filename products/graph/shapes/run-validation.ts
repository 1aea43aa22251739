// Validates the context of the call, or the data in the request.
import { REPORT_TYPES, type ValidationReport, type ValidationRequest } from '@veritrace/contract/graph/shapes'
import { type Answer, answer } from '@veritrace/platform/answer'
import { type Caller, planFor } from '@veritrace/platform/caller'
import { fail, notFound } from '@veritrace/platform/errors'
import { preferred } from '../catalog/accept.ts'
import type { Graph } from '../deps.ts'
import { limitsFor } from '../scope/query-limits.ts'
import { readableScope } from '../scope/readable-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { jobOf } from './check-turtle.ts'
import { loadContextAsOfNow } from './load-context.ts'
import { loadShapes } from './load-shapes.ts'
import { readShapeId } from './rules.ts'
import { findShape } from './store.ts'

interface RequestInfo {
  headers: Readonly<Record<string, string | string[] | undefined>>
  signal: AbortSignal
}

const STANDARD_LIMIT = 100

export async function runValidation(
  deps: Graph,
  caller: Caller,
  { shapeId, limit = STANDARD_LIMIT, data }: ValidationRequest,
  { headers, signal }: RequestInfo,
): Promise<Answer<Uint8Array>> {
  const type = preferred(one(headers.accept), REPORT_TYPES) ?? fail('not_acceptable')
  const { timeoutMs } =
    limitsFor(planFor(caller, 'graph'), one(headers['x-query-timeout-ms'])) ??
    fail('bad_request', 'X-Query-Timeout-Ms must be a whole number of milliseconds.')
  const scope = scopeOf(caller, headers)
  const id = readShapeId(shapeId) ?? notFound('shape', shapeId)
  const shape = (await findShape(deps.db, scope, id)) ?? notFound('shape', shapeId)
  const read = await readableScope(deps, scope)
  const began = deps.clock.now().getTime()
  const found = await deps.validators.run({ ...jobOf(caller), timeoutMs, signal }, async (ask) => {
    await loadShapes(ask, [shape], [shape.turtle])
    if (data === undefined) await loadContextAsOfNow(deps.db, read, shape.predicates ?? undefined, ask)
    else await ask({ do: 'read', turtle: data })
    const as = type === 'text/turtle' ? 'turtle' : 'json'
    return ask({ do: 'validate', limit, as, onlyViolations: false })
  })
  if (type === 'text/turtle') return sent(found.turtle, 'text/turtle; charset=utf-8')
  const { total, results } = found
  const report: ValidationReport = {
    conforms: total === 0,
    results,
    total,
    truncated: total > results.length,
    durationMs: deps.clock.now().getTime() - began,
  }
  return sent(JSON.stringify(report), 'application/json; charset=utf-8')
}

const sent = (text: string, type: string): Answer<Uint8Array> =>
  answer(Buffer.from(text), { headers: { 'content-type': type } })

const one = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header.join(', ') : header
