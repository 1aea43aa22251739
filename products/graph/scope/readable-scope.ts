// Who reads a context while an ingestion replaces it is answered from the copy of what it held before (docs/adr/0031).
import type { Graph } from '../deps.ts'
import { contextIri } from './rules.ts'
import type { Scope } from './scope.ts'
import { findReadCopy } from './store.ts'

/** The scope of a call that reads statements; one that writes them, or reads anything else, keeps its own. */
export async function readableScope({ db }: Pick<Graph, 'db'>, scope: Scope): Promise<Scope> {
  const name = await findReadCopy(db, scope.tenant, scope.workspace, scope.context)
  if (name === undefined) return scope
  return { ...scope, context: name, contextId: contextIri(scope.tenant, scope.workspace, name) }
}
