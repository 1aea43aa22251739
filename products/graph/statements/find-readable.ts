// Finds a statement by id. While its context is being replaced (docs/adr/0031), it is read from the copy.
import type { Graph } from '../deps.ts'
import { readableScope } from '../scope/readable-scope.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { counterpartId } from './mirror-change.ts'
import { findStatement } from './store.ts'

export async function findReadable({ db }: Pick<Graph, 'db'>, scope: Scope, id: string) {
  const { tenant, workspace } = scope
  const readable = await readableScope({ db }, scope)
  const found = await findStatement(db, tenant, workspace, id, onlyContext(readable))
  if (found || readable === scope) return found
  // Writers know the statement by the id that it has in its own context.
  const own = await findStatement(db, tenant, workspace, id, scope.context)
  const copy = own && (await findStatement(db, tenant, workspace, counterpartId(scope, own), readable.context))
  return copy && { ...copy, id, context: scope.context }
}
