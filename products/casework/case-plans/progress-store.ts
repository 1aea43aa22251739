// Progress of approved plans, in one query.
import type { Db } from '@veritrace/platform/db/db'
import { sql } from 'kysely'
import type { Tables } from '../tables.ts'
import type { Scope } from './tables.ts'

interface Progress {
  plans: number
  items: number
  done: number
  /** Finished items with recorded effort; `actual` and `guessed` cover only these. */
  recorded: number
  actual: number
  guessed: number
  left: number
}

export async function sumProgress(
  db: Db<Tables>,
  { tenant, workspace }: Scope,
  { projectId, caseId }: { projectId?: string | undefined; caseId?: string },
): Promise<Progress> {
  const { rows } = await sql<Progress>`
    select count(distinct p.id)::int as plans, count(*)::int as items,
      (count(*) filter (where i.state in ('done', 'verified')))::int as done,
      (count(*) filter (where i.actual_days is not null))::int as recorded,
      coalesce(sum(i.actual_days), 0)::float8 as actual,
      coalesce(sum(i.p50) filter (where i.actual_days is not null), 0)::float8 as guessed,
      coalesce(sum(i.p50) filter (where i.state not in ('done', 'verified', 'waived')), 0)::float8 as left
    from casework.case_plan_items i
    join casework.case_plans p on p.id = i.plan_id
    join casework.cases c on c.id = p.case_id
    where i.tenant_id = ${tenant} and i.workspace_id = ${workspace}
      and p.tenant_id = ${tenant} and p.workspace_id = ${workspace}
      and c.tenant_id = ${tenant} and c.workspace_id = ${workspace} and c.deleted_at is null
      and p.state in ('approved', 'in_delivery', 'on_hold', 'delivered', 'verified')
      and (${caseId ?? null}::text is null or c.id = ${caseId ?? null})
      and (${projectId ?? null}::text is null or c.project_id = ${projectId ?? null})`.execute(db)
  return rows[0]!
}
