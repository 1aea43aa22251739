// The SQL of plans of cases. Every query names tenant and workspace.
import type { PlanState } from '@veritrace/contract/casework/case-plans'
import { type Counted, countUpTo } from '@veritrace/platform/db/count'
import type { Db } from '@veritrace/platform/db/db'
import { type PageQuery, pageById } from '@veritrace/platform/db/keyset'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { PlanBody } from '../planning/tables.ts'
import type { Tables } from '../tables.ts'
import type { CasePlanRow, Scope } from './tables.ts'

const PLAN = [
  ...(['id', 'tenant_id', 'workspace_id', 'case_id', 'number', 'title', 'state', 'held_from', 'target'] as const),
  ...(['totals', 'inputs', 'inputs_digest', 'run_id', 'run_digest', 'policy', 'author', 'based_on'] as const),
  ...(['superseded_by', 'acknowledged', 'approved_catalog', 'verification', 'version', 'submitted_at'] as const),
  ...(['approved_at', 'delivered_at', 'created_at', 'updated_at'] as const),
] as const

const plansOf = (db: Db<Tables>, { tenant, workspace }: Scope, caseId: string) =>
  db
    .selectFrom('casework.case_plans')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('case_id', '=', caseId)

export async function listPlans(
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  query: PageQuery & { state?: PlanState },
): Promise<Counted<CasePlanRow>> {
  const asked = plansOf(db, scope, caseId).$if(query.state !== undefined, (rows) =>
    rows.where('state', '=', query.state!),
  )
  const page = await pageById(`plans ${caseId} ${query.state ?? ''}`, query, (after, count) =>
    asked
      .select(PLAN)
      .$if(after !== undefined, (rows) => rows.where('id', '<', after!))
      .orderBy('id', 'desc')
      .limit(count)
      .execute(),
  )
  return { ...page, total: await countUpTo(db, asked) }
}

export const planOf = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  planId: string,
): Promise<CasePlanRow | undefined> =>
  plansOf(db, scope, caseId).select(PLAN).where('id', '=', planId).executeTakeFirst()

/** Finds a plan in any case of the project. */
export const findPlanOfProject = (
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  projectId: string,
  planId: string,
): Promise<CasePlanRow | undefined> =>
  db
    .selectFrom('casework.case_plans')
    .select(PLAN)
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', planId)
    .where('case_id', 'in', (cases) =>
      cases
        .selectFrom('casework.cases')
        .select('id')
        .where('tenant_id', '=', tenant)
        .where('workspace_id', '=', workspace)
        .where('project_id', '=', projectId),
    )
    .executeTakeFirst()

/** The current plan of a case: the newest in delivery, or else the newest not rejected, withdrawn or superseded. */
export const currentPlan = (db: Db<Tables>, scope: Scope, caseId: string): Promise<CasePlanRow | undefined> =>
  plansOf(db, scope, caseId)
    .select(PLAN)
    .where('state', 'not in', ['rejected', 'withdrawn', 'superseded'])
    .orderBy(sql`state in ('approved', 'in_delivery', 'on_hold', 'delivered')`, 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The caller must have locked the case first. */
export const lockPlan = (
  tx: Db<Tables>,
  scope: Scope,
  caseId: string,
  planId: string,
): Promise<CasePlanRow | undefined> =>
  plansOf(tx, scope, caseId).select(PLAN).where('id', '=', planId).forUpdate().executeTakeFirst()

/** Plans with a lower number in these states, oldest first. */
export const listOlder = (
  db: Db<Tables>,
  scope: Scope,
  caseId: string,
  number: number,
  states: readonly PlanState[],
): Promise<CasePlanRow[]> =>
  plansOf(db, scope, caseId)
    .select(PLAN)
    .where('number', '<', number)
    .where('state', 'in', [...states])
    .orderBy('number')
    .execute()

/** Plans that this plan's approval has superseded, oldest first. */
export async function listSupersededBy(db: Db<Tables>, scope: Scope, caseId: string, id: string): Promise<string[]> {
  const rows = await plansOf(db, scope, caseId).select('id').where('superseded_by', '=', id).orderBy('number').execute()
  return rows.map((row) => row.id)
}

/** The caller must hold the lock of the case. */
export async function nextNumber(tx: Db<Tables>, scope: Scope, caseId: string): Promise<number> {
  const { newest } = await plansOf(tx, scope, caseId)
    .select(sql<number>`coalesce(max(number), 0)`.as('newest'))
    .executeTakeFirstOrThrow()
  return newest + 1
}

export async function insertPlan(
  tx: Db<Tables>,
  plan: Insertable<Tables['casework.case_plans']>,
  body: string,
  items: Insertable<Tables['casework.case_plan_items']>[],
): Promise<void> {
  const { id: plan_id, tenant_id, workspace_id } = plan
  await tx.insertInto('casework.case_plans').values(plan).execute()
  await tx.insertInto('casework.case_plan_bodies').values({ plan_id, tenant_id, workspace_id, body }).execute()
  // PostgreSQL limits the number of parameters in a statement.
  for (let at = 0; at < items.length; at += 500)
    await tx
      .insertInto('casework.case_plan_items')
      .values(items.slice(at, at + 500))
      .execute()
}

export async function getBody(db: Db<Tables>, { tenant, workspace }: Scope, planId: string): Promise<PlanBody> {
  const { body } = await db
    .selectFrom('casework.case_plan_bodies')
    .select('body')
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('plan_id', '=', planId)
    .executeTakeFirstOrThrow()
  return body
}

export const updatePlan = (
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  id: string,
  fields: Updateable<Tables['casework.case_plans']>,
) =>
  tx
    .updateTable('casework.case_plans')
    .set(fields)
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('tenant_id', '=', tenant)
    .where('workspace_id', '=', workspace)
    .where('id', '=', id)
    .execute()

/** Stores which items of the newest plan cover which recommendations, by recommendation key. */
export async function linkRecommendations(
  tx: Db<Tables>,
  { tenant, workspace }: Scope,
  caseId: string,
  links: readonly { key: string; ids: readonly string[] }[],
): Promise<void> {
  await sql`
    update casework.recommendations r set plan_item_ids = l.ids
    from (select x.key, array(select jsonb_array_elements_text(x.ids)) as ids
      from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as x (key text, ids jsonb)) l
    where r.tenant_id = ${tenant} and r.workspace_id = ${workspace} and r.case_id = ${caseId}
      and r.key = l.key`.execute(tx)
}
