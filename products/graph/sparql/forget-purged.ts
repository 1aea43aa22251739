// A tenant that was purged has no rows any more, and nobody can ask for it: what is held of it would stay for good.
import type { Graph } from '../deps.ts'
import type { Engine } from '../engine/engine.ts'
import type { Memory } from '../memory.ts'
import { listPurged } from '../statements/workspace-store.ts'
import { tenantIn } from './graph-scope.ts'

/** In the memory of this process. */
export async function forgetPurgedHere({ db }: Pick<Graph, 'db'>, memories: readonly Memory[]): Promise<void> {
  const known = new Set(memories.flatMap((memory) => memory.tenants()))
  for (const tenant of await listPurged(db, [...known]))
    for (const memory of memories) await memory.forgetTenant(tenant)
}

export const memoryOfEngine = (engine: Engine): Memory => ({
  tenants: () => [...new Set(engine.workspacesHere().map(tenantIn))],
  async forgetTenant(tenant) {
    for (const workspace of engine.workspacesHere()) if (tenantIn(workspace) === tenant) await engine.forget(workspace)
  },
})

/**
 * On a server outside. Only of tenants whose end this database knows: others may keep theirs on the same server. What
 * is left when the server stops answering goes the next time.
 */
export async function forgetPurgedOutside({ db, engine }: Pick<Graph, 'db' | 'engine'>): Promise<void> {
  const workspaces = await engine.workspacesOutside()
  const purged = new Set(await listPurged(db, [...new Set(workspaces.map(tenantIn))]))
  for (const workspace of workspaces) if (purged.has(tenantIn(workspace))) await engine.forget(workspace)
}
