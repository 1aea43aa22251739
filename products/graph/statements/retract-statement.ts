// Removes a statement from the graph, with its metadata.

import type { Caller } from '@veritrace/platform/caller'
import { notFound } from '@veritrace/platform/errors'
import { readStatementId } from '@veritrace/platform/rdf/statement-id'
import type { Graph } from '../deps.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { changeStatements } from './change-statements.ts'
import { findStatement } from './store.ts'

export function retractStatement(deps: Graph, caller: Caller, scope: Scope, name: string): Promise<undefined> {
  const id = readStatementId(name) ?? notFound('statement', name)
  return deps.trials.transact(caller, async (tx) => {
    const row = await findStatement(tx, scope.tenant, scope.workspace, id, onlyContext(scope))
    if (!row) notFound('statement', name)
    const { removed } = await changeStatements(deps, tx, caller, { retract: [id] })
    // Another caller was faster; this transaction is rolled back.
    if (removed.length === 0) notFound('statement', name)
    return undefined
  })
}
