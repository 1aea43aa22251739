// The progress of embedding for each workspace.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { ProgressRow } from './tables.ts'

/** Returns the row, and creates it if it is missing. */
export async function takeProgress(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  model: string,
): Promise<ProgressRow> {
  const { rows } = await sql<ProgressRow>`
    insert into graph.embedding_progress as known (tenant_id, workspace_id, model)
    values (${tenant}, ${workspace}, ${model})
    on conflict (tenant_id, workspace_id, model) do update set model = known.model
    returning tenant_id, workspace_id, model, seq, scan_to, scan_seq, scan_id`.execute(db)
  return rows[0]!
}

export async function updateProgress(db: Db<Tables>, row: ProgressRow): Promise<void> {
  await db
    .updateTable('graph.embedding_progress')
    // Another worker may already be further.
    .set({
      seq: sql`greatest(seq, ${row.seq}::bigint)`,
      scan_to: row.scan_to,
      scan_seq: row.scan_seq,
      scan_id: row.scan_id,
    })
    .where('tenant_id', '=', row.tenant_id)
    .where('workspace_id', '=', row.workspace_id)
    .where('model', '=', row.model)
    .execute()
}

/** Whether there are changes that are not embedded; false for a workspace without changes. */
export async function isBehind(db: Db<Tables>, tenant: string, workspace: string, model: string): Promise<boolean> {
  const { rows } = await sql<{ behind: boolean }>`
    select w.seq > coalesce(p.seq, 0) as behind
    from graph.workspaces w
    left join graph.embedding_progress p
      on p.tenant_id = w.tenant_id and p.workspace_id = w.workspace_id and p.model = ${model}
    where w.tenant_id = ${tenant} and w.workspace_id = ${workspace}`.execute(db)
  return rows[0]?.behind ?? false
}

/** Lists workspaces of all tenants, for the background job. */
export async function listBehind(
  db: Db<Tables>,
  model: string,
  limit: number,
): Promise<{ tenant: string; workspace: string }[]> {
  const { rows } = await sql<{ tenant: string; workspace: string }>`
    select w.tenant_id as tenant, w.workspace_id as workspace
    from graph.workspaces w
    left join graph.embedding_progress p
      on p.tenant_id = w.tenant_id and p.workspace_id = w.workspace_id and p.model = ${model}
    where w.seq > coalesce(p.seq, 0)
    order by w.tenant_id, w.workspace_id limit ${limit}`.execute(db)
  return rows
}

export async function countEmbedded(
  db: Db<Tables>,
  tenant: string,
  workspace: string,
  context: string | undefined,
  space: string,
): Promise<number> {
  const row = await db
    .selectFrom('graph.vector_spaces')
    .select(sql<number>`coalesce(sum(vectors), 0)::bigint`.as('count'))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('space', '=', space)
    .$if(context !== undefined, (query) => query.where('context', '=', context!))
    .executeTakeFirstOrThrow()
  return row.count
}
