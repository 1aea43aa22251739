// The SQL of what controls measure about plans. Every query names tenant and workspace.
import type { Db } from '@veritrace/platform/db/db'
import { textArray } from '@veritrace/platform/db/text-array'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Scope } from './tables.ts'

export interface About {
  kind: 'workspace' | 'project' | 'case'
  id: string | null
  projectIds: readonly string[]
  packId: string
}

/** The cases in the scope of a scorecard. */
const cases = ({ tenant, workspace }: Scope, { kind, id, projectIds, packId }: About) => sql`
  select c.id from casework.cases c
  where c.tenant_id = ${tenant} and c.workspace_id = ${workspace} and c.pack_id = ${packId} and c.deleted_at is null
    and (${kind} = 'workspace' or (${kind} = 'case' and c.id = ${id})
      or (${kind} = 'project' and c.project_id = any(${textArray(projectIds)}::text[])))`

/** Restricts rows to those cases by their column `case_id`. */
const ofCases = (alias: string, scope: Scope, about: About) =>
  sql`${sql.ref(`${alias}.tenant_id`)} = ${scope.tenant} and ${sql.ref(`${alias}.case_id`)} in (${cases(scope, about)})`

const count = async (db: Db<Tables>, query: ReturnType<typeof sql<{ value: number }>>): Promise<number> =>
  (await query.execute(db)).rows[0]!.value

export const countPlans = (db: Db<Tables>, scope: Scope, about: About): Promise<number> =>
  count(db, sql`select count(*)::int as value from casework.case_plans p where ${ofCases('p', scope, about)}`)

/** Approved plans without a valid approval by anyone but the author. */
export const countWithoutSecondPerson = (db: Db<Tables>, scope: Scope, about: About): Promise<number> =>
  count(
    db,
    sql`select count(*)::int as value from casework.case_plans p
      where ${ofCases('p', scope, about)} and p.approved_at is not null
        and not exists (select from casework.plan_reviews r where r.tenant_id = p.tenant_id and r.plan_id = p.id
          and r.verdict = 'approve' and r.dismissed is null and r.reviewer_id <> p.author ->> 'id')`,
  )

export const countUnverified = (db: Db<Tables>, scope: Scope, about: About, before: Date): Promise<number> =>
  count(
    db,
    sql`select count(*)::int as value from casework.case_plan_items i
      join casework.case_plans p on p.tenant_id = i.tenant_id and p.id = i.plan_id
      where ${ofCases('p', scope, about)} and i.state = 'done' and i.done_at < ${before}
        and p.state in ('in_delivery', 'on_hold', 'delivered')`,
  )

export const countStrayTransports = (db: Db<Tables>, scope: Scope, about: About): Promise<number> =>
  count(
    db,
    sql`select count(*)::int as value from casework.plan_transports t
      join casework.case_plans p on p.tenant_id = t.tenant_id and p.id = t.plan_id
      where ${ofCases('p', scope, about)} and jsonb_array_length(t.scope_check -> 'extra') > 0`,
  )

export const countDeadLetters = (db: Db<Tables>, scope: Scope, about: About): Promise<number> =>
  count(
    db,
    sql`select count(*)::int as value from casework.plan_deliveries d
      where ${ofCases('d', scope, about)} and d.status = 'dead_letter'`,
  )

export interface PlanRuleset {
  id: string
  case_id: string
  pack_version: string
  ruleset: string
}

/** Plans in review or approved, with the ruleset they were made with. */
export async function listPlanRulesets(db: Db<Tables>, scope: Scope, about: About): Promise<PlanRuleset[]> {
  const { rows } = await sql<PlanRuleset>`
    select p.id, p.case_id, c.pack_version, p.inputs ->> 'ruleset' as ruleset
    from casework.case_plans p join casework.cases c on c.tenant_id = p.tenant_id and c.id = p.case_id
    where ${ofCases('p', scope, about)} and p.state in ('in_review', 'approved') order by p.id`.execute(db)
  return rows
}

/** Plans that are approved but not yet verified. */
export async function listApproved(db: Db<Tables>, scope: Scope, about: About, limit: number) {
  const { rows } = await sql<{ id: string; case_id: string }>`
    select p.id, p.case_id from casework.case_plans p
    where ${ofCases('p', scope, about)} and p.state in ('approved', 'in_delivery', 'on_hold', 'delivered')
    order by p.id desc limit ${limit}`.execute(db)
  return rows
}

/** Short forms of the objects of approved plans that are not yet verified. */
export async function listPlannedObjects(db: Db<Tables>, scope: Scope, about: About): Promise<string[]> {
  const { rows } = await sql<{ form: string }>`
    select distinct jsonb_array_elements_text(d.value -> 'objects') as form
    from casework.case_plans p
    join casework.case_plan_bodies b on b.tenant_id = p.tenant_id and b.plan_id = p.id
    cross join lateral jsonb_each(b.body -> 'details') as d
    where ${ofCases('p', scope, about)}
      and p.state in ('approved', 'in_delivery', 'on_hold', 'delivered')`.execute(db)
  return rows.map(({ form }) => form)
}

export interface Retired {
  project_id: string
  form: string
  done_at: Date
}

/** Objects that a finished item has retired, according to its acceptance conditions. */
export async function listRetired(db: Db<Tables>, scope: Scope, about: About): Promise<Retired[]> {
  const { rows } = await sql<Retired>`
    select c.project_id, jsonb_array_elements_text(b.body -> 'details' -> i.item_id -> 'objects') as form, i.done_at
    from casework.case_plan_items i
    join casework.case_plans p on p.tenant_id = i.tenant_id and p.id = i.plan_id
    join casework.cases c on c.tenant_id = p.tenant_id and c.id = p.case_id
    join casework.case_plan_bodies b on b.tenant_id = p.tenant_id and b.plan_id = p.id
    where ${ofCases('p', scope, about)} and c.project_id is not null and i.state in ('done', 'verified')
      and i.done_at is not null
      and jsonb_path_exists(b.body, '$.items[*] ? (@.id == $id && @.acceptance[*].kind == "unused_confirmed")',
        jsonb_build_object('id', i.item_id))`.execute(db)
  return rows
}
