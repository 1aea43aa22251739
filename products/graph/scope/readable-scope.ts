// While an ingestion replaces a context, reads use the copy of its previous contents (docs/adr/0031).
import type { Graph } from '../deps.ts'
import { contextIri } from './rules.ts'
import type { Scope } from './scope.ts'
import { findReadCopy } from './store.ts'

/** The scope for reading statements. Calls that write, or read anything else, use the original scope. */
export async function readableScope({ db }: Pick<Graph, 'db'>, scope: Scope): Promise<Scope> {
  const name = await findReadCopy(db, scope.tenant, scope.workspace, scope.context)
  if (name === undefined) return scope
  return { ...scope, context: name, contextId: contextIri(scope.tenant, scope.workspace, name) }
}
