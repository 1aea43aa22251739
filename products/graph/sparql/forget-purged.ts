// Forgets purged tenants. They have no rows and no callers anymore, so their cached data would otherwise stay forever.
import type { Graph } from '../deps.ts'
import type { Engine } from '../engine/engine.ts'
import type { Memory } from '../memory.ts'
import { tenantIn } from '../scope/workspace-key.ts'
import { listPurged } from '../statements/workspace-store.ts'

/** Clears the memory of this process. */
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
 * Clears an external server. Only tenants that this database has purged, because other installations may use the same
 * server. If the server stops answering, the rest is removed next time.
 */
export async function forgetPurgedOutside({ db, engine }: Pick<Graph, 'db' | 'engine'>): Promise<void> {
  const workspaces = await engine.workspacesOutside()
  const purged = new Set(await listPurged(db, [...new Set(workspaces.map(tenantIn))]))
  for (const workspace of workspaces) if (purged.has(tenantIn(workspace))) await engine.forget(workspace)
}
