// The SQL of contexts: their expected and last synced content, and their validation reports.

import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { GraphContext } from '../model/graph-contexts.ts'
import type { Tables } from '../tables.ts'
import type { ContextRow, OutboxRow, ShapeReportRow } from './tables.ts'

type Place = Pick<GraphContext, 'tenant' | 'workspace'>

export interface ListedContext extends ContextRow {
  outbox: OutboxRow['status'] | null
  leased_until: Date | null
  last_error: string | null
}

const placesOf = (places: readonly Place[]) =>
  sql.join(places.map(({ tenant, workspace }) => sql`(${tenant}, ${workspace})`))

export async function listContexts(db: Db<Tables>, places: readonly Place[]): Promise<ListedContext[]> {
  const { rows } = await sql<ListedContext>`
    select context.tenant_id, context.workspace_id, context.name, context.kind, context.statements, context.digest,
      context.built_digest, context.build_id, context.built_at, context.dataset_id, due.status as outbox, due.leased_until, due.last_error
    from casework.contexts context
    left join casework.outbox due using (tenant_id, workspace_id, name)
    where (context.tenant_id, context.workspace_id) in (${placesOf(places)})
    order by context.tenant_id = ${places[0]!.tenant} desc, context.name`.execute(db)
  return rows
}

export const findContext = (
  db: Db<Tables>,
  { tenant, workspace, name }: GraphContext,
): Promise<Pick<ContextRow, 'statements' | 'built_digest' | 'dataset_id'> | undefined> =>
  db
    .selectFrom('casework.contexts')
    .select(['statements', 'built_digest', 'dataset_id'])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('name', '=', name)
    .executeTakeFirst()

export async function updateContext(
  db: Db<Tables>,
  { tenant, workspace, name }: GraphContext,
  fields: Updateable<Tables['casework.contexts']>,
): Promise<void> {
  await db
    .updateTable('casework.contexts')
    .set(fields)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('name', '=', name)
    .execute()
}

/** Removes the row of an empty graph, unless it has become due in the meantime. */
export async function deleteEmptyContext(tx: Db<Tables>, { tenant, workspace, name }: GraphContext): Promise<void> {
  const own = sql`tenant_id = ${tenant} and workspace_id = ${workspace} and name = ${name}`
  await sql`select 1 from casework.contexts where ${own} for update`.execute(tx)
  await sql`
    delete from casework.contexts where ${own} and statements = 0
      and not exists (select 1 from casework.outbox where ${own})`.execute(tx)
}

export async function upsertShapeReport(
  db: Db<Tables>,
  row: Insertable<Tables['casework.shape_reports']>,
): Promise<void> {
  const { shape_id, shape_name, conforms, violations, validated_at } = row
  await db
    .insertInto('casework.shape_reports')
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(['tenant_id', 'workspace_id', 'name'])
        .doUpdateSet({ shape_id, shape_name, conforms, violations, validated_at }),
    )
    .execute()
}

export async function listShapeReports(db: Db<Tables>, places: readonly Place[]): Promise<ShapeReportRow[]> {
  const { rows } = await sql<ShapeReportRow>`
    select tenant_id, workspace_id, name, shape_id, shape_name, conforms, violations, validated_at
    from casework.shape_reports where (tenant_id, workspace_id) in (${placesOf(places)})
    order by tenant_id, workspace_id, name`.execute(db)
  return rows
}

/** The rows that answers are read from: their number, and a revision that changes with them. */
export async function readModelOf(
  db: Db<Tables>,
  { tenant, workspace }: Place,
  spaces: readonly string[],
): Promise<{ rows: number; revision: string }> {
  const { rows } = await sql<{ rows: number; revision: string }>`
    select coalesce(sum((counts->>'artifacts')::bigint), 0)::bigint as rows,
      md5(coalesce(string_agg(id, ' ' order by id), '') || ' ' || coalesce((select decisions_revision
        from casework.workspaces where tenant_id = ${tenant} and workspace_id = ${workspace}), 0)) as revision
    from casework.entries where is_current and space in (${sql.join(spaces)})`.execute(db)
  return rows[0]!
}
