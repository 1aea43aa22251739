// Statements: the five endpoints of contract/graph/statements.ts.
import { statements } from '@veritrace/contract/graph/statements'
import { notFound } from '@veritrace/platform/errors'
import { implement } from '@veritrace/platform/implement'
import { readStatementId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { readableScope } from '../scope/readable-scope.ts'
import { scopeOf } from '../scope/scope.ts'
import { assertBatch } from './assert-batch.ts'
import { assertStatement } from './assert-statement.ts'
import { findReadable } from './find-readable.ts'
import { readContextStats, readStats } from './read-stats.ts'
import { retractStatement } from './retract-statement.ts'
import { viewStatement } from './view.ts'

export const statementsApi = (deps: Graph) =>
  implement(statements, {
    create: ({ body, headers }, caller) => assertStatement(deps, caller, scopeOf(caller, headers), body),
    createBatch: ({ body, query, headers }, caller) =>
      assertBatch(deps, caller, scopeOf(caller, headers), body.statements, query.mode ?? 'all'),
    stats: async ({ query, headers }, caller) => {
      const scope = await readableScope(deps, scopeOf(caller, headers))
      return query.only === 'contexts' ? readContextStats(deps, scope) : readStats(deps, scope)
    },
    get: async ({ params, headers }, caller) => {
      const id = readStatementId(params.id) ?? notFound('statement', params.id)
      const row = await findReadable(deps, scopeOf(caller, headers), id)
      return viewStatement(row ?? notFound('statement', params.id))
    },
    delete: ({ params, headers }, caller) => retractStatement(deps, caller, scopeOf(caller, headers), params.id),
  })
