// Where a workspace stands: how far its changes have come, and which contexts were ever written to.
import type { Db } from '@veritrace/platform/db/db'
import type { Tables } from '../tables.ts'

export interface WorkspaceState {
  seq: number
  contexts: string[]
}

export async function workspaceState(db: Db<Tables>, tenant: string, workspace: string): Promise<WorkspaceState> {
  const rows = await db
    .selectFrom('graph.workspaces as w')
    .leftJoin('graph.contexts as c', (join) =>
      join.onRef('c.tenant_id', '=', 'w.tenant_id').onRef('c.workspace_id', '=', 'w.workspace_id'),
    )
    .select(['w.seq', 'c.context'])
    .where('w.tenant_id', '=', tenant)
    .where('w.workspace_id', '=', workspace)
    .execute()
  return { seq: rows[0]?.seq ?? 0, contexts: rows.flatMap(({ context }) => context ?? []) }
}
