// A statement by its id, as it is read: while its context is replaced (docs/adr/0031), that is its twin in the copy.
import type { Graph } from '../deps.ts'
import { readableScope } from '../scope/readable-scope.ts'
import { onlyContext, type Scope } from '../scope/scope.ts'
import { findStatement } from './store.ts'
import { twinId } from './twins.ts'

export async function findReadable({ db }: Pick<Graph, 'db'>, scope: Scope, id: string) {
  const { tenant, workspace } = scope
  const readable = await readableScope({ db }, scope)
  const found = await findStatement(db, tenant, workspace, id, onlyContext(readable))
  if (found || readable === scope) return found
  // By the id that it has in its own context, as who has written it knows it.
  const own = await findStatement(db, tenant, workspace, id, scope.context)
  const twin = own && (await findStatement(db, tenant, workspace, twinId(scope, own), readable.context))
  return twin && { ...twin, id, context: scope.context }
}
