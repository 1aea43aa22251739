// The scope of a call as the guard wants it, and the state of the workspace that it is true for.
import type { Caller } from '@veritrace/platform/identity/caller'
import { hasRole } from '@veritrace/platform/identity/caller'
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

/** With the contexts that were ever written to. */
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

/** A workspace as the engine knows it; slugs hold no space. */
export const workspaceKey = ({ tenant, workspace }: Pick<Caller, 'tenant' | 'workspace'>): string =>
  `${tenant} ${workspace}`
export const tenantIn = (key: string): string => key.split(' ', 1)[0]!
