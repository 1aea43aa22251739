// Builds the guard's scope from the call and the current contexts of the workspace.
import type { Caller } from '@veritrace/platform/caller'
import { hasRole } from '@veritrace/platform/caller'
import type { Graph } from '../deps.ts'
import type { GraphScope } from '../guard/scope.ts'
import { contextIri, graphPrefix } from '../scope/rules.ts'
import { type Scope, scopeOf } from '../scope/scope.ts'
import { workspaceState } from '../statements/workspace-store.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export async function graphScope({ db }: Pick<Graph, 'db'>, caller: Caller, headers: Headers): Promise<GraphScope> {
  const scope = scopeOf(caller, headers)
  const { contexts } = await workspaceState(db, scope.tenant, scope.workspace)
  return scopeWith(contexts, caller, scope)
}

/** `names` are the contexts that were ever written to. */
export function scopeWith(names: readonly string[], caller: Caller, scope: Scope): GraphScope {
  const { tenant, workspace, contextId, width } = scope
  const others = width === 'workspace' ? names.map((name) => contextIri(tenant, workspace, name)) : []
  return {
    context: contextId,
    contexts: [...new Set([contextId, ...others])],
    prefix: graphPrefix(tenant, workspace),
    writable: hasRole(caller, 'member'),
    width,
  }
}
