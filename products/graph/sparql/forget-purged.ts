// A tenant that was purged has no rows any more, and nobody can ask for it: what engines hold of it would stay for good.
import type { Graph } from '../deps.ts'
import { listPurged } from '../statements/workspace-store.ts'
import { tenantIn } from './graph-scope.ts'

type Parts = Pick<Graph, 'db' | 'engine'>

/** In the memory of this process. */
export const forgetPurgedHere = (deps: Parts): Promise<void> => forgetPurged(deps, deps.engine.workspacesHere())

/**
 * On a server outside. Only of tenants whose end this database knows: others may keep theirs on the same server. What is
 * left when the server stops answering goes the next time.
 */
export const forgetPurgedOutside = async (deps: Parts): Promise<void> =>
  forgetPurged(deps, await deps.engine.workspacesOutside())

async function forgetPurged({ db, engine }: Parts, workspaces: readonly string[]): Promise<void> {
  const purged = new Set(await listPurged(db, [...new Set(workspaces.map(tenantIn))]))
  for (const workspace of workspaces) if (purged.has(tenantIn(workspace))) await engine.forget(workspace)
}
