// The scope of a call as the guard wants it, and the state of the workspace that it is true for.
import type { Caller } from '@veritrace/platform/identity/caller'
import { hasRole } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { GraphScope } from '../guard/scope.ts'
import { contextIri, graphPrefix } from '../scope/rules.ts'
import { scopeOf } from '../scope/scope.ts'
import { workspaceState } from '../statements/workspace-store.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

/** One read for both: every query waits for it. */
export async function graphScope(
  { db }: Pick<Graph, 'db'>,
  caller: Caller,
  headers: Headers,
): Promise<{ scope: GraphScope; seq: number }> {
  const { tenant, workspace, contextId, width } = scopeOf(caller, headers)
  const { seq, contexts } = await workspaceState(db, tenant, workspace)
  const others = width === 'workspace' ? contexts.map((name) => contextIri(tenant, workspace, name)) : []
  const scope = {
    context: contextId,
    contexts: [...new Set([contextId, ...others])],
    prefix: graphPrefix(tenant, workspace),
    writable: hasRole(caller, 'member'),
    width,
  }
  return { scope, seq }
}

/** A workspace as the engine knows it; slugs hold no space. */
export const workspaceKey = ({ tenant, workspace }: Pick<Caller, 'tenant' | 'workspace'>): string =>
  `${tenant} ${workspace}`
