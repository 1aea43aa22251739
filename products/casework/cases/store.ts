// The SQL of cases. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Tables } from '../tables.ts'
import type { CaseRow, Scope } from './tables.ts'

const COLUMNS = [
  ...(['id', 'tenant_id', 'workspace_id', 'customer_id', 'key', 'project_id', 'pack_id', 'pack_version'] as const),
  ...(['pack_digest', 'type_id', 'title', 'question_md', 'status', 'priority', 'owner', 'participants'] as const),
  ...(['artifact_ids', 'selector', 'resolved_count', 'scope_digest', 'target', 'evidence_ids', 'tags'] as const),
  ...(['due_at', 'rollup', 'latest_run_id', 'finished_run_id', 'current_plan_id', 'duplicated_from'] as const),
  ...(['origin', 'closed', 'event_seq', 'audit_seq', 'audit_head', 'version', 'created_by', 'created_at'] as const),
  ...(['updated_at', 'deleted_at'] as const),
] as const

const casesOf = (db: Db<Tables>, { tenant, workspace }: Scope) =>
  db.selectFrom('casework.cases').select(COLUMNS).where('tenant_id', '=', tenant).where('workspace_id', '=', workspace)

/** Finds a case by its id or its key, also if it was deleted. */
export const findCase = (db: Db<Tables>, scope: Scope, id: string): Promise<CaseRow | undefined> =>
  casesOf(db, scope)
    .where((row) => row.or([row('id', '=', id), row('key', '=', id)]))
    .executeTakeFirst()

/** Locks the row. Every change of a case or its records does this first. */
export const lockCase = (tx: Db<Tables>, scope: Scope, id: string): Promise<CaseRow | undefined> =>
  casesOf(tx, scope).where('id', '=', id).forUpdate().executeTakeFirst()

/** The next number of this prefix; the row stays locked until the commit. */
export async function takeNumber(tx: Db<Tables>, scope: Scope, prefix: string): Promise<number> {
  const { rows } = await sql<{ newest: number }>`
    insert into casework.case_numbers as n (tenant_id, workspace_id, prefix, newest)
    values (${scope.tenant}, ${scope.workspace}, ${prefix}, 1)
    on conflict (tenant_id, workspace_id, prefix) do update set newest = n.newest + 1
    returning newest`.execute(tx)
  return rows[0]!.newest
}

export const insertCase = (tx: Db<Tables>, row: Insertable<Tables['casework.cases']>) =>
  tx.insertInto('casework.cases').values(row).execute()

/** Its ETag changes with every write that a reader can see. */
export const updateCaseRow = (tx: Db<Tables>, scope: Scope, id: string, fields: Updateable<Tables['casework.cases']>) =>
  tx
    .updateTable('casework.cases')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', scope.tenant)
    .where('workspace_id', '=', scope.workspace)
    .where('id', '=', id)
    .execute()

/** The number of open cases of each project. */
export async function countOpenCases(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  projectIds: readonly string[],
): Promise<Map<string, number>> {
  if (projectIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('casework.cases')
    .select(['project_id', sql<number>`count(*)::int`.as('count')])
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('project_id', 'in', projectIds)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'closed')
    .groupBy('project_id')
    .execute()
  return new Map(rows.map(({ project_id, count }) => [project_id!, count]))
}

export const listOpenOf = (db: Db<Tables>, scope: Scope, projectId: string): Promise<CaseRow[]> =>
  casesOf(db, scope)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'closed')
    .orderBy('id')
    .execute()

export const listCasesOf = (db: Db<Tables>, scope: Scope, projectId: string): Promise<CaseRow[]> =>
  casesOf(db, scope).where('project_id', '=', projectId).where('deleted_at', 'is', null).orderBy('id').execute()

/** Cases of a project with a finished run, oldest first. */
export const listInvestigated = (db: Db<Tables>, scope: Scope, projectId: string, limit: number): Promise<CaseRow[]> =>
  casesOf(db, scope)
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .where('finished_run_id', 'is not', null)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute()

/** True if a plan of the case is approved or being delivered, which prevents deleting the case. */
export async function hasActivePlan(db: Db<Tables>, { tenant, workspace }: Scope, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select from casework.case_plans
    where tenant_id = ${tenant} and workspace_id = ${workspace} and case_id = ${caseId}
      and state in ('approved', 'in_delivery', 'on_hold') limit 1`.execute(db)
  return rows.length > 0
}

/** Those of these files that exist in the project. */
export async function listFilesThere(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  projectId: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('casework.evidence')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('project_id', '=', projectId)
    .where('id', 'in', ids)
    .execute()
  return rows.map(({ id }) => id)
}

/** Workspaces with open cases that have a finished run. */
export async function listScopesWithResults(db: Db<Tables>): Promise<Scope[]> {
  const rows = await db
    .selectFrom('casework.cases')
    .select(['tenant_id', 'workspace_id'])
    .distinct()
    .where('deleted_at', 'is', null)
    .where('status', '<>', 'closed')
    .where('finished_run_id', 'is not', null)
    .execute()
  return rows.map(({ tenant_id, workspace_id }) => ({ tenant: tenant_id, workspace: workspace_id }))
}

/** Whether the workspace has this result of the studio. */
export async function isGeneration(db: Db<Tables>, { tenant, workspace }: Scope, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('casework.generations')
    .select('id')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}
