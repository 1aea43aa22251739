// Where a workspace stands: how far its changes have come, and which contexts were ever written to.
import type { Db } from '@veritrace/platform/db/db'
import { CompiledQuery, sql } from 'kysely'
import { isCopy } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'

export type StandIn = readonly [context: string, readIn: string]

export interface WorkspaceState {
  seq: number
  /** Without copies: those are read in the name of their contexts, or not at all. */
  contexts: readonly string[]
  /** Those that are replaced at this moment, with the names of the contexts that they are read in; absent for none. */
  standIns?: StandIn[]
}

interface StateRow {
  seq: number
  context: string | null
  read_in: string | null
}

// Every query waits for this one, so it is written out: putting it together each time would cost as much as asking it.
const STATE = `select w.seq, c.context, c.read_in from graph.workspaces w
  left join graph.contexts c on c.tenant_id = w.tenant_id and c.workspace_id = w.workspace_id
  where w.tenant_id = $1 and w.workspace_id = $2`

export async function workspaceState(db: Db<Tables>, tenant: string, workspace: string): Promise<WorkspaceState> {
  const { rows } = await db.executeQuery<StateRow>(CompiledQuery.raw(STATE, [tenant, workspace]))
  const standIns = rows.flatMap(({ context, read_in }): StandIn[] => (context && read_in ? [[context, read_in]] : []))
  return {
    seq: rows[0]?.seq ?? 0,
    contexts: rows.flatMap(({ context }) => (context === null || isCopy(context) ? [] : context)),
    ...(standIns.length > 0 && { standIns }),
  }
}

/** Of all tenants, for what is kept outside the database. */
export const listWorkspaces = (db: Db<Tables>) =>
  db
    .selectFrom('graph.workspaces')
    .select(['tenant_id as tenant', 'workspace_id as workspace'])
    .orderBy('tenant_id')
    .orderBy('workspace_id')
    .execute()

/** Those of the tenants of which no rows are left, nor will be again. */
export async function listPurged(db: Db<Tables>, tenants: readonly string[]): Promise<string[]> {
  if (tenants.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from platform.tenants where id = any(${tenants}::text[]) and purged_at is not null`.execute(db)
  return rows.map(({ id }) => id)
}
