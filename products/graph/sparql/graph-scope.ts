// The scope of a call as the guard wants it.
import type { Caller } from '@veritrace/platform/identity/caller'
import { hasRole } from '@veritrace/platform/identity/caller'
import type { Graph } from '../deps.ts'
import type { GraphScope } from '../guard/scope.ts'
import { contextIri, graphPrefix } from '../scope/rules.ts'
import { scopeOf } from '../scope/scope.ts'
import { listContexts } from '../statements/stats-store.ts'

type Headers = Readonly<Record<string, string | string[] | undefined>>

export async function graphScope({ db }: Pick<Graph, 'db'>, caller: Caller, headers: Headers): Promise<GraphScope> {
  const { tenant, workspace, contextId, width } = scopeOf(caller, headers)
  const names = width === 'workspace' ? await listContexts(db, tenant, workspace, undefined) : []
  const contexts = names.map(({ context }) => contextIri(tenant, workspace, context))
  return {
    context: contextId,
    contexts: [...new Set([contextId, ...contexts])],
    prefix: graphPrefix(tenant, workspace),
    writable: hasRole(caller, 'member'),
    width,
  }
}

/** A workspace as the engine knows it; slugs hold no space. */
export const workspaceKey = ({ tenant, workspace }: Pick<Caller, 'tenant' | 'workspace'>): string =>
  `${tenant} ${workspace}`
