// The state of a workspace: the number of its last change, and its contexts.
import type { Db } from '@veritrace/platform/db/db'
import { CompiledQuery, sql } from 'kysely'
import { isCopy } from '../scope/rules.ts'
import type { Tables } from '../tables.ts'

export type ReadCopy = readonly [context: string, readIn: string]

export interface WorkspaceState {
  seq: number
  /** Without copies, which are never visible under their own names. */
  contexts: readonly string[]
  /** Contexts being replaced, with the contexts that are read in their place; absent if there are none. */
  readCopies?: ReadCopy[]
}

interface StateRow {
  seq: number
  context: string | null
  read_in: string | null
}

// Every query waits for this one, so it is raw SQL: building it each time would cost as much as running it.
const STATE = `select w.seq, c.context, c.read_in from graph.workspaces w
  left join graph.contexts c on c.tenant_id = w.tenant_id and c.workspace_id = w.workspace_id
  where w.tenant_id = $1 and w.workspace_id = $2`

export async function workspaceState(db: Db<Tables>, tenant: string, workspace: string): Promise<WorkspaceState> {
  const { rows } = await db.executeQuery<StateRow>(CompiledQuery.raw(STATE, [tenant, workspace]))
  const readCopies = rows.flatMap(({ context, read_in }): ReadCopy[] =>
    context && read_in ? [[context, read_in]] : [],
  )
  return {
    seq: rows[0]?.seq ?? 0,
    contexts: rows.flatMap(({ context }) => (context === null || isCopy(context) ? [] : context)),
    ...(readCopies.length > 0 && { readCopies }),
  }
}

/** All tenants' workspaces, for data stored outside the database. */
export const listWorkspaces = (db: Db<Tables>) =>
  db
    .selectFrom('graph.workspaces')
    .select(['tenant_id as tenant', 'workspace_id as workspace'])
    .orderBy('tenant_id')
    .orderBy('workspace_id')
    .execute()

/** The purged ones of these tenants: they have no rows, and never will again. */
export async function listPurged(db: Db<Tables>, tenants: readonly string[]): Promise<string[]> {
  if (tenants.length === 0) return []
  const { rows } = await sql<{ id: string }>`
    select id from platform.tenants where id = any(${tenants}::text[]) and purged_at is not null`.execute(db)
  return rows.map(({ id }) => id)
}
